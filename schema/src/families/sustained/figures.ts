import { decodeSeries, median, sum } from '../../documents/stats.ts';
import type { Figure, Origin } from '../../figures/figure.ts';
import { intervalOf } from '../../figures/loops.ts';
import type { Family, RecordOf } from '../family.ts';
import { partOfPass, passOfSpan } from '../iostat-part.ts';
import type { Described } from '../report.ts';
import { changePoints } from './change-points.ts';
import { CLIFF_ROUNDS, cliffFrom, steadyFrom } from './rounds.ts';
import { originOfWrites } from '../flushes.ts';
import { sustainedFlushes, sustainedPlan } from './plan.ts';
import type { SustainedPlan, SustainedResult } from './schema.ts';
import type { BoardLayout } from '../../documents/lists.ts';
import { changesOnly } from '../plan-for.ts';

/** Another budget or limit ends before another part of the drive's cache is full. */
function sustainedLayout({ plan, environment }: RecordOf<SustainedPlan, SustainedResult>): BoardLayout | null {
  const isSameWork = plan.profile === 'quick' && changesOnly(sustainedPlan, plan, []);
  return isSameWork && environment.engine === 'opfs-sync' ? 'sustained' : null;
}

export interface Level {
  readonly fromRound: number;
  readonly toRound: number;
  /** Bytes written before this level began, those that filled the file included. */
  readonly afterBytes: number;
  /** The bytes of its rounds over their time. */
  readonly bytesPerS: number;
  /** Against the level before; `null` for the first. */
  readonly ratio: number | null;
}

export interface SustainedFigures {
  /** Bytes per second of every round, its flush included. */
  readonly rounds: readonly number[];
  readonly levels: readonly Level[];
  /** The level that is the drive's in the long run; `null` where no round was finished. */
  readonly longRun: Level | null;
  /** The first round of the steady state, which lies in the last level; `null` where there was none. */
  readonly steadyFromRound: number | null;
  /** Whether a level is clearly slower than the one before it. */
  readonly hasFallen: boolean;
}

/** A change of less than this is no other level to a person, however sure statistics are of it. */
const MIN_CHANGE = 0.1;

export function sustainedFigures(result: SustainedResult, plan: SustainedPlan): SustainedFigures {
  const totalUs = decodeSeries(result.total_us);
  const rounds = totalUs.map((us) => (plan.round_bytes * 1e6) / us);
  const rawLevels = levelsOf(totalUs, plan.round_bytes, result.ended === 'cliff' ? cliffFrom(totalUs) : null);
  const fillBytes = result.fill?.bytes ?? 0;
  const levels = rawLevels.map((level) => ({ ...level, afterBytes: fillBytes + level.afterBytes }));
  const longRun = longRunOf(levels);
  // Steady at first and slower later is no steady state.
  const lastFrom = levels.at(-1)?.fromRound ?? 0;
  const steadyRound = steadyFrom(rounds.slice(lastFrom));
  return {
    rounds,
    levels,
    longRun,
    steadyFromRound: steadyRound === null ? null : lastFrom + steadyRound,
    hasFallen: levels.some(({ ratio }) => ratio !== null && ratio < 1 - MIN_CHANGE),
  };
}

const roundsOf = ({ fromRound, toRound }: Level) => toRound - fromRound;

/** Whether one rate is clearly above another. */
export const isAbove = (rate: number, other: number): boolean => rate >= (1 + MIN_CHANGE) * other;

/** The last level, with which a longer write goes on. A rise to it counts where more than half of the bytes were as fast. */
function longRunOf(levels: readonly Level[]): Level | null {
  const last = levels.at(-1);
  if (!last) return null;
  const slowestFirst = levels.toSorted((a, b) => a.bytesPerS - b.bytesPerS);
  const half = sum(levels.map(roundsOf)) / 2;
  const middle = slowestFirst.find((_, index) => sum(slowestFirst.slice(0, index + 1).map(roundsOf)) >= half) ?? last;
  return isAbove(last.bytesPerS, middle.bytesPerS) ? middle : last;
}

