import { sum } from '../../documents/stats.ts';
import { cellFigure, finishedRows } from './figures.ts';
import { CONTENDER_IDS, type ContenderId } from './contender-ids.ts';
import type { AppStorageResult, AppStorageRow } from './schema.ts';
import { isRanked, shippedBytes } from './contenders.ts';
import { contentionOf } from './contention.ts';
import { type ConformingRow, conformanceOf } from './facts.ts';
import { harmOf, survivedOf } from './survived.ts';
import type { WorkloadId } from './plan.ts';

export const USE_IDS = ['notes', 'sync', 'analytics', 'files'] as const;
export type UseId = (typeof USE_IDS)[number];

const TRIALS = ['power_cut', 'two_tabs', 'killed_browser', 'killed_worker'] as const;
type Trial = (typeof TRIALS)[number];

interface Use {
  /** The trials that must leave every acknowledged put and every older row as it was. */
  readonly survives: readonly Trial[];
  /** How often a session of such an app does what: the sum of these times is compared. */
  readonly session: Readonly<Partial<Record<WorkloadId, number>>>;
}

/** The published rules: METHODOLOGY.md says them in words. */
export const USES: Readonly<Record<UseId, Use>> = {
  notes: { survives: TRIALS, session: { open: 1, read: 100, put: 20 } },
  sync: { survives: TRIALS, session: { open: 1, read: 100, put: 20, 'put-batch': 10 } },
  // Data that is analysed was copied from somewhere and can be copied again.
  analytics: { survives: ['killed_browser', 'killed_worker'], session: { open: 1, read: 1_000, 'put-batch': 100 } },
  files: {
    survives: ['power_cut', 'killed_browser', 'killed_worker'],
    session: { open: 1, 'blob-write': 10, 'blob-read': 10 },
  },
};

/** Whether nobody hung, no row was lost or doubled, and the store could be opened afterwards, as far as so many have tried it at once. */
function isSoundWith({ contender, contention, countedIn }: ConformingRow, workers: number): boolean {
  const trials = contention ?? (countedIn ? contentionOf(contender, countedIn)?.count.contention : undefined) ?? [];
  return trials
    .filter((one) => one.workers <= workers)
    .every(({ hung, wrong, unopened }) => hung + wrong + unopened === 0);
}

/** Whether a store came through; `null` where nobody has tried. */
function survives(row: ConformingRow, trial: Trial): boolean | null {
  const { contender, survival, two_tabs, countedIn } = row;
  switch (trial) {
    case 'power_cut':
    case 'killed_browser': {
      const counted = survivedOf(contender, countedIn)?.count[trial];
      return counted ? harmOf(counted) === 0 : null;
    }
    case 'two_tabs':
      if (!two_tabs || two_tabs.second !== 'shared' || two_tabs.lost + two_tabs.damaged > 0)
        return two_tabs ? false : null;
      return isSoundWith(row, 2);
    case 'killed_worker':
      return survival ? survival.opened && survival.lost + survival.torn + survival.damaged === 0 : null;
  }
}

/** A store that cannot be used any more after a transaction that was cut off; no page can see it, as it sees no power cut. */
const isStuck = ({ contender, countedIn }: ConformingRow) =>
  (conformanceOf(contender, countedIn)?.stuck.length ?? 0) > 0;

/** A run asks only for what it has tried with at least one store. A power cut is counted elsewhere, and always asked for. */
const isAsked = (rows: readonly AppStorageRow[]) => (trial: Trial) =>
  trial === 'power_cut' || rows.some((row) => survives(row, trial) !== null);

/** Whether somebody has tried with these stores what such an app needs. */
export const isTried = (rows: readonly ConformingRow[], use: UseId) =>
  USES[use].survives.filter(isAsked(rows)).every((trial) => rows.some((row) => survives(row, trial) !== null));

/** How long a session with a contender takes, by the times that the facts show; `null` where one is missing. */
export function sessionNs(row: AppStorageRow, use: UseId): number | null {
  const parts = Object.entries(USES[use].session).map(([workload, times]) => {
    const figure = cellFigure(row, workload as WorkloadId);
    return figure && figure.perOpNs.value > 0 ? times * figure.perOpNs.value : null;
  });
  return parts.includes(null) ? null : sum(parts.map((ns) => ns ?? 0));
}

/** Two runs of one machine differ by up to 1.9: what is less than this many times shorter is no reason to choose. */
export const MAX_ALIKE = 2;
/** Up to this factor a download is the same. */
export const MAX_SAME_DOWNLOAD = 1.1;

interface Verdict {
  readonly use: UseId;
  readonly best: ContenderId;
  readonly sessionNs: number;
  /** How many qualify. */
  readonly of: number;
}

/**
 * The store to use in such an app: of those that survive all that the app needs, goes on, finished, and takes hardly longer than the quickest,
 * the smallest download; of equal ones what survives a power cut, then the first of the table. `null` where nothing qualifies.
 */
export function verdictOf(result: Pick<AppStorageResult, 'rows'>, use: UseId): Verdict | null {
  const trials = USES[use].survives.filter(isAsked(result.rows));
  const candidates = finishedRows(result).flatMap((row) => {
    const session = sessionNs(row, use);
    const hasSurvived = trials.every((trial) => survives(row, trial) === true);
    const isGood = isRanked(row.contender) && hasSurvived && !isStuck(row);
    return session !== null && isGood ? [{ row, session, bytes: shippedBytes(row.contender) }] : [];
  });
  const shortestSession = Math.min(...candidates.map(({ session }) => session));
  const fastCandidates = candidates.filter(({ session }) => session <= MAX_ALIKE * shortestSession);
  const smallestBytes = Math.min(...fastCandidates.map(({ bytes }) => bytes));
  const finalists = CONTENDER_IDS.flatMap((id) =>
    fastCandidates.filter(({ row, bytes }) => row.contender === id && bytes <= MAX_SAME_DOWNLOAD * smallestBytes),
  );
  const winner = finalists.find(({ row }) => survives(row, 'power_cut') === true) ?? finalists[0];
  return winner ? { use, best: winner.row.contender, sessionNs: winner.session, of: candidates.length } : null;
}
