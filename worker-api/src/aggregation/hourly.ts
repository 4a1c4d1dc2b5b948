import { cutsOf, METRIC_IDS, type MetricId, parseCut } from '@opfsmark/schema/boards';
import { HOUR_MS } from '../base/days.ts';
import type { Db, Env } from '../base/env.ts';
import { CohortCount, type CohortRun, countCohort, Electorate, type NetworkPart } from '../boards/cohort.ts';
import { boardsOfCut, subjectOf } from '../boards/lines.ts';
import { type RankPolicy, rankPolicyOf } from '../boards/policy.ts';
import { rowOf } from '../boards/ranking.ts';
import { BestsCount } from '../boards/unusual.ts';
import {
  markAllCohorts,
  markDue,
  prefixesOf,
  selectCohorts,
  selectRanked,
  selectStale,
  type StoredCohort,
  writeLargeCohort,
} from '../store/cohorts.ts';
import { deleteOtherOrders, ENTRIES_AT_ONCE, type Head, writeOrder } from '../store/lists.ts';
import { readModelRuns, readNetworks } from '../store/members.ts';
import { claimTurn, deleteMeta, selectMeta, writeBests, writeBoardIds, writeMeta } from '../store/meta.ts';
import { countPending, CUTS_PER_BATCH, modelNamesOf, readModels, recount } from './count.ts';

/** Where a timer of its own is too late, another one does it. */
export const HOURLY = { timer: HOUR_MS - 60_000, other: HOUR_MS, late: 2 * HOUR_MS } as const;

const MAX_LARGE = 1000;
const NO_NAMES: ReadonlyMap<string, string> = new Map();

/**
 * Counts what is too large to be counted at once, what time alone has changed, and the order of long lists. Whoever calls it
 * first in an hour does it.
 */
export async function countHourly(env: Env, nowMs: number, everyMs: number, hasTime: () => boolean): Promise<void> {
  const db = env.DB;
  if (!(await claimTurn(db, 'counted-hourly', nowMs, everyMs))) return;
  await markDue(db, nowMs).run();
  await countPending(env, nowMs, hasTime);
  const policy = rankPolicyOf(env);
  await countLarge(db, policy, nowMs);
  await orderLists(db, policy);
}

async function countLarge(db: D1Database, policy: RankPolicy, nowMs: number): Promise<void> {
  const cuts = await selectStale(db, 2, MAX_LARGE);
  const isModel = (cut: string) => ['device', 'exact', 'drive'].includes(parseCut(cut)?.kind ?? '');
  for (const cut of cuts.filter(isModel)) {
    const seenVersion = (await selectCohorts(db, [cut])).get(cut)?.version ?? null;
    const runs = await readModelRuns(db, cut);
    const names = modelNamesOf(cut, await readModels(db, [cut]), NO_NAMES);
    const countedCohort = countCohort(cut, runs, names, policy, nowMs);
    await writeLargeCohort(db, { cut, seen: seenVersion, counted: countedCohort }, nowMs).run();
  }
  const wideCuts = Map.groupBy(
    cuts.filter((cut) => !isModel(cut)),
    (cut) => parseCut(cut)?.keys.scope ?? '',
  );
  for (const [scope, scopeCuts] of wideCuts) await countWide(db, scope, scopeCuts, policy, nowMs);
}

/** Cohorts that hold a large part of a scope, all in two passes over its runs: who speaks, and what they say. */
async function countWide(
  db: D1Database,
  scope: string,
  cuts: readonly string[],
  policy: RankPolicy,
  nowMs: number,
): Promise<void> {
  const storedCohorts = await selectCohorts(db, cuts);
  const electorate = new Electorate(policy, nowMs);
  const censuses = new Map(cuts.map((cut) => [cut, electorate.newCensus()]));
  const membersOf = (runs: readonly CohortRun[]) =>
    Map.groupBy(
      electorate
        .current(runs)
        .flatMap((run) => Object.values(cutsOf(run)).flatMap((cut) => (censuses.has(cut) ? [{ cut, run }] : []))),
      ({ cut }) => cut,
    );
  for await (const runs of readNetworks(db, scope, 'sources')) {
    for (const [cut, members] of membersOf(runs)) censuses.get(cut)?.add(members.map(({ run }) => run));
  }
  const counts = new Map(
    [...censuses].map(([cut, census]) => [cut, { voices: census.finish(), count: new CohortCount(policy) }]),
  );
  for await (const runs of readNetworks(db, scope, 'votes')) {
    // Most networks have one machine, whose runs are the same in most cuts.
    const parts = new Map<string, NetworkPart>();
    for (const [cut, members] of membersOf(runs)) {
      const cutCount = counts.get(cut);
      if (!cutCount) continue;
      const memberRuns = members.map(({ run }) => run);
      const voice = cutCount.voices.of(memberRuns);
      const key = [voice.isLate, ...memberRuns.map(({ run_id }) => run_id)].join(',');
      const part = parts.get(key) ?? electorate.partOf(memberRuns, voice);
      parts.set(key, part);
      cutCount.count.add(part, voice);
    }
  }
  const models = await readModels(db, []);
  for (const [cut, { count }] of counts) {
    const countedCohort = count.finish(cut, modelNamesOf(cut, models, NO_NAMES));
    await writeLargeCohort(
      db,
      { cut, seen: storedCohorts.get(cut)?.version ?? null, counted: countedCohort },
      nowMs,
    ).run();
  }
}

