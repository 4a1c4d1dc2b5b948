import type { RunStatus } from '@opfsmark/schema/api';
import { DAY_MS } from '../base/days.ts';
import type { Env } from '../base/env.ts';
import type { CohortRun } from '../boards/count.ts';
import { logError, ProblemError } from '../base/problem.ts';
import { evidenceOf } from '../boards/evidence.ts';
import { policyOf } from '../boards/policy.ts';
import { readableMetrics } from '../boards/stored-metrics.ts';
import { markCohorts, markConfirmed, refuseDeleted } from '../store/cohorts.ts';
import { deleteDocument } from '../store/documents.ts';
import { isLostRace } from '../store/errors.ts';
import {
  deleteAlias,
  deleteModelWithoutRuns,
  insertAlias,
  insertModel,
  type ModelKind,
  renameDevice,
} from '../store/models.ts';
import { deleteReports, type Source } from '../store/moderation.ts';
import { isPublic } from '../store/public.ts';
import {
  clearLeftDocument,
  deleteRun,
  type RunRow,
  selectDocumentNames,
  selectExpired,
  selectRunsOfModel,
  selectRunsOfSource,
  takeConfirmations,
  updateModelOfRuns,
  updateStatus,
} from '../store/runs.ts';
import { countStatements, cutsOfRun, type RunChange } from './count.ts';

const MAX_TRIES = 8;

/** Tries again when another request changed the same cohort first. Each try must read anew. */
async function retryLostRaces<T>(attempt: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await attempt();
    } catch (error) {
      if (!isLostRace(error) || tries === MAX_TRIES) throw error;
    }
  }
}

interface StatusChange {
  readonly status: RunStatus;
  readonly reasons: readonly string[];
  /** '' for nobody. */
  readonly confirmedBy?: string;
}

/** Changes runs and the cohorts that they are in, in one transaction. Throws 410 where one that is added was deleted meanwhile. */
async function changeRuns(
  env: Env,
  runs: readonly RunRow[],
  change: RunChange,
  statements: readonly D1PreparedStatement[],
  nowMs: number,
): Promise<void> {
  const cuts = [...new Set([...runs.flatMap(cutsOfRun), ...(change.added ?? []).flatMap(cutsOfRun)])];
  const count = { policy: policyOf(env), nowMs, onLoss: 'fail' } as const;
  // A run that counts nowhere may still have given its device the name.
  const renamings = [...new Set(runs.map(({ device }) => device))].map((device) => renameDevice(env.DB, device));
  const addedIds = (change.added ?? []).map(({ run_id }) => run_id);
  await retryLostRaces(async () => {
    const isAdding = addedIds.length > 0;
    if (isAdding && (await selectDocumentNames(env.DB, addedIds)).length < addedIds.length) {
      throw new ProblemError('gone');
    }
    const cohortStatements = await countStatements(env.DB, cuts, change, count);
    const refusal = isAdding ? [refuseDeleted(env.DB, cuts, addedIds)] : [];
    await env.DB.batch([...statements, ...cohortStatements, ...refusal, ...renamings]);
  });
}

/** A stored run as its cohorts have it, if it counts there with another status. */
function memberIf(env: Env, run: RunRow, { status, confirmedBy = '' }: Omit<StatusChange, 'reasons'>): CohortRun[] {
  const evidence = evidenceOf(JSON.parse(run.unranked) as string[], confirmedBy !== '');
  if (!isPublic({ ...run, status }) || evidence < policyOf(env).minEvidence || run.scope === '') return [];
  return [{ ...run, evidence, confirmed_by: confirmedBy, metrics: readableMetrics(run) }];
}

/** Publishes, holds or hides a run and counts its cohorts again. */
export async function changeStatus(
  env: Env,
  run: RunRow,
  change: StatusChange,
  nowMs: number,
  more: readonly D1PreparedStatement[] = [],
): Promise<void> {
  const update = updateStatus(env.DB, run, change, policyOf(env));
  const runChange = { gone: [run.run_id], added: memberIf(env, run, change) };
  await changeRuns(env, [run], runChange, [update, ...more], nowMs);
}

