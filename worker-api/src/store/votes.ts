import { parseCut } from '@opfsmark/schema/boards';
import type { Db } from '../base/env.ts';
import { packBuckets, unpackBuckets } from '../boards/stored-buckets.ts';
import { unpackMetrics, type StoredMetrics } from '../boards/stored-metrics.ts';
import { RUNS_READ, VOTES_READ, type CountedRun, type NetworkVote, type Standing } from '../boards/votes.ts';
import { AGED_UNTIL, GENERATIONS, RIPE_UNTIL } from './meta.ts';

/** A run with which a network votes. */
export const COUNTS = "status = 'published' AND trust = 1 AND scope <> ''";

interface VoteRow {
  readonly generation: number;
  readonly cut: string;
  readonly standing: Standing;
  readonly buckets: string;
  readonly run_id: string;
  readonly first_ms: number;
  readonly last_ms: number;
  readonly runs: number;
  readonly version: number;
}

export interface StoredVote {
  readonly generation: number;
  readonly cut: string;
  readonly vote: NetworkVote;
  readonly version: number;
}

/** What a network's votes in some cuts are, and what they are made of, at one moment. */
export interface VoteSnapshot {
  /** The list of generations as the table holds it: writing fails where it has changed since. */
  readonly generationsText: string;
  readonly stored: readonly StoredVote[];
  /** Votes that began before are established. */
  readonly establishedMs: number;
  /** By cut, newest first. */
  readonly runs: ReadonlyMap<string, readonly CountedRun[]>;
}

type StoredRun = Omit<CountedRun, 'metrics'> & StoredMetrics;

export async function selectVotes(db: Db, network: number, cuts: readonly string[]): Promise<VoteSnapshot> {
  const [meta, ripe, votes, ...runs] = await db.batch([
    db.prepare(`SELECT value FROM meta WHERE key = '${GENERATIONS}'`),
    db.prepare(`SELECT value FROM meta WHERE key = '${RIPE_UNTIL}'`),
    db
      .prepare(
        `SELECT generation, cut, standing, buckets, run_id, first_ms, last_ms, runs, version FROM vote
         WHERE generation IN (SELECT value FROM json_each((SELECT value FROM meta WHERE key = '${GENERATIONS}')))
           AND cut IN (SELECT value FROM json_each(?2)) AND network = ?1`,
      )
      .bind(network, JSON.stringify(cuts)),
    ...cuts.map((cut) => selectCountedRuns(db, network, cut)),
  ]);
  const rows = (votes?.results ?? []) as VoteRow[];
  const valueOf = (result: D1Result | undefined) => (result?.results[0] as { value: string } | undefined)?.value;
  return {
    generationsText: valueOf(meta) ?? '[1]',
    establishedMs: Number(valueOf(ripe) ?? '0'),
    stored: rows.map(({ generation, cut, version, buckets, ...own }) => ({
      generation,
      cut,
      version,
      vote: { ...own, buckets: unpackBuckets(buckets) },
    })),
    runs: new Map(
      cuts.map((cut, i) => {
        const found = (runs[i]?.results ?? []) as StoredRun[];
        return [cut, found.map((run) => ({ ...run, metrics: unpackMetrics(run) }))];
      }),
    ),
  };
}

/** Runs until then are too old. */
const AGED_MS = `coalesce((SELECT CAST(value AS INTEGER) FROM meta WHERE key = '${AGED_UNTIL}'), 0)`;

function selectCountedRuns(db: Db, network: number, cut: string): D1PreparedStatement {
  const keys = Object.entries(parseCut(cut)?.keys ?? {});
  const conditions = keys.map(([column], i) => `${column} = ?${i + 2}`);
  return db
    .prepare(
      `SELECT run_id, created_ms, rig, confirmed, metric_set, metrics FROM run
       WHERE network = ?1 AND created_ms > ${AGED_MS} AND ${COUNTS} AND ${conditions.join(' AND ')}
       ORDER BY created_ms DESC, run_id DESC LIMIT ${RUNS_READ}`,
    )
    .bind(network, ...keys.map(([, value]) => value));
}

export interface VoteChange {
  readonly generation: number;
  readonly cut: string;
  readonly before: NetworkVote | null;
  /** `null`: it has no run left. */
  readonly after: NetworkVote | null;
  /** How often the row was written; 0 where it does not exist yet. */
  readonly version: number;
}

/**
 * Writes a network's votes. A row that has changed since it was read, or another list of generations, makes `version` NULL,
 * which breaks NOT NULL and rolls the batch back: see `isLostRace`.
 */
export function writeVotes(
  db: Db,
  network: number,
  generationsText: string,
  changes: readonly VoteChange[],
): D1PreparedStatement[] {
  const rows = changes.map(({ generation, cut, after, version }) => [
    ...[generation, cut, after?.standing ?? 'n', after ? packBuckets(after.buckets) : '', after?.run_id ?? ''],
    ...[after?.first_ms ?? 0, after?.last_ms ?? 0, after?.runs ?? 0, version + 1],
  ]);
  const gone = changes.filter(({ after }) => after === null).map(({ generation, cut }) => [generation, cut]);
  const write = db
    .prepare(
      `INSERT INTO vote (generation, cut, network, standing, buckets, run_id, first_ms, last_ms, runs, version)
       SELECT value ->> 0, value ->> 1, ?1, value ->> 2, value ->> 3, value ->> 4, value ->> 5, value ->> 6, value ->> 7,
              CASE WHEN (SELECT value FROM meta WHERE key = '${GENERATIONS}') = ?3 THEN value ->> 8 END
       FROM json_each(?2) WHERE true
       ON CONFLICT DO UPDATE SET standing = excluded.standing, buckets = excluded.buckets, run_id = excluded.run_id,
         first_ms = excluded.first_ms, last_ms = excluded.last_ms, runs = excluded.runs,
         version = CASE WHEN vote.version = excluded.version - 1 THEN excluded.version END`,
    )
    .bind(network, JSON.stringify(rows), generationsText);
  if (gone.length === 0) return [write];
  const remove = db
    .prepare(
      `DELETE FROM vote
       WHERE (generation, cut) IN (SELECT value ->> 0, value ->> 1 FROM json_each(?2)) AND network = ?1 AND runs = 0`,
    )
    .bind(network, JSON.stringify(gone));
  return [write, remove];
}

export interface SampledVote {
  readonly standing: Standing;
  readonly run_id: string;
  readonly buckets: ReturnType<typeof unpackBuckets>;
}

/** Some votes of each cut, in the generation that is read. Which ones is up to the keyed tags, so nobody can choose it. */
export async function sampleVotes(db: Db, cuts: readonly string[]): Promise<Map<string, SampledVote[]>> {
  const found = await db.batch<{ standing: Standing; run_id: string; buckets: string }>(
    cuts.map((cut) =>
      db
        .prepare(
          `SELECT standing, run_id, buckets FROM vote
           WHERE generation = (SELECT value ->> '$[0]' FROM meta WHERE key = '${GENERATIONS}') AND cut = ?1
           ORDER BY network LIMIT ${VOTES_READ}`,
        )
        .bind(cut),
    ),
  );
  return new Map(
    cuts.map((cut, i) => [
      cut,
      (found[i]?.results ?? []).map((vote) => ({ ...vote, buckets: unpackBuckets(vote.buckets) })),
    ]),
  );
}