const COHORTS_PER_READ = 500;

/** A list while its cohorts are read one after another. */
interface OpenList {
  readonly heads: Map<MetricId, Head[]>;
  cohorts: number;
}

/** Writes the order of long lists, the best confirmed values, and which boards there are where that is too much to read at once. */
async function orderLists(db: D1Database, policy: RankPolicy): Promise<void> {
  const boards = new Set<string>();
  const bests = new Map<string, BestsCount>();
  const longPrefixes: string[] = [];
  const openLists = new Map<string, OpenList>();
  const close = async (isDone: (prefix: string) => boolean) => {
    for (const [prefix, list] of [...openLists].filter(([prefix]) => isDone(prefix))) {
      openLists.delete(prefix);
      if (list.cohorts <= ENTRIES_AT_ONCE) continue;
      longPrefixes.push(prefix);
      const statements = METRIC_IDS.flatMap((metric) => writeOrder(db, prefix, metric, list.heads.get(metric) ?? []));
      await db.batch(statements);
    }
  };
  let rankedCount = 0;
  let after = '';
  for (;;) {
    const cohorts = await selectRanked(db, '', COHORTS_PER_READ, after);
    for (const storedCohort of cohorts) {
      await close((prefix) => !storedCohort.cut.startsWith(prefix));
      for (const id of addHeads(openLists, storedCohort)) boards.add(id);
      const { cut, cohort } = storedCohort;
      const scope = parseCut(cut)?.keys.scope ?? '';
      const scopeBests = bests.get(scope) ?? new BestsCount(policy);
      if (cohort) scopeBests.add(cut, cohort.metrics);
      bests.set(scope, scopeBests);
      rankedCount++;
    }
    const last = cohorts.at(-1);
    if (!last || cohorts.length < COHORTS_PER_READ) break;
    after = last.cut;
  }
  await close(() => true);
  await db.batch([
    deleteOtherOrders(db, longPrefixes),
    writeBoardIds(db, rankedCount > MAX_COHORTS_READ ? [...boards] : null),
    ...writeBests(db, new Map([...bests].map(([scope, scopeBests]) => [scope, scopeBests.finish()]))),
  ]);
}

/** Beyond this, `/boards` is answered from what the last hour wrote down. */
const MAX_COHORTS_READ = 60;

/** Adds a cohort to its lists; the boards it stands on. */
function addHeads(openLists: Map<string, OpenList>, { cut, cohort, runs }: StoredCohort): string[] {
  if (!cohort) return [];
  const head = { cut, subject: subjectOf(cut), name: cohort.shown.name };
  const lists = prefixesOf(cut).map((prefix) => {
    const list = openLists.get(prefix) ?? { heads: new Map<MetricId, Head[]>(), cohorts: 0 };
    list.cohorts++;
    openLists.set(prefix, list);
    return list;
  });
  return METRIC_IDS.flatMap((metric) => {
    const placedRow = rowOf(cohort, runs, metric);
    if (!placedRow) return [];
    for (const { heads } of lists) {
      const metricHeads = heads.get(metric) ?? [];
      metricHeads.push({ ...head, sort: placedRow.sort });
      heads.set(metric, metricHeads);
    }
    return [...boardsOfCut(cut, metric)];
  });
}

/** Every board that ranks something. */
export async function readBoardIds(db: Db, storedIds: readonly string[] | null): Promise<string[]> {
  if (storedIds) return [...storedIds];
  const cohorts = await selectRanked(db, '', MAX_COHORTS_READ);
  const ids = cohorts.flatMap(({ cut, cohort, runs }) =>
    METRIC_IDS.flatMap((metric) => (cohort && rowOf(cohort, runs, metric) ? boardsOfCut(cut, metric) : [])),
  );
  return [...new Set(ids)].toSorted();
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
  const lastMs = Number((await selectMeta(db, REBUILD)) ?? -Infinity);
  if (nowMs - lastMs > REBUILD_MS) {
    // What waits anyway has not drifted.
    await countHourly(env, nowMs, 0, hasTime);
    await db.batch(markAllCohorts(db));
  }
  await writeMeta(db, REBUILD, nowMs).run();
  const count = { policy: rankPolicyOf(env), nowMs, onLoss: 'leave' } as const;
  let [cohortCount, drift] = [0, 0];
  // What time has changed meanwhile has not drifted either.
  const isDue = (cohort: StoredCohort | undefined) => (cohort?.due_ms ?? Infinity) <= nowMs;
  const compare = async (cuts: readonly string[], act: () => Promise<void>) => {
    const before = await selectCohorts(db, cuts);
    await act();
    const after = await selectCohorts(db, cuts);
    const countedCuts = cuts.filter((cut) => (after.get(cut)?.stale ?? 0) === 0);
    cohortCount += countedCuts.length;
    const isDrift = (cut: string) => !isDue(before.get(cut)) && textOf(before.get(cut)) !== textOf(after.get(cut));
    drift += countedCuts.filter(isDrift).length;
  };
  while (hasTime()) {
    const cuts = await selectStale(db, 1, CUTS_PER_BATCH);
    if (cuts.length > 0) await compare(cuts, () => recount(db, cuts, count));
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

const textOf = (cohort: StoredCohort | undefined) => `${cohort?.runs ?? 0} ${cohort?.body ?? ''}`;
