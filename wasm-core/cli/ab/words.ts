import { escapeMarkdown, geometricMean } from '@opfsmark/schema/documents';
import { alignedColumns, englishFormat } from '@opfsmark/schema/report';
import { type AbCommand, MAX_BLOCKS } from '../ab-arguments.ts';
import {
  MIN_NARROW_BLOCKS,
  usualNoise,
  WARM_UPS_IN_BLOCK,
  type ComparedFigure,
  type Comparison,
  type End,
  type Measurement,
  type SideName,
} from './blocks.ts';

interface Result {
  readonly command: AbCommand;
  readonly comparison: Comparison;
  readonly measured: Measurement;
  readonly written: Readonly<Record<SideName, number>>;
  readonly sentence: string;
  readonly version: string;
}

/** The comparison with all that was measured, so that every number of it can be computed again. */
export function resultJson({ command, comparison, measured, written, sentence, version }: Result): string {
  const { names, sides, subject, threshold, until } = command;
  const { blocks, end } = measured;
  const { without } = comparison;
  const document = {
    opfsmark_ab: 1,
    core_version: version,
    at: new Date().toISOString(),
    names,
    sides,
    subject: subject.kind,
    plan: 'plan' in subject ? subject.plan : subject.kind === 'stores' ? subject.size : null,
    ...{ threshold, until, sentence },
    verdict: comparison.verdict,
    noise: usualNoise(comparison),
    to_find: comparison.toFind,
    blocks: blocks.map(({ order }) => order),
    end: end.kind,
    failure: end.kind === 'failed' ? { side: end.side, sentence: end.sentence } : null,
    bytes_written: subject.kind === 'folders' ? { a: written.A, b: written.B } : null,
    figures: comparison.figures.map(({ figure, values, interleaved, verdict }) => ({
      ...{ id: figure.id, name: figure.name, unit: figure.unit, better: figure.better },
      origin: figure.quantity.origin ?? null,
      ...{ a: geometricMean(values.a), b: geometricMean(values.b), ratio: interleaved.ratio },
      ...{
        low: interleaved.interval?.low ?? null,
        high: interleaved.interval?.high ?? null,
        noise: interleaved.noise,
        verdict,
      },
      values,
    })),
    without: { not_always: without.notAlways, not_above_zero: without.notAboveZero, unlike: without.unlike },
  };
  return `${JSON.stringify(document, null, 2)}\n`;
}

/** The same in one line, without the single measurements: for a file that grows by one with every commit. */
export function historyLine(json: string): string {
  return `${JSON.stringify(JSON.parse(json), (key, value: unknown) => (['values', 'plan'].includes(key) ? undefined : value))}\n`;
}

type Names = readonly [a: string, b: string];

const format = englishFormat(1);

/** "1.34", and two digits of what is far from 1: "12", "0.032". */
function factorText(factor: number): string {
  if (factor > 1000) return 'over 1000';
  if (factor < 0.001) return 'under 0.001';
  return factor >= 9.95 || factor < 0.1 ? `${Number(factor.toPrecision(2))}` : factor.toFixed(2);
}

/** "1.80 times faster (1.62 to 2.01)" */
function ratioText({ interleaved: { ratio, interval } }: ComparedFigure): string {
  const isFaster = ratio >= 1;
  const text = `${factorText(isFaster ? ratio : 1 / ratio)} times ${isFaster ? 'faster' : 'slower'}`;
  if (!interval) return text;
  const [low, high] = isFaster ? [interval.low, interval.high] : [1 / interval.high, 1 / interval.low];
  return `${text} (${factorText(low)} to ${factorText(high)})`;
}

const distance = ({ interleaved }: ComparedFigure) => Math.abs(Math.log(interleaved.ratio));

/** "1.80 times faster (1.62 to 2.01) in RND4K Q1 read, and faster in 2 more" of those that changed this way. */
function changeText(changedFigures: readonly ComparedFigure[], how: 'faster' | 'slower'): string[] {
  const [largestChange, ...more] = changedFigures.toSorted((a, b) => distance(b) - distance(a));
  if (!largestChange) return [];
  const othersText = more.length === 0 ? '' : `, and ${how} in ${more.length} more`;
  return [`${ratioText(largestChange)} in ${largestChange.figure.name}${othersText}`];
}

