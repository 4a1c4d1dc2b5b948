import { RunRecord, type RunRecord as Record } from '@opfsmark/schema/families';
import { compareFigures, ratioKindOf } from '@opfsmark/schema/figures';
import {
  alignReads,
  MAX_FOREIGN_BYTES,
  problemText,
  readForeign,
  textOfBytes,
  type ForeignFigure,
} from '@opfsmark/schema/foreign';
import words from '@opfsmark/schema/foreign/en';
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
import { createReadStream } from 'node:fs';
import * as z from 'zod/mini';
import { reasonOf } from '../ts/node/folder-problem.ts';
import { unwrap } from './publish.ts';
import { engineOf } from './report.ts';

/** A result of a comparison. */
export interface Side {
  readonly file: string;
  /** What measured it. */
  readonly about: string;
  readonly result: { readonly figures: readonly ReportFigure[] } | { readonly foreign: readonly ForeignFigure[] };
  readonly format: Formatter;
}

interface Read {
  /** `null`: the file holds nothing that can be compared. */
  readonly side: Side | null;
  readonly sentences: readonly string[];
}

const refused = (sentence: string): Read => ({ side: null, sentences: [sentence] });

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

function sideOfRecord(file: string, record: Record): Side {
  const { figures, format } = reportOf(record);
  return { file, about: `${engineOf(record)}: ${record.plan.family}`, result: { figures }, format };
}

/** What a program prints of itself, and the files of --save FILE.figures.json. */
const Printed = z.object({
  figures: z
    .array(
      z.object({
        id: z.optional(z.string()),
        name: z.string().check(z.minLength(1)),
        unit: z.enum(['bytes_per_s', 'iops', 'files_per_s', 'rows_per_s', 'ns', 'calls', 'share']),
        better: z.enum(['higher', 'lower']),
        value: z.number(),
        low: z.optional(z.number()),
        high: z.optional(z.number()),
        origin: z.nullish(z.enum(['drive', 'mixed', 'cached', 'unknown', 'unflushed', 'buffered'])),
      }),
    )
    .check(z.minLength(1)),
});

function printedFigures({ figures }: z.infer<typeof Printed>): ReportFigure[] {
  return figures.map(({ id, name, unit, better, value, low = value, high = value, origin = null }) => ({
    ...{ id: id ?? name, name, unit, better, value, low, high },
    quantity: { value, unit, origin },
    p99: null,
  }));
}

/** Reads a result of our own or of another tool, whichever it is. `isWhole`: else only its beginning was read. */
export function readText(file: string, bytes: Uint8Array, isWhole: boolean): Read {
  const text = textOfBytes(bytes);
  const value = parseJson(text);
  const record = recordIn(value);
  if (record) return { side: sideOfRecord(file, record), sentences: [] };
  const printed = z.safeParse(Printed, value);
  if (printed.success) {
    const figures = printedFigures(printed.data);
    return { side: { file, about: 'figures', result: { figures }, format: englishFormat(1) }, sentences: [] };
  }
  const { tool, version, figures, problems } = readForeign(text, isWhole);
  if (value !== undefined && problems.some(({ kind }) => kind === 'own_result')) {
    return refused('holds no result of this version. Name a file of --json.');
  }
  const sentences = problems.map((problem) => problemText(problem, words.problems, 'en'));
  if (figures.length === 0) return { side: null, sentences };
  const marks = new Set(figures.map(({ isDirect }) => (isDirect ? words.direct : words.buffered)));
  const about = [`${tool ?? ''} ${version ?? ''}`.trim(), ...marks].join(', ');
  return { side: { file, about, result: { foreign: figures }, format: englishFormat(1) }, sentences };
}

export async function readSide(file: string): Promise<Read> {
  try {
    const { bytes, isWhole } = await readBeginning(file);
    return readText(file, bytes, isWhole);
  } catch (error) {
    return refused(`cannot be read: ${reasonOf(error)}. Name a file of --json, or one that another tool has saved.`);
  }
}

const english = englishOf('matrix');

function reported(figure: ForeignFigure): ReportFigure {
  const { id, unit, better, value, low, high, once } = figure;
  const head = { id, unit, better, value, low, high, once };
  return { ...head, name: nameText(figure.name, english), quantity: figureQuantity(figure), p99: null };
}

/** The figures of a side that stands alone or beside others with these ids. */
export const figuresOfSide = ({ result }: Side, ids: readonly string[] = []): readonly ReportFigure[] =>
  'figures' in result ? result.figures : alignReads(result.foreign, ids).map(reported);

const comparable = (figure: ReportFigure) => ({ ...figure, read_from: figure.quantity.origin ?? null });

/** How much faster or slower than the first. */
function ratioText(own: ReportFigure | undefined, base: ReportFigure | undefined, format: Formatter): string {
  if (!own || !base || ratioKindOf(own) === 'amount') return '';
  const ratio = compareFigures(comparable(own), comparable(base));
  if (ratio === 'unlike') return 'not comparable';
  if (!ratio) return '';
  return ratio.tie ? 'no clear difference' : format.text({ value: ratio.ratio, unit: 'ratio' });
}

const letterOf = (index: number) => String.fromCharCode('A'.charCodeAt(0) + index);

/** All figures of all results in a table, those after the first with how they differ from it. */
export function comparisonOf(sides: readonly Side[]): { readonly text: string; readonly hasCommon: boolean } {
  const ids = sides.flatMap(({ result }) => ('figures' in result ? result.figures.map(({ id }) => id) : []));
  const all = sides.map((side, index) => ({
    ...side,
    letter: letterOf(index),
    figures: figuresOfSide(side, ids),
  }));
  const rows = new Map<string, ReportFigure>();
  for (const own of all.flatMap(({ figures }) => figures)) if (!rows.has(own.id)) rows.set(own.id, own);
  const find = (at: number, id: string) => all[at]?.figures.find((own) => own.id === id);
  const body = [...rows.values()].map(({ id, name }) => [
    name,
    ...all.flatMap(({ format }, at) => {
      const own = find(at, id);
      const { quantity } = own ?? {};
      const text = quantity ? format.marked(format.text(quantity), quantity) : '–';
      return at === 0 ? [text] : [text, ratioText(own, find(0, id), format)];
    }),
  ]);
  const head = ['Test', ...all.flatMap(({ letter }, at) => (at === 0 ? [letter] : [letter, `${letter} against A`]))];
  const legend = all.map(({ letter, file, about }) => `${letter}  ${file}: ${about}`);
  const hasCommon = [...rows.keys()].some((id) => all.filter((_, at) => find(at, id)).length > 1);
  return { text: [...legend, '', ...alignedColumns(head, body, 1)].join('\n'), hasCommon };
}