/** `cliff`: the round from which the run saw the speed low; among noisy rounds the statistics may not. */
function levelsOf(totalUs: readonly number[], roundBytes: number, cliff: number | null): Level[] {
  if (totalUs.length === 0) return [];
  const rounds = totalUs.map((us) => (roundBytes * 1e6) / us);
  const keptStarts: number[] = [];
  const foundStarts = [0, ...changePoints(rounds)];
  const isSeen = cliff === null || foundStarts.some((from) => from > 0 && Math.abs(from - cliff) <= CLIFF_ROUNDS);
  const starts = isSeen ? foundStarts : [...foundStarts, cliff].toSorted((a, b) => a - b);
  // A change too small to matter joins its segment to the one before.
  starts.forEach((from, index) => {
    const before = keptStarts.at(-1);
    const here = median(rounds.slice(from, starts[index + 1] ?? rounds.length));
    const ratio = before === undefined ? 0 : here / median(rounds.slice(before, from));
    if (before === undefined || Math.abs(ratio - 1) >= MIN_CHANGE) keptStarts.push(from);
  });
  for (let levelStarts = keptStarts; ;) {
    const levels = levelsAt(levelStarts, totalUs, roundBytes);
    // Rounds may differ in the middle, and not in the time that all of them took.
    const sameIndex = levels.findIndex(({ ratio }) => ratio !== null && Math.abs(ratio - 1) < MIN_CHANGE);
    if (sameIndex === -1) return levels;
    levelStarts = levelStarts.toSpliced(sameIndex, 1);
  }
}

/** @param starts the first round of each level */
function levelsAt(starts: readonly number[], totalUs: readonly number[], roundBytes: number): Level[] {
  const levels: Level[] = [];
  for (const [index, fromRound] of starts.entries()) {
    const toRound = starts[index + 1] ?? totalUs.length;
    // Where a level is, the middle of its rounds tells; how fast it was, all of them.
    const bytesPerS = ((toRound - fromRound) * roundBytes * 1e6) / sum(totalUs.slice(fromRound, toRound));
    const before = levels.at(-1);
    levels.push({
      fromRound,
      toRound,
      afterBytes: fromRound * roundBytes,
      bytesPerS,
      ratio: before ? bytesPerS / before.bytesPerS : null,
    });
  }
  return levels;
}

/** Where its writes went, each round of which is flushed. */
export function sustainedOrigin(run: Described<SustainedPlan, SustainedResult>): Origin | null {
  return originOfWrites(run.environment, sustainedFlushes(run));
}

export const sustainedFamily = {
  ...sustainedPlan,
  flushes: sustainedFlushes,
  boardLayout: sustainedLayout,
  iostat: ({ write, elapsed_us, workers }) => {
    if (!write) return [];
    const elapsedNs = sum(decodeSeries(elapsed_us)) * 1e3;
    const { ops: calls, bytes, busy_ns: ns } = write;
    return partOfPass('SEQ1M', passOfSpan({ elapsedNs, workers, write: { calls, bytes, ns } }));
  },
  figures: (record) => {
    const { result, plan } = record;
    const origin = sustainedOrigin(record);
    const { levels, longRun, hasFallen } = sustainedFigures(result, plan);
    const [first] = levels;
    const figure = (id: string, value: number, name = id): Figure => ({
      id,
      name,
      unit: 'bytes_per_s',
      better: 'higher',
      direction: 'write',
      row: null,
      ...intervalOf([value]),
      p99_ns: null,
      origin,
    });
    if (!first || !longRun) return [];
    const leading = figure('at-last', longRun.bytesPerS, hasFallen ? 'at-last' : 'kept');
    return longRun === first ? [leading] : [leading, figure('at-first', first.bytesPerS)];
  },
} satisfies Family<SustainedPlan, SustainedResult>;
