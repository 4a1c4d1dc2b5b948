import { selectGenerations } from '../store/cells.ts';
import { withRetries } from './status.ts';
import { cutListOf, recountRig, selectVotingRuns } from '../store/votes.ts';

const RIGS_A_STEP = 100;
const STATE_KEY = 'rebuild';

interface State {
  readonly generation: number;
  /** Machines up to this one are counted. */
  readonly rig: string;
}

export interface RebuildReport {
  readonly done: boolean;
  readonly generation: number;
  /** Cells that differed between the old generation and the new; known when it is done. */
  readonly drift: number | null;
}

async function readState(db: D1Database): Promise<State | null> {
  const text = await db.prepare('SELECT value FROM meta WHERE key = ?1').bind(STATE_KEY).first<string>('value');
  return text === null ? null : (JSON.parse(text) as State);
}

function writeMeta(db: D1Database, key: string, value: unknown): D1PreparedStatement {
  return db
    .prepare('INSERT INTO meta (key, value) VALUES (?1, ?2) ON CONFLICT DO UPDATE SET value = excluded.value')
    .bind(key, JSON.stringify(value));
}

/** From now on uploads count in a second generation too; those on their way are turned back by the changed list. */
export async function startRebuild(db: D1Database): Promise<void> {
  if (await readState(db)) return;
  const [active = 1] = await selectGenerations(db);
  const generation = active + 1;
  await db.batch([
    db.prepare('DELETE FROM cell WHERE generation = ?1').bind(generation),
    db.prepare('DELETE FROM rig_vote WHERE generation = ?1').bind(generation),
    writeMeta(db, STATE_KEY, { generation, rig: '' } satisfies State),
    writeMeta(db, 'generations', [active, generation]),
  ]);
}

/**
 * Counts the next machines from their runs. When none is left, compares both generations, reads the new one from then on
 * and has every board written again. Called again and again, by a moderator or by the timer, until it says `done`.
 */
export async function continueRebuild(db: D1Database, nowMs: number): Promise<RebuildReport | null> {
  const state = await readState(db);
  if (!state) return null;
  const { generation } = state;
  const { results } = await db
    .prepare("SELECT DISTINCT rig FROM run WHERE rig > ?1 AND rig <> '' ORDER BY rig LIMIT ?2")
    .bind(state.rig, RIGS_A_STEP)
    .all<{ rig: string }>();
  const last = results.at(-1);
  if (last) {
    for (const { rig } of results) await recount(db, rig, generation);
    await writeMeta(db, STATE_KEY, { generation, rig: last.rig } satisfies State).run();
    return { done: false, generation, drift: null };
  }
  const drift = await countDrift(db, generation - 1, generation);
  await db.batch([
    writeMeta(db, 'generations', [generation]),
    writeMeta(db, 'last-rebuild', { at: new Date(nowMs).toISOString(), generation, drift }),
    db.prepare('DELETE FROM meta WHERE key = ?1').bind(STATE_KEY),
    db.prepare('DELETE FROM cell WHERE generation <> ?1').bind(generation),
    db.prepare('DELETE FROM rig_vote WHERE generation <> ?1').bind(generation),
    markEverythingDirty(db, nowMs),
  ]);
  return { done: true, generation, drift };
}

/** A machine whose runs have all been held still stands in the new generation if an upload put it there: empty is right. */
async function recount(db: D1Database, rig: string, generation: number): Promise<void> {
  await withRetries(async () => {
    const runs = await selectVotingRuns(db, rig, '');
    const cuts = [...new Set(runs.flatMap(cutListOf))];
    if (cuts.length > 0) await db.batch(await recountRig(db, rig, cuts, runs, generation));
  });
}

/** Cells that stand in one generation only or count something else there; both were written by the same batches. */
async function countDrift(db: D1Database, before: number, after: number): Promise<number> {
  const cells = 'SELECT cut, counts FROM cell WHERE generation =';
  const drift = await db
    .prepare(
      `SELECT count(DISTINCT cut) AS n FROM (
         SELECT * FROM (${cells} ?1 EXCEPT ${cells} ?2) UNION ALL SELECT * FROM (${cells} ?2 EXCEPT ${cells} ?1))`,
    )
    .bind(before, after)
    .first<number>('n');
  return drift ?? 0;
}

function markEverythingDirty(db: D1Database, nowMs: number): D1PreparedStatement {
  return db
    .prepare(
      `INSERT INTO dirty (keys, since_ms)
       SELECT DISTINCT scope || '|' || device || '|' || filesystem || '|' || os || '|' || browser, ?1
       FROM run WHERE scope <> ''
       ON CONFLICT DO UPDATE SET since_ms = max(since_ms + 1, excluded.since_ms)`,
    )
    .bind(nowMs);
}
