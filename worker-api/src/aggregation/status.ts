import { packKeys } from '../boards/cuts.ts';
import { cutListOf, isLostRace, recountRig, selectVotingRuns } from '../store/votes.ts';
import { markDirty, type RunRow } from '../store/runs.ts';
import type { Db } from '../base/env.ts';

const MOST_TRIES = 8;

/** Tries again what another request overtook; each try reads anew. */
export async function withRetries<T>(attempt: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await attempt();
    } catch (error) {
      if (!isLostRace(error) || tries === MOST_TRIES) throw error;
    }
  }
}

/**
 * Publishes, holds, hides or deletes a run, and takes its machine's votes along: one batch. What a deleted run said is
 * gone; only its id stays, so that its address answers 410.
 */
export async function changeStatus(
  db: Db,
  run: RunRow,
  status: RunRow['status'],
  reasons: readonly string[],
  nowMs: number,
  more: readonly D1PreparedStatement[] = [],
): Promise<void> {
  const counts = run.rig !== '' && run.trust === 1 && run.scope !== '';
  await withRetries(async () => {
    const others = counts ? await selectVotingRuns(db, run.rig, run.run_id) : [];
    const runs = status === 'published' ? [...others, run] : others;
    await db.batch([
      ...(status === 'deleted' ? deletion(db, run.run_id) : [update(db, run.run_id, status, reasons)]),
      ...(counts ? await recountRig(db, run.rig, cutListOf(run), runs) : []),
      ...(run.scope === '' ? [] : [markDirty(db, packKeys(run), nowMs)]),
      ...more,
    ]);
  });
}

function update(db: Db, runId: string, status: RunRow['status'], reasons: readonly string[]): D1PreparedStatement {
  return db
    .prepare("UPDATE run SET status = ?2, reasons = ?3 WHERE run_id = ?1 AND status <> 'deleted'")
    .bind(runId, status, JSON.stringify(reasons));
}

function deletion(db: Db, runId: string): D1PreparedStatement[] {
  return [
    db
      .prepare(
        `UPDATE run SET status = 'deleted', reasons = '[]', rig = '', scope = '', device = '', filesystem = '', os = '',
           browser = '', profile = '', declared = '{}', metrics = '{}' WHERE run_id = ?1`,
      )
      .bind(runId),
    db.prepare('DELETE FROM run_payload WHERE run_id = ?1').bind(runId),
    db.prepare('DELETE FROM report WHERE run_id = ?1').bind(runId),
  ];
}
