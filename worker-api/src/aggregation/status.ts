import type { RunStatus } from '@opfsmark/schema/api';
import type { Env } from '../base/env.ts';
import { rankPolicyOf } from '../boards/policy.ts';
import { dirtyKeyOf, markDirty } from '../store/dirty.ts';
import { deleteDocument } from '../store/documents.ts';
import { clearLeftDocument, deleteRun, updateStatus, type RunRow } from '../store/runs.ts';
import { refreshDevice } from './refresh-device.ts';
import { refreshNow } from './refresh.ts';

export interface StatusChange {
  readonly status: RunStatus;
  readonly reasons: readonly string[];
  /** A moderator vouches for it: it ranks without the votes of others. */
  readonly confirmed?: boolean;
}

/** Publishes, holds or hides a run in one batch; its vote and boards follow before this returns. */
export async function changeStatus(
  env: Env,
  run: RunRow,
  { status, reasons, confirmed = false }: StatusChange,
  nowMs: number,
  more: readonly D1PreparedStatement[] = [],
): Promise<void> {
  await env.DB.batch([
    updateStatus(env.DB, run.run_id, status, reasons, confirmed),
    ...markOf(env, run, nowMs),
    ...more,
  ]);
  await refreshAfter(env, run, nowMs);
}

/** Deletes a run, and with it everything that was made of it: when this returns, no table and no document says a word of it. */
export async function removeRun(
  env: Env,
  run: RunRow,
  nowMs: number,
  more: readonly D1PreparedStatement[] = [],
): Promise<void> {
  await env.DB.batch([...deleteRun(env.DB, run), ...markOf(env, run, nowMs), ...more]);
  // What fails here is done by the timer; nothing leads to the document any more.
  if (await deleteDocument(env.DOCUMENTS, run)) await clearLeftDocument(env.DB, run.run_id).run();
  await refreshAfter(env, run, nowMs);
}

function markOf(env: Env, run: RunRow, nowMs: number): D1PreparedStatement[] {
  return run.scope === '' ? [] : [markDirty(env.DB, run, nowMs)];
}

async function refreshAfter(env: Env, run: RunRow, nowMs: number): Promise<void> {
  if (run.scope !== '') await refreshNow(env, dirtyKeyOf(run, run.network), nowMs);
  // A run without boards may still have given its device the name.
  else await refreshDevice(env.DB, run.device, rankPolicyOf(env), nowMs);
}