function noiseText(noise: number | null): string {
  if (noise === null) return 'more blocks would tell the noise of this machine';
  return `the noise of this machine is ${noise < 1.005 ? 'below 1.01' : factorText(noise)}`;
}

const percent = (share: number) => `${Number((share * 100).toPrecision(3))} %`;

/** The verdict of the comparison, in one sentence. */
export function sentenceOf(comparison: Comparison, [a, b]: Names, threshold: number): string {
  const { figures, verdict } = comparison;
  if (figures.length === 0) return `${a} and ${b} have no figure in common that can be compared.`;
  const worseFigures = figures.filter((figure) => figure.verdict === 'worse');
  const betterFigures = figures.filter((figure) => figure.verdict === 'better');
  const changes = [...changeText(worseFigures, 'slower'), ...changeText(betterFigures, 'faster')];
  if (changes.length > 0) {
    const noises = [...worseFigures, ...betterFigures].map(({ interleaved }) => interleaved.noise ?? 1);
    return `${b} is ${changes.join('; ')}; ${noiseText(Math.max(...noises))}.`;
  }
  const where = figures.length === 1 ? `in ${figures[0]?.figure.name ?? ''}` : `in ${figures.length} figures`;
  const what =
    verdict === 'same'
      ? `${a} and ${b} differ by less than ${percent(threshold)} ${where}`
      : `No clear difference of more than ${percent(threshold)} between ${a} and ${b} ${where}`;
  return `${what}; ${noiseText(usualNoise(comparison))}.`;
}

const VERDICTS = { better: 'faster', worse: 'slower', same: 'the same', unclear: 'not clear' } as const;

interface TableText {
  readonly head: readonly string[];
  readonly body: readonly (readonly string[])[];
}

function tableOf({ figures }: Comparison, [a, b]: Names): TableText {
  const body = figures.map(({ figure, values, interleaved: { ratio, interval, noise }, verdict }) => {
    const cell = (sideValues: readonly number[]) => {
      const { unit, origin = null, isWrite = false } = figure.quantity;
      return format.marked(format.text({ value: geometricMean(sideValues), unit }), { origin, isWrite });
    };
    const ends = interval ? `${factorText(interval.low)} to ${factorText(interval.high)}` : '–';
    const noiseCell = noise === null ? '–' : factorText(noise);
    return [figure.name, cell(values.a), cell(values.b), factorText(ratio), ends, noiseCell, VERDICTS[verdict]];
  });
  return { head: ['Test', a, b, `${b} against ${a}`, '95 % interval', 'Noise', ''], body };
}

/** Figures without a ratio, and why: a line each. */
function withoutLines({ without: { notAlways, notAboveZero, unlike } }: Comparison): string[] {
  const reasons = [
    ['Not measured each time', notAlways],
    ['Not above zero each time', notAboveZero],
    ['Not from the same place each time, drive or memory', unlike],
  ] as const;
  return reasons.flatMap(([why, names]) =>
    names.length === 0 ? [] : [`${why}, so not compared: ${names.join('; ')}.`],
  );
}

const MINUTE_MS = 60_000;

/** A time as `--max-time` takes it, no shorter: "81s", "24m". */
function timeText(ms: number): string {
  return ms <= 2 * MINUTE_MS ? `${Math.ceil(ms / 1000)}s` : `${Math.ceil(ms / MINUTE_MS)}m`;
}

/** Why not one block was measured, and with how much time there would be enough of them. */
export function noBlockText(warmUpMs: number, maxTimeMs: number): string {
  const blockMs = warmUpMs * WARM_UPS_IN_BLOCK;
  const what =
    warmUpMs > maxTimeMs
      ? 'The warm-ups alone took longer than --max-time'
      : 'After the warm-ups no block fits into --max-time';
  const took = `they took about ${timeText(warmUpMs)}, and a block would take ${timeText(blockMs)}`;
  const enough = timeText(warmUpMs + MIN_NARROW_BLOCKS * blockMs);
  return `${what}: ${took}. Give --max-time ${enough} or more, which is enough for ${MIN_NARROW_BLOCKS} blocks.`;
}

