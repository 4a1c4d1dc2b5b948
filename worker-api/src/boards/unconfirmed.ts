import {
  cutsOf,
  metricOf,
  type BoardParts,
  type CutKeys,
  type MetricId,
  type MetricValue,
  type MetricValues,
} from '@opfsmark/schema/boards';
import { medianRanks } from './buckets.ts';
import { cutsPrefixOf, type BoardLine, lineOf, usualName } from './lines.ts';
import type { SourceTag } from './policy.ts';
import { comparePositions, type Position, type StoredRow } from './ranking.ts';

/** A listed run, as far as its values need it. */
export interface MeasuredRun {
  readonly run_id: string;
  readonly network: SourceTag;
  readonly metrics: MetricValues;
}

/** The same as far as a board needs it. */
export interface ListedRun extends MeasuredRun, CutKeys {
  /** Device and drive as they were declared. */
  readonly name: string;
  readonly drive_name: string;
}

/** What the listed runs of a subject say of it, where others have not confirmed it. */
export interface UnconfirmedEntry extends Position {
  readonly cut: string;
  readonly row: StoredRow;
}

interface PlacedRun {
  readonly run: ListedRun;
  readonly cut: string;
  readonly line: BoardLine;
}

/** A run on the line of a board that it belongs to; `null` where it has none there. */
function placeRun(run: ListedRun, board: BoardParts): PlacedRun | null {
  const prefix = cutsPrefixOf(board);
  const cut = Object.values(cutsOf(run)).find((candidate) => candidate.startsWith(prefix));
  const names = {
    device: { name: run.name, isRejected: false },
    drive: { name: run.drive_name, isRejected: false },
  };
  return cut === undefined ? null : { run, cut, line: lineOf(cut, names, null) };
}

/** What listed runs say of a metric. */
export interface ListedMedian<Run> extends MetricValue {
  /** The median is its value. */
  readonly typical: Run;
  /** Bounds of its 95 % confidence interval, or of the range of a few. */
  readonly low: number;
  readonly high: number;
  /** All values, ascending. */
  readonly values: readonly number[];
  readonly networks: number;
}

/** The median of some listed runs, by which every page shows what is not confirmed; `null` where none has the metric. */
export function listedMedian<Run extends MeasuredRun>(
  runs: readonly Run[],
  metric: MetricId,
): ListedMedian<Run> | null {
  const points = runs.flatMap((run) => {
    const metricValue = run.metrics[metric];
    return metricValue ? [{ run, metricValue }] : [];
  });
  const sortedPoints = points.toSorted(
    (a, b) => a.metricValue.value - b.metricValue.value || (a.run.run_id < b.run.run_id ? -1 : 1),
  );
  const n = sortedPoints.length;
  const [low, high] = medianRanks(n);
  const at = (rank: number) => sortedPoints[rank - 1];
  const [typicalPoint, lowestPoint, highestPoint] = [at(Math.ceil(n / 2)), at(low), at(high)];
  if (!typicalPoint || !lowestPoint || !highestPoint) return null;
  return {
    ...typicalPoint.metricValue,
    typical: typicalPoint.run,
    low: lowestPoint.metricValue.value,
    high: highestPoint.metricValue.value,
    values: sortedPoints.map(({ metricValue }) => metricValue.value),
    networks: new Set(sortedPoints.map(({ run }) => run.network)).size,
  };
}

function entryOf(cut: string, placedRuns: readonly PlacedRun[], board: BoardParts): UnconfirmedEntry | null {
  const lines = new Map(placedRuns.map(({ run, line }) => [run.run_id, line]));
  const median = listedMedian(
    placedRuns.map(({ run }) => run),
    board.metric,
  );
  const line = median && lines.get(median.typical.run_id);
  if (!line) return null;
  const { typical, value, low, high, p99_ns, ceiling, values, networks } = median;
  return {
    cut,
    subject: line.subject,
    sort: metricOf(board.metric).better === 'lower' ? value : -value,
    row: {
      subject: {
        slug: line.shown.slug,
        name: usualName(placedRuns.map((one) => one.line.shown.name)) ?? line.shown.name,
      },
      filesystem: line.shown.filesystem,
      ...{ value, low, high, p99_ns },
      ...(ceiling === undefined ? {} : { ceiling }),
      ...{ networks, runs: values.length, run_id: typical.run_id },
    },
  };
}

/** One entry per subject of a board: the median of its listed runs and its interval, best first. */
export function unconfirmedEntries(runs: readonly ListedRun[], board: BoardParts): UnconfirmedEntry[] {
  const placedRuns = runs.flatMap((run) => (run.metrics[board.metric] && placeRun(run, board)) ?? []);
  const byCut = Map.groupBy(placedRuns, ({ cut }) => cut);
  const entries = [...byCut].flatMap(([cut, cutRuns]) => entryOf(cut, cutRuns, board) ?? []);
  return entries.toSorted(comparePositions);
}

/** An entry of a page, with its place by value among all that is listed, from 1 at the best. */
export type PlacedEntry<Ranked, Other> = { readonly position: number } & (
  | { readonly isRanked: true; readonly entry: Ranked }
  | { readonly isRanked: false; readonly entry: Other }
);

/** The ranked entries of a page and those of others whose value belongs between them, best first. */
export function placeAmong<Ranked extends Position, Other extends Position>(
  rankedEntries: readonly Ranked[],
  otherEntries: readonly Other[],
  { from, isLast }: { readonly from: Position & { readonly count: number }; readonly isLast: boolean },
): PlacedEntry<Ranked, Other>[] {
  const end = isLast ? undefined : rankedEntries.at(-1);
  const laterEntries = otherEntries.filter((other) => comparePositions(other, from) > 0);
  const pageEntries = laterEntries.filter((other) => end === undefined || comparePositions(other, end) < 0);
  const countBefore = from.count + otherEntries.length - laterEntries.length;
  const entries = [
    ...rankedEntries.map((entry) => ({ isRanked: true as const, entry })),
    ...pageEntries.map((entry) => ({ isRanked: false as const, entry })),
  ];
  return entries
    .toSorted((a, b) => comparePositions(a.entry, b.entry))
    .map((one, index) => ({ ...one, position: countBefore + index + 1 }));
}
