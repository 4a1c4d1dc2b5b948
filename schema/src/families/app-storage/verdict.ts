import { intervalOf, isTie, type Measured } from '../../figures/loops.ts';
import { cellOf, finishedRows } from './figures.ts';
import type { ContenderId } from './contender-ids.ts';
import type { AppStorageResult, AppStorageRow } from './schema.ts';
import { classOf, isRanked, type CommitClass } from './contenders.ts';
import type { WorkloadId } from './plan.ts';

export const USE_IDS = ['notes', 'sync', 'analytics', 'files'] as const;
export type UseId = (typeof USE_IDS)[number];

interface Use {
  /** The workloads that the use consists of, each with the same weight. */
  readonly workloads: readonly WorkloadId[];
  /** The classes that are good enough, best first: the first in which something was measured is the one that counts. */
  readonly classes: readonly CommitClass[];
}

/** The published rules: METHODOLOGY.md says them in words. */
export const USES: Readonly<Record<UseId, Use>> = {
  notes: { workloads: ['open', 'put', 'update', 'read'], classes: ['ordered', 'synced'] },
  sync: { workloads: ['put-batch', 'scan', 'update', 'delete'], classes: ['ordered', 'synced'] },
  // What is analysed was copied from somewhere and can be copied again.
  analytics: { workloads: ['put-batch', 'scan', 'read'], classes: ['ordered', 'synced', 'unsynced'] },
  files: { workloads: ['blob-write', 'blob-read'], classes: ['ordered', 'synced'] },
};

export interface Verdict {
  readonly use: UseId;
  readonly class: CommitClass;
  /** The fastest, and those that cannot be told from it, fastest first. */
  readonly best: readonly ContenderId[];
  /** How many were compared. */
  readonly of: number;
}

/** The geometric mean of what the workloads take per operation in one loop. */
function loopScore(row: AppStorageRow, workloads: readonly WorkloadId[], loop: number): number {
  const logs = workloads.map((workload) => {
    const cell = cellOf(row, workload);
    return Math.log((cell?.elapsed_ns[loop] ?? Number.NaN) / (cell?.ops ?? Number.NaN));
  });
  return Math.exp(logs.reduce((sum, log) => sum + log, 0) / logs.length);
}

/** A contender in one use: the median of its loops and the interval. `null` where a cell is missing. */
export function useScore(row: AppStorageRow, use: UseId): Measured | null {
  const { workloads } = USES[use];
  const loops = Math.min(...workloads.map((workload) => cellOf(row, workload)?.elapsed_ns.length ?? 0));
  if (loops === 0) return null;
  const scores = Array.from({ length: loops }, (_, loop) => loopScore(row, workloads, loop));
  return scores.every((score) => Number.isFinite(score) && score > 0) ? intervalOf(scores) : null;
}

/** What this run says to somebody who builds such an app; `null` where nothing that is good enough was measured. */
export function verdictOf(result: AppStorageResult, use: UseId): Verdict | null {
  const scored = finishedRows(result).flatMap((row) => {
    const score = isRanked(row.contender) ? useScore(row, use) : null;
    return score ? [{ contender: row.contender, class: classOf(row.contender), score }] : [];
  });
  for (const wanted of USES[use].classes) {
    const among = scored.filter((one) => one.class === wanted).toSorted((a, b) => a.score.value - b.score.value);
    const [first] = among;
    if (!first) continue;
    const best = among.filter(({ score }) => isTie(score, first.score)).map(({ contender }) => contender);
    return { use, class: wanted, best, of: among.length };
  }
  return null;
}
