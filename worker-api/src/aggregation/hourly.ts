import { cutsOf, parseCut } from '@opfsmark/schema/boards';
import { CohortCount, providerOf, type RankPolicy } from '@opfsmark/schema/ranks';
import { HOUR_MS } from '../base/days.ts';
import type { Env, AppEnv } from '../base/env.ts';
import { agedUntilMs, nameCohort } from '../boards/count.ts';
import { policyNameOf, policyOf } from '../boards/policy.ts';
import {
  type CohortRow,
  markAllCohorts,
  markPublished,
  selectCohorts,
  selectStale,
  writeLargeCohort,
} from '../store/cohorts.ts';
import { orderLists } from '../store/lists.ts';
import { readProviders } from '../store/members.ts';
import { listAgain } from '../store/runs.ts';
import { claimTurn, deleteMeta, selectMeta, writeMeta } from '../store/meta.ts';
import { countPending, CUTS_PER_BATCH, modelNamesOf, nameStatements, readModels, recount } from './count.ts';
import type { Context } from 'hono';
import { logError } from '../base/problem.ts';

/** Where a timer of its own is too late, another one does it. */
export const HOURLY = { timer: HOUR_MS - 60_000, other: HOUR_MS, late: 2 * HOUR_MS } as const;

const MAX_LARGE = 1000;
/** Until when runs have become too old, and by which policy was counted. */
const AGED = 'aged-until';
const POLICY = 'policy';
/** Another number where lists are counted in another way than before: then all is counted again. */
const COUNTED_AS = 3;

/**
 * Counts what is too large to be counted at once, what time alone has changed, and the order of long lists. Whoever calls it
 * first in an hour does it.
 */
export async function countHourly(env: Env, nowMs: number, everyMs: number, hasTime: () => boolean): Promise<void> {
  const db = env.DB;
  if (!(await claimTurn(db, 'counted-hourly', nowMs, everyMs))) return;
  const policy = policyOf(env);
  const agedMs = agedUntilMs(policy, nowMs);
  const lastMs = Number((await selectMeta(db, AGED)) ?? -1);
  await db.batch([...markPublished(db, lastMs, agedMs), writeMeta(db, AGED, agedMs)]);
  await followPolicy(env, policy);
  await countPending(env, nowMs, hasTime);
  await countLarge(db, policy, nowMs);
  await orderLists(db, policy);
}

/** Another policy counts other runs, and another version in another way: all is counted again. */
async function followPolicy(env: Env, policy: RankPolicy): Promise<void> {
  const name = `${policyNameOf(env)} ${COUNTED_AS}`;
  const last = await selectMeta(env.DB, POLICY);
  if (last === JSON.stringify(name)) return;
  const changes = last === null ? [] : [...markAllCohorts(env.DB, policy.minEvidence), listAgain(env.DB, policy)];
  await env.DB.batch([...changes, writeMeta(env.DB, POLICY, name)]);
}

/**
 * Cohorts that are too large for a batch: those of a scope in one pass over its runs, of a model by itself. What fails waits for the next
 * hour, and keeps no other from its turn, nor lists from their order.
 */
async function countLarge(db: D1Database, policy: RankPolicy, nowMs: number): Promise<void> {
  const cuts = await selectStale(db, 2, MAX_LARGE);
  const isOfModel = (cut: string) => ['device', 'exact', 'drive'].includes(parseCut(cut)?.kind ?? '');
  const wideCuts = Map.groupBy(
    cuts.filter((cut) => !isOfModel(cut)),
    (cut) => parseCut(cut)?.keys.scope,
  );
  const count = (some: readonly string[], only?: string) =>
    countOf(db, some, policy, nowMs, only).catch((error: unknown) => logError('count', error, { cuts: some }));
  for (const cut of cuts.filter(isOfModel)) await count([cut], cut);
  for (const scopeCuts of wideCuts.values()) await count(scopeCuts);
}

/**
 * @param cuts of one scope
 * @param only the cut whose runs alone are read
 */
