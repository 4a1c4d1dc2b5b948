import type { RunStatus } from '@opfsmark/schema/api';
import type { Env } from '../base/env.ts';
import type { CohortRun } from '../boards/cohort.ts';
import { rankPolicyOf } from '../boards/policy.ts';
import { readableMetrics } from '../boards/stored-metrics.ts';
import { deleteDocument } from '../store/documents.ts';
import { memberOf } from '../store/members.ts';
import { clearLeftDocument, deleteRun, updateStatus, type RunRow } from '../store/runs.ts';
import { countStatements, cutsOfRun, deviceStatements, type RunChange } from './count.ts';
import { retryLostRaces } from './retry.ts';

export interface StatusChange {
  readonly status: RunStatus;
  readonly reasons: readonly string[];
  /** A moderator vouches for it: it ranks without the votes of others. */
  readonly confirmed?: boolean;
}

/** Changes runs and the cohorts that they are in, in one transaction. */
export async function changeRuns(
  env: Env,
  runs: readonly RunRow[],
  change: RunChange,
  statements: readonly D1PreparedStatement[],
  nowMs: number,
): Promise<void> {
  const cuts = [...new Set([...runs.flatMap(cutsOfRun), ...(change.added ?? []).flatMap(cutsOfRun)])];
  const count = { policy: rankPolicyOf(env), nowMs, onLoss: 'fail' } as const;
  // A run without boards may still have given its device the name.
  const named = new Set(runs.filter(({ scope }) => scope === '').map(({ device }) => device));
  const more = [...named].flatMap((device) => deviceStatements(env.DB, device, count));
  await retryLostRaces(async () => {
    const counted = await countStatements(env.DB, cuts, change, count);
    await env.DB.batch([...statements, ...counted, ...more]);
  });
}

/** A stored run as a member of its cohorts, if it counts there with another status. */
export function memberIf(run: RunRow, { status, confirmed = false }: Omit<StatusChange, 'reasons'>): CohortRun[] {
  if (status !== 'published' || run.trust !== 1 || run.scope === '') return [];
  return [memberOf({ ...run, confirmed: confirmed ? 1 : 0, metrics: readableMetrics(run) })];
}

/** Publishes, holds or hides a run and counts its cohorts again. */
export async function changeStatus(
  env: Env,
  run: RunRow,
  { status, reasons, confirmed = false }: StatusChange,
  nowMs: number,
  more: readonly D1PreparedStatement[] = [],
): Promise<void> {
  const update = updateStatus(env.DB, run.run_id, status, reasons, confirmed);
  const change = { gone: [run.run_id], added: memberIf(run, { status, confirmed }) };
  await changeRuns(env, [run], change, [update, ...more], nowMs);
}

/** Deletes a run, and with it everything that was made of it: when this returns, no table and no document says a word of it. */
export async function removeRun(
  env: Env,
  run: RunRow,
  nowMs: number,
  more: readonly D1PreparedStatement[] = [],
): Promise<void> {
  await changeRuns(env, [run], { gone: [run.run_id] }, [...deleteRun(env.DB, run), ...more], nowMs);
  // What fails here is done by the timer; nothing leads to the document any more.
  if (await deleteDocument(env.DOCUMENTS, run)) await clearLeftDocument(env.DB, run.run_id).run();
}
