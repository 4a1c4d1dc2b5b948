import { median } from '../../documents/stats.ts';
import { decodeSeries, sum } from '../../documents/wire.ts';
import type { Figure } from '../../figures/figure.ts';
import { intervalOf } from '../../figures/loops.ts';
import { defineFigureSide } from '../family.ts';
import { partOfPass, passOfSpan } from '../iostat-part.ts';
import { changePoints } from './change-points.ts';
import { CLIFF_ROUNDS, cliffFrom } from './cliff.ts';
import type { SustainedPlan } from './plan-schema.ts';
import type { SustainedResult } from './result.ts';
import { STEADY_ROUNDS, steadyFrom } from './steady.ts';

export interface Level {
  readonly fromRound: number;
  readonly toRound: number;
  /** Bytes written in rounds before this level began. */
  readonly afterBytes: number;
  readonly bytesPerS: number;
  /** Against the level before; `null` for the first. */
  readonly ratio: number | null;
}

export interface SustainedFigures {
  /** Bytes per second of every round, its flush included. */
  readonly rounds: readonly number[];
  readonly levels: readonly Level[];
  /** The first round of the steady state, which lies in the last level; `null` where there was none. */
  readonly steadyFromRound: number | null;
  readonly steadyBytesPerS: number | null;
}

/** A change of less than this is no other level to a person, however sure statistics are of it. */
export const MIN_CHANGE = 0.1;

export function sustainedFigures(result: SustainedResult, plan: SustainedPlan): SustainedFigures {
  const totalUs = decodeSeries(result.total_us);
  const rounds = totalUs.map((us) => (plan.round_bytes * 1e6) / us);
  const levels = levelsOf(rounds, plan.round_bytes, result.ended === 'cliff' ? cliffFrom(totalUs) : null);
  // Steady at first and slower later is no steady state.
  const lastFrom = levels.at(-1)?.fromRound ?? 0;
  const steady = steadyFrom(rounds.slice(lastFrom));
  const from = steady === null ? null : lastFrom + steady;
  return {
    rounds,
    levels,
    steadyFromRound: from,
    steadyBytesPerS: from === null ? null : median(rounds.slice(from, from + STEADY_ROUNDS)),
  };
}

/** Bytes per second in the long run: those of the last level; `null` where no round was finished. */
export function sustainedRate(result: SustainedResult, plan: SustainedPlan): number | null {
  return sustainedFigures(result, plan).levels.at(-1)?.bytesPerS ?? null;
}

/** `cliff`: the round from which the run saw the speed low; among noisy rounds the statistics may not. */
function levelsOf(rounds: readonly number[], roundBytes: number, cliff: number | null): Level[] {
  if (rounds.length === 0) return [];
  const kept: number[] = [];
  const found = [0, ...changePoints(rounds)];
  const isSeen = cliff === null || found.some((from) => from > 0 && Math.abs(from - cliff) <= CLIFF_ROUNDS);
  const starts = isSeen ? found : [...found, cliff].toSorted((a, b) => a - b);
  // A change too small to matter joins its segment to the one before.
  starts.forEach((from, index) => {
    const before = kept.at(-1);
    const here = median(rounds.slice(from, starts[index + 1] ?? rounds.length));
    const ratio = before === undefined ? 0 : here / median(rounds.slice(before, from));
    if (before === undefined || Math.abs(ratio - 1) >= MIN_CHANGE) kept.push(from);
  });
  const levels: Level[] = [];
  for (const [index, fromRound] of kept.entries()) {
    const toRound = kept[index + 1] ?? rounds.length;
    const bytesPerS = median(rounds.slice(fromRound, toRound));
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

export const sustainedFigureSide = defineFigureSide<SustainedPlan, SustainedResult>({
  id: 'sustained',
  iostat: ({ write, elapsed_us, workers }) => {
    if (!write) return [];
    const elapsedNs = sum(decodeSeries(elapsed_us)) * 1e3;
    const { ops: calls, bytes, busy_ns: ns } = write;
    return partOfPass('SEQ1M', passOfSpan({ elapsedNs, workers, write: { calls, bytes, ns } }));
  },
  figures: ({ result, plan }) => {
    const { levels } = sustainedFigures(result, plan);
    const [first, last] = [levels[0], levels.at(-1)];
    const figure = (id: string, value: number): Figure => ({
      id,
      name: id,
      unit: 'bytes_per_s',
      better: 'higher',
      ...intervalOf([value]),
      p99_ns: null,
      read_from: null,
    });
    if (!first || !last) return [];
    return [figure('at-last', last.bytesPerS), figure('at-first', first.bytesPerS)];
  },
});