async function countOf(
  db: D1Database,
  cuts: readonly string[],
  policy: RankPolicy,
  nowMs: number,
  only?: string,
): Promise<void> {
  const storedCohorts = await selectCohorts(db, cuts);
  const models = await readModels(db, cuts);
  const agedMs = agedUntilMs(policy, nowMs);
  const counts = new Map(cuts.map((cut) => [cut, new CohortCount()]));
  const scope = parseCut(cuts[0] ?? '')?.keys.scope ?? '';
  for await (const runs of readProviders(db, scope, policy.minEvidence, only)) {
    const current = runs.filter(({ created_ms }) => created_ms > agedMs);
    for (const [provider, ofProvider] of Map.groupBy(current, (run) => providerOf(run, policy))) {
      const members = ofProvider.flatMap((run) => Object.values(cutsOf(run)).map((cut) => ({ cut, run })));
      for (const [cut, ofCut] of Map.groupBy(members, (one) => one.cut))
        counts.get(cut)?.add(
          provider,
          ofCut.map(({ run }) => run),
        );
    }
  }
  for (const [cut, count] of counts) {
    const counted = nameCohort(cut, count.finish(), modelNamesOf(cut, models));
    const change = { cut, seen: storedCohorts.get(cut)?.version ?? null, counted };
    await db.batch([...writeLargeCohort(db, change, nowMs), ...nameStatements(db, change)]);
  }
}

/** When somebody last went on with a rebuild. */
const REBUILD = 'rebuild';

interface Rebuilt {
  readonly done: boolean;
  /** Cohorts that were counted again. */
  readonly counted: number;
  /** Those of them that were not what their runs say. */
  readonly drift: number;
}

/** Who does not go on with a rebuild for so long begins a new one. */
const REBUILD_MS = HOUR_MS / 6;

/** Counts every cohort again, as far as there is time: the next call goes on, or the timer does the rest. */
export async function rebuild(env: Env, nowMs: number, hasTime: () => boolean): Promise<Rebuilt> {
  const db = env.DB;
  const policy = policyOf(env);
  const lastMs = Number((await selectMeta(db, REBUILD)) ?? -Infinity);
  if (nowMs - lastMs > REBUILD_MS) {
    // A cohort that waits anyway has not drifted.
    await countHourly(env, nowMs, 0, hasTime);
    await db.batch(markAllCohorts(db, policy.minEvidence));
  }
  await writeMeta(db, REBUILD, nowMs).run();
  let [cohortCount, drift] = [0, 0];
  const compare = async (cuts: readonly string[], act: () => Promise<void>) => {
    const before = await selectCohorts(db, cuts);
    await act();
    const after = await selectCohorts(db, cuts);
    const countedCuts = cuts.filter((cut) => (after.get(cut)?.stale ?? 0) === 0);
    cohortCount += countedCuts.length;
    drift += countedCuts.filter((cut) => textOf(before.get(cut)) !== textOf(after.get(cut))).length;
  };
  while (hasTime()) {
    const cuts = await selectStale(db, 1, CUTS_PER_BATCH);
    if (cuts.length > 0) await compare(cuts, () => recount(db, cuts, { policy, nowMs, onLoss: 'leave' }));
    else {
      const largeCuts = await selectStale(db, 2, MAX_LARGE);
      await compare(largeCuts, () => countHourly(env, nowMs, 0, hasTime));
      if (largeCuts.length === MAX_LARGE) continue;
      await deleteMeta(db, REBUILD).run();
      return { done: true, counted: cohortCount, drift };
    }
  }
  return { done: false, counted: cohortCount, drift };
}

const textOf = (cohort: CohortRow | undefined) => `${cohort?.runs ?? 0} ${cohort?.body ?? ''}`;

/** Time that counting may take after an answer. */
const AFTER_ANSWER_MS = 20_000;

/** The work that an upload leaves for after its answer: what was counted by two at once. */
export function countLater({ env, executionCtx }: Context<AppEnv>): void {
  const nowMs = Date.now();
  const hasTime = () => Date.now() - nowMs < AFTER_ANSWER_MS;
  const count = async () => {
    await countPending(env, nowMs, hasTime);
    await countHourly(env, nowMs, HOURLY.other, hasTime);
  };
  executionCtx.waitUntil(count().catch((error: unknown) => logError('count', error)));
}