/** Takes back what a key has confirmed; its cohorts are counted again at once, or by the timer. */
export async function unconfirm(env: Env, keyId: string, more: readonly D1PreparedStatement[]): Promise<void> {
  await env.DB.batch([...markConfirmed(env.DB, keyId), ...takeConfirmations(env.DB, keyId, policyOf(env)), ...more]);
}

/** Deletes a run, and with it everything that was made of it: when this returns, no table and no document says a word of it. */
export async function removeRun(
  env: Env,
  run: RunRow,
  nowMs: number,
  more: readonly D1PreparedStatement[] = [],
): Promise<void> {
  await changeRuns(env, [run], { gone: [run.run_id] }, [...deleteRun(env.DB, run), ...more], nowMs);
  await deleteDocuments(env, [run]);
}

/** A deletion that fails here is done by the timer; nothing leads to the documents any more. */
async function deleteDocuments(env: Env, runs: readonly RunRow[]): Promise<void> {
  for (const run of runs) {
    if (await deleteDocument(env.DOCUMENTS, run)) await clearLeftDocument(env.DB, run.run_id).run();
  }
}

const SOURCE_RUNS_PER_CALL = 40;
/** First reason of a run that was hidden together with its network or provider. */
const BY_SOURCE = { network: 'network', provider: 'provider' } as const;

/** Runs of a network or provider that were changed; not `done`: there are more. */
interface SourceRuns {
  readonly runs: readonly string[];
  readonly done: boolean;
}

const sourceRunsOf = (runs: readonly RunRow[]): SourceRuns => ({
  runs: runs.map(({ run_id }) => run_id),
  done: runs.length < SOURCE_RUNS_PER_CALL,
});

/** A report has its network, and no provider. */
const reportsOf = (env: Env, { kind, tag }: Source) =>
  kind === 'network' ? [deleteReports(env.DB, 'network', tag)] : [];

/** Hides some runs of a network or provider and drops its reports. */
export async function hideSource(env: Env, source: Source, nowMs: number): Promise<SourceRuns> {
  const visibleRuns = await selectRunsOfSource(env.DB, source, ['published', 'held'], SOURCE_RUNS_PER_CALL);
  const updates = visibleRuns.map((run) =>
    updateStatus(
      env.DB,
      run,
      {
        status: 'hidden',
        reasons: [BY_SOURCE[source.kind], run.status, ...reasonsOf(run)],
        confirmedBy: run.confirmed_by,
      },
      policyOf(env),
    ),
  );
  const sourceRuns = sourceRunsOf(visibleRuns);
  await changeRuns(env, visibleRuns, { gone: sourceRuns.runs }, [...updates, ...reportsOf(env, source)], nowMs);
  return sourceRuns;
}

/** Deletes some runs of a network or provider for good, with its reports and everything that was made of them. */
export async function deleteSource(env: Env, source: Source, nowMs: number): Promise<SourceRuns> {
  const db = env.DB;
  const runs = await selectRunsOfSource(db, source, ['published', 'held', 'hidden'], SOURCE_RUNS_PER_CALL);
  const sourceRuns = sourceRunsOf(runs);
  const deletions = runs.flatMap((run) => deleteRun(db, run));
  await changeRuns(env, runs, { gone: sourceRuns.runs }, [...deletions, ...reportsOf(env, source)], nowMs);
  await deleteDocuments(env, runs);
  return sourceRuns;
}

