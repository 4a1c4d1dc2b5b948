import type { CutKeys } from '@opfsmark/schema/boards';
import type { Db } from '../base/env.ts';
import type { VoteChange } from '../boards/votes.ts';
import { GENERATIONS } from './meta.ts';

export interface VoteRow {
  readonly generation: number;
  readonly cut: string;
  /** JSON of `Votes` */
  readonly votes: string;
  readonly runs: number;
  readonly version: number;
}

/** A machine's votes at one moment. */
export interface VoteSnapshot {
  /** The list of generations as the table holds it: writing fails where it has changed since. */
  readonly generationsText: string;
  readonly rows: readonly VoteRow[];
}

export async function selectVotes(db: Db, rig: string, cuts: readonly string[]): Promise<VoteSnapshot> {
  const [meta, votes] = await db.batch<VoteRow & { value: string }>([
    db.prepare(`SELECT value FROM meta WHERE key = '${GENERATIONS}'`),
    db
      .prepare(
        `SELECT generation, cut, votes, runs, version FROM rig_vote
         WHERE generation IN (SELECT value FROM json_each((SELECT value FROM meta WHERE key = '${GENERATIONS}')))
           AND rig = ?1 AND cut IN (SELECT value FROM json_each(?2))`,
      )
      .bind(rig, JSON.stringify(cuts)),
  ]);
  return { generationsText: meta?.results[0]?.value ?? '[1]', rows: votes?.results ?? [] };
}

/**
 * Writes a machine's votes. A row that has changed since it was read, or another list of generations, makes `version` NULL,
 * which breaks NOT NULL and rolls the batch back: see `isLostRace`.
 */
export function writeVotes(
  db: Db,
  rig: string,
  generationsText: string,
  changes: readonly VoteChange[],
): D1PreparedStatement {
  const rows = changes.map((c) => [c.generation, c.cut, JSON.stringify(c.after), c.runsAfter, c.version + 1]);
  return db
    .prepare(
      `INSERT INTO rig_vote (generation, rig, cut, votes, runs, version)
       SELECT value ->> 0, ?1, value ->> 1, value ->> 2, value ->> 3,
              CASE WHEN (SELECT value FROM meta WHERE key = '${GENERATIONS}') = ?3 THEN value ->> 4 END
       FROM json_each(?2) WHERE true
       ON CONFLICT DO UPDATE SET votes = excluded.votes, runs = excluded.runs,
         version = CASE WHEN rig_vote.version = excluded.version - 1 THEN excluded.version END`,
    )
    .bind(rig, JSON.stringify(rows), generationsText);
}

/** A stored run with what its votes need. */
export interface StoredVotingRun extends CutKeys {
  readonly run_id: string;
  readonly created_ms: number;
  /** JSON */
  readonly metrics: string;
}

/** A machine's runs that count, except one. */
export async function selectVotingRuns(db: Db, rig: string, exceptRunId = ''): Promise<StoredVotingRun[]> {
  const { results } = await db
    .prepare(
      `SELECT run_id, created_ms, scope, device, filesystem, os, browser, metrics FROM run
       WHERE rig = ?1 AND rig <> '' AND status = 'published' AND trust = 1 AND scope <> '' AND run_id <> ?2
       ORDER BY created_ms, run_id`,
    )
    .bind(rig, exceptRunId)
    .all<StoredVotingRun>();
  return results;
}
