import { cutsOf, type CutKeys, formatCut, layoutsWith, parseCut, scopeOf } from '@opfsmark/schema/boards';
import { SUITE_VERSION } from '@opfsmark/schema/documents';
import type { RankPolicy } from '@opfsmark/schema/ranks';
import type { Db, Env } from '../base/env.ts';
import { logError } from '../base/problem.ts';
import { type CohortRun, countCut, runsOfCut } from '../boards/count.ts';
import type { ModelNames } from '../boards/lines.ts';
import { policyOf } from '../boards/policy.ts';
import {
  type CohortChange,
  markCohorts,
  type OnLoss,
  selectStale,
  stripCohort,
  writeCohorts,
} from '../store/cohorts.ts';
import { readMembers } from '../store/members.ts';
import { confirmDevice, type ModelKind, type ModelRow, nameDevice, selectModels } from '../store/models.ts';

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

/** An unlisted run is in no cohort. */
export const cutsOfRun = (run: CutKeys & { readonly unlisted?: number }): string[] =>
  run.scope === '' || run.unlisted === 1 ? [] : Object.values(cutsOf(run));

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

export function modelNamesOf(cut: string, models: Models): ModelNames {
  const keys = parseCut(cut)?.keys;
  const modelName = (kind: ModelKind) => {
    const model = models[kind].get(keys?.[kind] ?? '');
    return { name: model?.renamed === 1 ? model.name : null, isRejected: model?.status === 'rejected' };
  };
  return { device: modelName('device'), drive: modelName('drive') };
}

/** The cohorts of a device in every layout: it is confirmed where any of them is. */
const cutsOfDevice = (device: string) =>
  layoutsWith('device').map((layout) => formatCut('device', { scope: scopeOf(SUITE_VERSION, layout), device }));

/**
 * Statements by which cohorts become what they are after a change of their runs, for the batch that makes it. Those with too
 * many runs are marked instead, and show nothing of a run that goes.
 */
export async function countStatements(
  db: Db,
  cuts: readonly string[],
  { added = [], gone = [] }: RunChange,
  { policy, nowMs, onLoss }: Count,
): Promise<D1PreparedStatement[]> {
  if (cuts.length === 0) return [];
  // Models after cohorts: whoever changes one marks its cohorts, so that what is older than its change is not written.
  const { cohorts, runs } = await readMembers(db, cuts, policy.minEvidence);
  const models = await readModels(db, cuts);
  const goneIds = new Set(gone);
  const changes = cuts.flatMap((cut): CohortChange[] => {
    const storedRuns = runs.get(cut);
    if (!storedRuns) return [];
    const cutRuns = [...storedRuns.filter(({ run_id }) => !goneIds.has(run_id)), ...runsOfCut(cut, added)];
    const counted = countCut(cut, cutRuns, modelNamesOf(cut, models), policy, nowMs);
    return [{ cut, seen: cohorts.get(cut)?.version ?? null, counted }];
  });
  const largeCuts = cuts.filter((cut) => !runs.has(cut));
  const largeCohorts = goneIds.size === 0 ? [] : largeCuts.flatMap((cut) => cohorts.get(cut) ?? []);
  return [
    ...largeCohorts.flatMap((cohort) => stripCohort(db, cohort, goneIds)),
    ...writeCohorts(db, changes, { onLoss, nowMs }),
    ...(largeCuts.length > 0 ? markCohorts(db, largeCuts, 2) : []),
    ...changes.flatMap((change) => nameStatements(db, change)),
    ...slugsOf('device', cuts).flatMap((device) => confirmDevice(db, device, cutsOfDevice(device))),
  ];
}

/** A device is called what its cohort says. */
export function nameStatements(db: Db, { cut, counted: { names } }: Pick<CohortChange, 'cut' | 'counted'>) {
  const { kind, keys } = parseCut(cut) ?? {};
  return kind === 'device' && names.device !== '' ? [nameDevice(db, keys?.device ?? '', names.device)] : [];
}

/** More have too many statements for one batch. */
export const CUTS_PER_BATCH = 20;

/** Counts marked cohorts again, as long as there is time. One that fails by itself waits for the next hour. */
export async function countPending(env: Env, nowMs: number, hasTime: () => boolean): Promise<number> {
  const count: Count = { policy: policyOf(env), nowMs, onLoss: 'leave' };
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