/** Gives some of the runs that were hidden with their network or provider the status that they had before; who had confirmed them does so again. */
export async function restoreSource(env: Env, source: Source, nowMs: number): Promise<SourceRuns> {
  const db = env.DB;
  const hiddenRuns = await selectRunsOfSource(db, source, ['hidden'], SOURCE_RUNS_PER_CALL, BY_SOURCE[source.kind]);
  const beforeOf = (run: RunRow): StatusChange => ({
    status: reasonsOf(run)[1] === 'held' ? 'held' : 'published',
    reasons: reasonsOf(run).slice(2),
    confirmedBy: run.confirmed_by,
  });
  const updates = hiddenRuns.map((run) => updateStatus(db, run, beforeOf(run), policyOf(env)));
  const addedRuns = hiddenRuns.flatMap((run) => memberIf(env, run, beforeOf(run)));
  if (hiddenRuns.length > 0) await changeRuns(env, hiddenRuns, { added: addedRuns }, updates, nowMs);
  return sourceRunsOf(hiddenRuns);
}

const reasonsOf = ({ reasons }: RunRow) => JSON.parse(reasons) as string[];

const EXPIRED_PER_CALL = 50;

/** Deletes some runs that were published without a ticket and that nobody has confirmed; in a group they stay. One that fails keeps no other. */
export async function deleteExpired(env: Env, nowMs: number): Promise<void> {
  const { ticketlessDays } = policyOf(env);
  if (ticketlessDays === Infinity) return;
  const expiredRuns = await selectExpired(env.DB, nowMs - ticketlessDays * DAY_MS, EXPIRED_PER_CALL);
  for (const run of expiredRuns) {
    const { run_id } = run;
    await removeRun(env, run, nowMs).catch((error: unknown) => logError('delete-expired', error, { run_id }));
  }
}

const RUNS_PER_BATCH = 100;

/**
 * Moves the runs of a device or drive to another one and keeps the old slug as an alias. If it is interrupted, calling it
 * again moves the rest. The runs keep the name that was declared, so that it can be undone.
 */
export async function mergeModels(
  env: Env,
  kind: ModelKind,
  { from, into }: { from: string; into: string },
): Promise<number> {
  const db = env.DB;
  await db.batch(insertAlias(db, kind, from, into));
  const runs = await selectRunsOfModel(db, kind, from);
  await moveRuns(env, kind, runs, into);
  await db.batch(deleteModelWithoutRuns(db, kind, from));
  return runs.length;
}

const DECLARED: Readonly<Record<ModelKind, (run: RunRow) => string>> = {
  device: ({ name }) => name,
  drive: ({ drive_name }) => drive_name,
};

/**
 * Makes an alias a device or drive again, with the runs whose declared name has its slug.
 *
 * @param slugOf the slug of a declared name
 */
export async function unmergeModel(
  env: Env,
  kind: ModelKind,
  { alias, slug, slugOf }: { alias: string; slug: string; slugOf: (name: string) => string },
  nowMs: number,
): Promise<number> {
  const db = env.DB;
  const declaredName = DECLARED[kind];
  const runs = (await selectRunsOfModel(db, kind, slug)).filter((run) => slugOf(declaredName(run)) === alias);
  const [first] = runs;
  if (first) await db.batch([insertModel(db, kind, alias, declaredName(first), nowMs)]);
  await moveRuns(env, kind, runs, alias);
  await db.batch([deleteAlias(db, kind, alias), ...deleteModelWithoutRuns(db, kind, slug)]);
  return runs.length;
}

async function moveRuns(env: Env, kind: ModelKind, runs: readonly RunRow[], slug: string): Promise<void> {
  const db = env.DB;
  for (let i = 0; i < runs.length; i += RUNS_PER_BATCH) {
    const batch = runs.slice(i, i + RUNS_PER_BATCH);
    const changedRuns = batch.flatMap((run) => [run, { ...run, [kind]: slug }]);
    const cuts = [...new Set(changedRuns.flatMap(cutsOfRun))];
    const ids = batch.map(({ run_id }) => run_id);
    await db.batch([updateModelOfRuns(db, kind, ids, slug), ...markCohorts(db, cuts, 1)]);
  }
}