const ENDS: Readonly<Record<Exclude<End['kind'], 'failed'>, string>> = {
  narrow: 'every ratio is known closely enough',
  blocks: 'there were no more blocks to measure (--max-blocks)',
  time: 'the time was over (--max-time)',
  stopped: 'it was stopped',
};

/** "8 blocks of A B B A; ended because ..." */
export function courseText(blocks: number, end: End): string {
  const why = end.kind === 'failed' ? `measuring ${end.side} failed` : ENDS[end.kind];
  return `${blocks} ${blocks === 1 ? 'block' : 'blocks'} of A B B A; ended because ${why}.`;
}

const READING =
  'Ratios above 1 are faster. Noise is what the ratio reaches in 95 of 100 comparisons of a thing with itself.';

/** The ways to find a difference that was not found. */
function toFindLines({ toFind, figures }: Comparison): string[] {
  if (!toFind) return [];
  const what = `A difference of ${percent(toFind.difference)}${figures.length > 1 ? ' in half of these figures' : ''}`;
  return toFind.blocks === null
    ? [`${what} would not be found on this machine with ${MAX_BLOCKS} blocks: measure on a quieter one.`]
    : [
        `${what} would be found with about ${toFind.blocks} blocks: --max-blocks ${toFind.blocks}, and a longer --max-time.`,
      ];
}

/** For a terminal: the table with what the two are. */
export function terminalText(comparison: Comparison, names: Names, sides: readonly [string, string]): string {
  const { head, body } = tableOf(comparison, names);
  const width = Math.max(...names.map(({ length }) => length));
  const legend = names.map((name, at) => `${name.padEnd(width)}  ${sides[at] ?? ''}`);
  const table = body.length === 0 ? [] : ['', ...alignedColumns(head, body, 1), '', READING];
  return [...legend, ...table, ...withoutLines(comparison), ...toFindLines(comparison)].join('\n');
}

export function markdownText(
  comparison: Comparison,
  names: Names,
  { threshold, course }: { readonly threshold: number; readonly course: string },
): string {
  const plainNames: Names = [escapeMarkdown(names[0]), escapeMarkdown(names[1])];
  const { head, body } = tableOf(comparison, plainNames);
  const row = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  const line = head.map((_, at) => (at === 0 || at === head.length - 1 ? '---' : '---:'));
  const cells = body.map(([name = '', ...more]) => row([escapeMarkdown(name), ...more]));
  const table = body.length === 0 ? [] : ['', row(head), row(line), ...cells, '', READING];
  return [
    `**${escapeMarkdown(sentenceOf(comparison, names, threshold))}**`,
    ...table,
    ...[...withoutLines(comparison), ...toFindLines(comparison)].map((text) => `\n${escapeMarkdown(text)}`),
    '',
    course,
    '',
  ].join('\n');
}

const COLOURS = { better: 'brightgreen', worse: 'red', same: 'blue', unclear: 'lightgrey' } as const;

/** The JSON that an endpoint badge of shields.io reads: https://shields.io/badges/endpoint-badge */
export function badgeText({ figures, verdict }: Comparison, [a, b]: Names): string {
  const [topFigure] = figures
    .filter((figure) => figure.verdict === verdict)
    .toSorted((x, y) => distance(y) - distance(x));
  const isChanged = topFigure && (verdict === 'better' || verdict === 'worse');
  const ratio = isChanged ? Math.exp(distance(topFigure)) : 1;
  const message = isChanged ? `${factorText(ratio)}× ${VERDICTS[verdict]}` : VERDICTS[verdict];
  const badge = { schemaVersion: 1, label: `storage: ${b} against ${a}`, message, color: COLOURS[verdict] };
  return `${JSON.stringify(badge)}\n`;
}
