import { faultsOf } from '@opfsmark/schema/boards';
import { Declaration, plainLine } from '@opfsmark/schema/documents';
import { contradictions, evidenceToRank, RunRecord, type RunRecord as Record } from '@opfsmark/schema/families';
import { compareFigures, ratioKindOf } from '@opfsmark/schema/figures';
import {
  alignReads,
  MAX_FOREIGN_BYTES,
  problemText,
  readForeign,
  textOfBytes,
  type ForeignFigure,
} from '@opfsmark/schema/foreign';
import { foreign as words } from '@opfsmark/schema/figures/words/en';
import {
  alignedColumns,
  englishFormat,
  englishOf,
  figureQuantity,
  nameText,
  reportOf,
  type Formatter,
  type ReportFigure,
} from '@opfsmark/schema/report';
import { createReadStream, readFileSync } from 'node:fs';
import * as z from 'zod/mini';
import { WASM_SHA256 } from '../dist/core-info.mjs';
import { reasonOf } from '../ts/node/folder-problem.ts';
import { faultText, IN_ENGLISH, issueText } from './faults.ts';
import { engineOf } from './report.ts';
import { complain, print } from './print.ts';
import { printedFigures } from './printed-figures.ts';
import { EXIT } from './usage.ts';

/** A file of --json, what a run has kept (`upload`), or what a service answers. */
const Wrapped = z.object({ record: z.unknown(), declared: z.optional(z.partial(Declaration)) });
const KeptFile = z.object({ upload: Wrapped });

/** The record in a file of --json, in what a run has kept, or in what a service answers; not checked yet. */
function unwrap(value: unknown): z.infer<typeof Wrapped> {
  const keptFile = z.safeParse(KeptFile, value);
  if (keptFile.success) return keptFile.data.upload;
  const wrappedFile = z.safeParse(Wrapped, value);
  return wrappedFile.success && wrappedFile.data.record !== undefined ? wrappedFile.data : { record: value };
}

/** A result of a comparison. */
interface Side {
  readonly file: string;
  /** The tool that measured it. */
  readonly about: string;
  readonly result: { readonly figures: readonly ReportFigure[] } | { readonly foreign: readonly ForeignFigure[] };
  readonly format: Formatter;
}

interface Read {
  /** `null`: the file holds nothing that can be compared. */
  readonly side: Side | null;
  readonly sentences: readonly string[];
}

const refusal = (sentence: string): Read => ({ side: null, sentences: [sentence] });

async function readBeginning(file: string): Promise<{ readonly bytes: Buffer; readonly isWhole: boolean }> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of file === '-' ? process.stdin : createReadStream(file)) {
    chunks.push(chunk as Buffer);
    size += (chunk as Buffer).length;
    if (size > MAX_FOREIGN_BYTES) break;
  }
  const bytes = Buffer.concat(chunks);
  return { bytes: bytes.subarray(0, MAX_FOREIGN_BYTES), isWhole: bytes.length <= MAX_FOREIGN_BYTES };
}

