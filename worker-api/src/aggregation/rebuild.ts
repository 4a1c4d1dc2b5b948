import type { Env } from '../base/env.ts';
import { rankPolicyOf } from '../boards/policy.ts';
import { markAllCohorts, selectCohorts, selectStale, type StoredCohort } from '../store/cohorts.ts';
import { CUTS_PER_BATCH, recount } from './count.ts';
import { countHourly, MAX_LARGE } from './hourly.ts';

export interface Rebuilt {
  readonly done: boolean;
  /** Cohorts that were counted again. */
  readonly counted: number;
  /** Those of them that were not what their runs say. */
  readonly drift: number;
}

/** Counts every cohort again, as far as there is time; the timer does the rest. */
export async function rebuild(env: Env, nowMs: number, hasTime: () => boolean): Promise<Rebuilt> {
  const db = env.DB;
  // What waits anyway has not drifted.
  await countHourly(env, nowMs, 0, hasTime);
  await db.batch(markAllCohorts(db));
  const count = { policy: rankPolicyOf(env), nowMs, onLoss: 'leave' } as const;
  let [counted, drift] = [0, 0];
  const compare = async (cuts: readonly string[], act: () => Promise<void>) => {
    const before = await selectCohorts(db, cuts);
    await act();
    const after = await selectCohorts(db, cuts);
    const isCounted = cuts.filter((cut) => (after.get(cut)?.stale ?? 0) === 0);
    counted += isCounted.length;
    drift += isCounted.filter((cut) => textOf(before.get(cut)) !== textOf(after.get(cut))).length;
  };
  while (hasTime()) {
    const cuts = await selectStale(db, 1, CUTS_PER_BATCH);
    if (cuts.length > 0) await compare(cuts, () => recount(db, cuts, count));
    else {
      const large = await selectStale(db, 2, MAX_LARGE);
      await compare(large, () => countHourly(env, nowMs, 0, hasTime));
      return { done: true, counted, drift };
    }
  }
  return { done: false, counted, drift };
}

const textOf = (stored: StoredCohort | undefined) => `${stored?.runs ?? 0} ${stored?.body ?? ''}`;
