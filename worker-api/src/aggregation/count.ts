import { cutsOf, formatCut, layoutsWith, parseCut, scopeOf, type CutKeys } from '@opfsmark/schema/boards';
import { SUITE_VERSION } from '@opfsmark/schema/documents';
import type { Db, Env } from '../base/env.ts';
import { logError } from '../base/problem.ts';
import { countCohort, runsOfCut, type CohortRun } from '../boards/cohort.ts';
import type { ModelNames } from '../boards/lines.ts';
import { needsOfUnusual, rankPolicyOf, type RankPolicy } from '../boards/policy.ts';
import {
  markCohorts,
  selectStale,
  stripCohort,
  writeCohorts,
  type CohortChange,
  type OnLoss,
  type StoredCohort,
} from '../store/cohorts.ts';
import { readMembers } from '../store/members.ts';
import { refreshDevice, selectModels, type ModelKind, type ModelRow } from '../store/models.ts';

/** How the runs of some cohorts are about to change. */
export interface RunChange {
  readonly added?: readonly CohortRun[];
  /** Ids. */
  readonly gone?: readonly string[];
}

interface Count {
  readonly policy: RankPolicy;
  readonly nowMs: number;
  readonly onLoss: OnLoss;
}

export const cutsOfRun = (run: CutKeys): string[] => (run.scope === '' ? [] : Object.values(cutsOf(run)));

type Models = Readonly<Record<ModelKind, ReadonlyMap<string, ModelRow>>>;

const slugsOf = (kind: ModelKind, cuts: readonly string[]): string[] => [
  ...new Set(cuts.flatMap((cut) => parseCut(cut)?.keys[kind] ?? [])),
];

export async function readModels(db: Db, cuts: readonly string[]): Promise<Models> {
  const [device, drive] = await Promise.all([
    selectModels(db, 'device', slugsOf('device', cuts)),
    selectModels(db, 'drive', slugsOf('drive', cuts)),
  ]);
  return { device, drive };
}

/** @param runs by which a device is named that has no row yet */
export function modelNamesOf(cut: string, models: Models, newNames: ReadonlyMap<string, string>): ModelNames {
  const { device = '', drive = '' } = parseCut(cut)?.keys ?? {};
  const [ofDevice, ofDrive] = [models.device.get(device), models.drive.get(drive)];
  return {
    device: {
      name: ofDevice?.name ?? newNames.get(device) ?? device,
      isRejected: ofDevice?.status === 'rejected',
    },
    drive: { name: ofDrive?.renamed === 1 ? ofDrive.name : null, isRejected: ofDrive?.status === 'rejected' },
  };
}

/** The cohorts of a device in every layout: its name is confirmed where any of them is. */
const cutsOfDevice = (device: string) =>
  layoutsWith('device').map((layout) => formatCut('device', { scope: scopeOf(SUITE_VERSION, layout), device }));

/** Whether a device's name is confirmed, and how it is spelt, for the batch that changes its runs. */
export const deviceStatements = (
  db: Db,
  device: string,
  { policy, nowMs }: Pick<Count, 'policy' | 'nowMs'>,
): D1PreparedStatement[] => refreshDevice(db, device, cutsOfDevice(device), nowMs - needsOfUnusual(policy).waitingMs);

const NO_NAMES: ReadonlyMap<string, string> = new Map();

/**
 * Statements by which cohorts become what they are after a change of their runs, for the batch that makes it. Those with too
 * many runs are marked instead, and show nothing of a run that goes.
 *
 * @param newNames names of devices that the batch makes, by their slugs
 */
export async function countStatements(
  db: Db,
  cuts: readonly string[],
  { added = [], gone = [] }: RunChange,
  { policy, nowMs, onLoss }: Count,
  newNames = NO_NAMES,
): Promise<D1PreparedStatement[]> {
  if (cuts.length === 0) return [];
  // Models after cohorts: whoever changes one marks its cohorts, so that what is older than its change is not written.
  const { cohorts, runs } = await readMembers(db, cuts);
  const models = await readModels(db, cuts);
  const goneIds = new Set(gone);
  const changes = cuts.flatMap((cut): CohortChange[] => {
    const storedRuns = runs.get(cut);
    if (!storedRuns) return [];
    const cutRuns = [...storedRuns.filter(({ run_id }) => !goneIds.has(run_id)), ...runsOfCut(cut, added)];
    const countedCohort = countCohort(cut, cutRuns, modelNamesOf(cut, models, newNames), policy, nowMs);
    return [{ cut, seen: cohorts.get(cut)?.version ?? null, counted: countedCohort }];
  });
  const largeCuts = cuts.filter((cut) => !runs.has(cut));
  const stripStatements = largeCuts.flatMap((cut) => (goneIds.size > 0 ? strip(db, cohorts.get(cut), goneIds) : []));
  return [
    ...stripStatements,
    ...(changes.length > 0 ? writeCohorts(db, changes, { onLoss, nowMs }) : []),
    ...(largeCuts.length > 0 ? markCohorts(db, largeCuts, 2) : []),
    ...slugsOf('device', cuts).flatMap((device) => deviceStatements(db, device, { policy, nowMs })),
  ];
}

const strip = (db: Db, cohort: StoredCohort | undefined, goneIds: ReadonlySet<string>) =>
  cohort ? stripCohort(db, cohort, goneIds) : [];

/** More have too many statements for one batch. */
export const CUTS_PER_BATCH = 20;

/** Counts marked cohorts again, as long as there is time. One that fails by itself waits for the next hour. */
export async function countPending(env: Env, nowMs: number, hasTime: () => boolean): Promise<number> {
  const count: Count = { policy: rankPolicyOf(env), nowMs, onLoss: 'leave' };
  let cutCount = 0;
  while (hasTime()) {
    const cuts = await selectStale(env.DB, 1, CUTS_PER_BATCH);
    if (cuts.length === 0) break;
    await recount(env.DB, cuts, count);
    cutCount += cuts.length;
  }
  return cutCount;
}

/** Time that one request spends on marked cohorts; the timer does the rest. */
const REQUEST_MS = 10_000;

/** Counts marked cohorts again before a request is answered. */
export async function countNow(env: Env, nowMs: number): Promise<void> {
  await countPending(env, nowMs, () => Date.now() - nowMs < REQUEST_MS);
}

export async function recount(db: D1Database, cuts: readonly string[], count: Count): Promise<void> {
  try {
    await db.batch(await countStatements(db, cuts, {}, count));
  } catch (error) {
    const [cut] = cuts;
    if (cuts.length > 1) for (const one of cuts) await recount(db, [one], count);
    else if (cut !== undefined) {
      logError('count', error, { cut });
      await db.batch(markCohorts(db, [cut], 2));
    }
  }
}