function recordIn(value: unknown): Record | null {
  const record = z.safeParse(RunRecord, unwrap(value).record);
  return record.success ? record.data : null;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The value in a file of JSON, in any encoding that a shell writes its output in. */
export const readJson = (path: string): unknown => JSON.parse(textOfBytes(readFileSync(path)));

function sideOfRecord(file: string, record: Record): Side {
  const { figures, format } = reportOf(record);
  return { file, about: `${engineOf(record)}: ${record.plan.family}`, result: { figures }, format };
}

const CONTRADICTS = 'contradicts itself, and no service takes it';

/** Reads a record; of one that cannot be true nothing is compared. The scripted engine makes its times up: scripts are tried with it. */
function readRecord(file: string, record: Record): Read {
  const [fault] = record.environment.engine === 'scripted' ? [] : contradictions(record);
  if (fault) return refusal(`${CONTRADICTS}: ${faultText(fault)}. See all that is wrong with it by verify.`);
  return { side: sideOfRecord(file, record), sentences: [] };
}

/** Reads a result of our own or of another tool, whichever it is. `isWhole`: else only its beginning was read. */
export function readText(file: string, bytes: Uint8Array, isWhole: boolean): Read {
  const text = textOfBytes(bytes);
  const value = parseJson(text);
  const record = recordIn(value);
  if (record) return readRecord(file, record);
  const printed = printedFigures(value);
  if (printed?.fault === null) {
    return { side: { file, about: 'figures', result: printed, format: englishFormat(1) }, sentences: [] };
  }
  const { tool, version, figures, problems } = readForeign(text, isWhole);
  if (value !== undefined && problems.some(({ kind }) => kind === 'own_result')) {
    return refusal('holds no result of this version. Name a file of --json.');
  }
  if (printed) return refusal(`holds figures that cannot be read: ${printed.fault}.`);
  const sentences = problems.map((problem) => problemText(problem, words.problems, 'en'));
  if (figures.length === 0) return { side: null, sentences };
  const marks = new Set(figures.map(({ access }) => words[access]));
  const about = [`${tool ?? ''} ${version ?? ''}`.trim(), ...marks].join(', ');
  return { side: { file, about, result: { foreign: figures }, format: englishFormat(1) }, sentences };
}

async function readSide(file: string): Promise<Read> {
  try {
    const { bytes, isWhole } = await readBeginning(file);
    return readText(file, bytes, isWhole);
  } catch (error) {
    return refusal(`cannot be read: ${reasonOf(error)}. Name a file of --json, or one that another tool has saved.`);
  }
}

const english = englishOf('matrix');

function reportedFigure(figure: ForeignFigure): ReportFigure {
  const { id, unit, better, value, low, high, once } = figure;
  const head = { id, unit, better, value, low, high, once };
  return { ...head, name: nameText(figure.name, english), quantity: figureQuantity(figure), p99: null };
}

/** The figures of a side that stands alone or beside others with these ids. */
export const figuresOfSide = ({ result }: Side, ids: readonly string[] = []): readonly ReportFigure[] =>
  'figures' in result ? result.figures : alignReads(result.foreign, ids).map(reportedFigure);

const comparableFigure = (figure: ReportFigure) => ({ ...figure, origin: figure.quantity.origin ?? null });

/** How much faster or slower than the first. */
function ratioText(figure: ReportFigure | undefined, base: ReportFigure | undefined, format: Formatter): string {
  if (!figure || !base || ratioKindOf(figure) === 'amount') return '';
  const ratio = compareFigures(comparableFigure(figure), comparableFigure(base));
  // Of another origin or unit, or not above zero.
  if (ratio === 'unlike' || ratio === null) return 'not comparable';
  return ratio.tie ? 'no clear difference' : format.text({ value: ratio.ratio, unit: 'ratio' });
}

/** A to Z, then AA, AB and so on: as a spreadsheet names its columns. */
function letterOf(index: number): string {
  const before = index < 26 ? '' : letterOf(Math.floor(index / 26) - 1);
  return `${before}${String.fromCharCode('A'.charCodeAt(0) + (index % 26))}`;
}

/** All figures of all results in a table, those after the first with how they differ from it. */
function comparisonOf(sides: readonly Side[]): { readonly text: string; readonly hasCommon: boolean } {
  const ids = sides.flatMap(({ result }) => ('figures' in result ? result.figures.map(({ id }) => id) : []));
  const columns = sides.map((side, index) => ({
    ...side,
    letter: letterOf(index),
    figures: figuresOfSide(side, ids),
  }));
  const rows = new Map<string, ReportFigure>();
  for (const figure of columns.flatMap(({ figures }) => figures)) if (!rows.has(figure.id)) rows.set(figure.id, figure);
  const find = (at: number, id: string) => columns[at]?.figures.find((figure) => figure.id === id);
  const body = [...rows.values()].map(({ id, name }) => [
    name,
    ...columns.flatMap(({ format }, at) => {
      const figure = find(at, id);
      const { quantity } = figure ?? {};
      const text = quantity ? format.marked(format.text(quantity), quantity) : '–';
      return at === 0 ? [text] : [text, ratioText(figure, find(0, id), format)];
    }),
  ]);
  const head = [
    'Test',
    ...columns.flatMap(({ letter }, at) => (at === 0 ? [letter] : [letter, `${letter} against A`])),
  ];
  const width = letterOf(columns.length - 1).length;
  const legend = columns.map(({ letter, file, about }) => plainLine(`${letter.padEnd(width)}  ${file}: ${about}`));
  const hasCommon = [...rows.keys()].some((id) => columns.filter((_, at) => find(at, id)).length > 1);
  return { text: [...legend, '', ...alignedColumns(head, body, 1)].join('\n'), hasCommon };
}

/** A line that was not understood is said, and the rest is compared. */
export async function compareFiles(files: readonly string[]): Promise<number> {
  const sides: Side[] = [];
  for (const file of files) {
    const { side, sentences } = await readSide(file);
    for (const sentence of sentences) complain(`${file}: ${sentence}`);
    if (side) sides.push(side);
  }
  if (sides.length < files.length) return EXIT.usage;
  const { text, hasCommon } = comparisonOf(sides);
  print(text);
  if (hasCommon) return EXIT.done;
  complain('These results have no figure in common.');
  return EXIT.failed;
}

interface Verdict {
  readonly sentence: string;
  readonly lines: readonly string[];
  readonly exit: number;
}

const badVerdict = (sentence: string, lines: readonly string[] = [], exit: number = EXIT.failed): Verdict => ({
  sentence,
  lines,
  exit,
});

const indented = (lines: readonly string[]) => lines.map((line) => `  ${line}`);

function verdictOn(file: string): Verdict {
  let value: unknown;
  try {
    value = readJson(file);
  } catch (error) {
    const why = error instanceof SyntaxError ? 'is not JSON, or is cut off' : `cannot be read: ${reasonOf(error)}`;
    return badVerdict(`${why}. Name a file of --json, or one that a run has kept.`, [], EXIT.usage);
  }
  const { record, declared = {} } = unwrap(value);
  const result = z.safeParse(RunRecord, record, IN_ENGLISH);
  if (!result.success) {
    return badVerdict('is no result of this version:', indented(result.error.issues.map(issueText)));
  }
  const faults = faultsOf(result.data);
  if (faults.length > 0) return badVerdict(`${CONTRADICTS}:`, indented(faults.map(faultText)));
  const missingEvidence = evidenceToRank(result.data, { declared, cores: [WASM_SHA256], nowMs: Date.now() });
  if (missingEvidence.length === 0) return { sentence: 'can be published.', lines: [], exit: EXIT.done };
  const reasons = `can be published, and would not be ranked: ${missingEvidence.join(', ')}.`;
  return { sentence: reasons, lines: [], exit: EXIT.done };
}

/** Says of each file whether a service would take what is in it; the exit code is that of the worst. */
export function verifyFiles(files: readonly string[]): number {
  const verdicts = files.map((file) => {
    const { sentence, lines, exit } = verdictOn(file);
    print([`${file} ${sentence}`, ...lines].map(plainLine).join('\n'));
    return exit;
  });
  return Math.max(...verdicts);
}
