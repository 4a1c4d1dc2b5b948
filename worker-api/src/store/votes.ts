import { CUT_KEYS, cutsOf, parseCut, type CutKeys } from '@opfsmark/schema/boards';
import type { Db } from '../base/env.ts';
import { packBuckets, unpackBuckets } from '../boards/stored-buckets.ts';
import { unpackMetrics, type StoredMetrics } from '../boards/stored-metrics.ts';
import { RUNS_READ, VOTES_READ, type CountedRun, type NetworkVote, type Standing } from '../boards/votes.ts';
import { AGED_UNTIL, ESTABLISHED_UNTIL, GENERATIONS } from './meta.ts';

/** A run with which a network votes. */
export const COUNTS = "status = 'published' AND trust = 1 AND scope <> ''";

interface VoteRow {
  readonly generation: number;
  readonly cut: string;
  readonly standing: Standing;
  readonly buckets: string;
  readonly run_id: string;
  readonly members: string;
  readonly first_ms: number;
  readonly last_ms: number;
  readonly runs: number;
  readonly version: number;
}

/** A vote and the ids of what it is made of, joined by ','. */
export interface MadeVote {
  readonly vote: NetworkVote;
  readonly members: string;
}

export interface StoredVote extends MadeVote {
  readonly generation: number;
  readonly cut: string;
  readonly version: number;
}

/** What a network's votes in some cuts are, and what they are made of. */
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

const GENERATIONS_WRITTEN = `SELECT value FROM json_each((SELECT value FROM meta WHERE key = '${GENERATIONS}'))`;
/** ?1 is the network, ?2 a list of cuts. */
const IS_ASKED = `generation IN (${GENERATIONS_WRITTEN}) AND cut IN (SELECT value FROM json_each(?2)) AND network = ?1`;

/**
 * Reads a network's votes, and of its runs those that they were made of and those that have changed since: no run of other
 * cuts, however many there are.
 *
 * @param changed ids of runs; `null` where all runs of the network are to be read
 */
export async function selectVotes(
  db: Db,
  network: number,
  cuts: readonly string[],
  changed: readonly string[] | null,
): Promise<VoteSnapshot> {
  const [meta, established, votes, members] = await db.batch([
    db.prepare(`SELECT value FROM meta WHERE key = '${GENERATIONS}'`),
    db.prepare(`SELECT value FROM meta WHERE key = '${ESTABLISHED_UNTIL}'`),
    db
      .prepare(
        `SELECT generation, cut, standing, buckets, run_id, members, first_ms, last_ms, runs, version FROM vote
         WHERE ${IS_ASKED}`,
      )
      .bind(network, JSON.stringify(cuts)),
    ...(changed === null ? [] : [selectMembers(db, network, cuts, changed)]),
  ]);
  const valueOf = (result: D1Result | undefined) => (result?.results[0] as { value: string } | undefined)?.value;
  const rows = (votes?.results ?? []) as VoteRow[];
  const found = members
    ? membersByCut(cuts, members.results as (StoredRun & CutKeys)[])
    : new Map<string, CountedRun[]>();
  // Of a vote that had as many as it can, older ones may take the place of those that are gone.
  const isFull = ({ cut, members: ids }: VoteRow) =>
    ids.split(',').length === RUNS_READ && (found.get(cut)?.length ?? 0) < RUNS_READ;
  const unknown = members ? [...new Set(rows.filter(isFull).map(({ cut }) => cut))] : cuts;
  return {
    generationsText: valueOf(meta) ?? '[1]',
    establishedMs: Number(valueOf(established) ?? '0'),
    stored: rows.map(({ generation, cut, version, members: ids, buckets, ...own }) => ({
      generation,
      cut,
      version,
      vote: { ...own, buckets: unpackBuckets(buckets) },
      members: ids,
    })),
    runs: new Map([...found, ...(await selectCountedRuns(db, network, unknown))]),
  };
}

/** Runs until then are too old. */
const AGED_MS = `coalesce((SELECT CAST(value AS INTEGER) FROM meta WHERE key = '${AGED_UNTIL}'), 0)`;
const RUN_COLUMNS = 'run_id, created_ms, rig, confirmed, metric_set, metrics';
const NEWEST_FIRST = 'ORDER BY created_ms DESC, run_id DESC';

/** The runs that votes are made of, as far as they still count, and those that have changed. */
function selectMembers(
  db: Db,
  network: number,
  cuts: readonly string[],
  changed: readonly string[],
): D1PreparedStatement {
  return db
    .prepare(
      `SELECT ${RUN_COLUMNS}, ${CUT_KEYS.join(', ')} FROM run
       WHERE run_id IN (
         SELECT value FROM json_each(?3)
         UNION ALL SELECT own.value FROM vote JOIN json_each('["' || replace(members, ',', '","') || '"]') AS own
         WHERE ${IS_ASKED})
       AND +network = ?1 AND created_ms > ${AGED_MS} AND ${COUNTS} ${NEWEST_FIRST}`,
    )
    .bind(network, JSON.stringify(cuts), JSON.stringify(changed));
}

function membersByCut(cuts: readonly string[], rows: readonly (StoredRun & CutKeys)[]): Map<string, CountedRun[]> {
  const found = new Map<string, CountedRun[]>(cuts.map((cut) => [cut, []]));
  for (const row of rows) {
    const run = { ...row, metrics: unpackMetrics(row) };
    for (const cut of Object.values(cutsOf(row))) {
      const own = found.get(cut);
      if (own && own.length < RUNS_READ) own.push(run);
    }
  }
  return found;
}

/** The newest runs of a network in some cuts, from among all of its runs. */
async function selectCountedRuns(
  db: Db,
  network: number,
  cuts: readonly string[],
): Promise<[cut: string, runs: CountedRun[]][]> {
  if (cuts.length === 0) return [];
  const found = await db.batch<StoredRun>(cuts.map((cut) => selectRunsOfCut(db, network, cut)));
  return cuts.map((cut, i) => [cut, (found[i]?.results ?? []).map((run) => ({ ...run, metrics: unpackMetrics(run) }))]);
}

function selectRunsOfCut(db: Db, network: number, cut: string): D1PreparedStatement {
  const keys = Object.entries(parseCut(cut)?.keys ?? {});
  const conditions = keys.map(([column], i) => `${column} = ?${i + 2}`);
  return db
    .prepare(
      `SELECT ${RUN_COLUMNS} FROM run
       WHERE network = ?1 AND created_ms > ${AGED_MS} AND ${COUNTS} AND ${conditions.join(' AND ')}
       ${NEWEST_FIRST} LIMIT ${RUNS_READ}`,
    )
    .bind(network, ...keys.map(([, value]) => value));
}

export interface VoteChange {
  readonly generation: number;
  readonly cut: string;
  readonly before: MadeVote | null;
  /** `null`: it has no run left. */
  readonly after: MadeVote | null;
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
  const rows = changes.map(({ generation, cut, after, version }) => {
    const vote = after?.vote;
    return [
      ...[generation, cut, vote?.standing ?? 'n', vote ? packBuckets(vote.buckets) : '', vote?.run_id ?? ''],
      ...[vote?.first_ms ?? 0, vote?.last_ms ?? 0, vote?.runs ?? 0, version + 1, after?.members ?? ''],
    ];
  });
  const gone = changes.filter(({ after }) => after === null).map(({ generation, cut }) => [generation, cut]);
  const write = db
    .prepare(
      `INSERT INTO vote (generation, cut, network, standing, buckets, run_id, first_ms, last_ms, runs, members,
                         version)
       SELECT value ->> 0, value ->> 1, ?1, value ->> 2, value ->> 3, value ->> 4, value ->> 5, value ->> 6, value ->> 7,
              value ->> 9, CASE WHEN (SELECT value FROM meta WHERE key = '${GENERATIONS}') = ?3 THEN value ->> 8 END
       FROM json_each(?2) WHERE true
       ON CONFLICT DO UPDATE SET standing = excluded.standing, buckets = excluded.buckets, run_id = excluded.run_id,
         first_ms = excluded.first_ms, last_ms = excluded.last_ms, runs = excluded.runs, members = excluded.members,
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
  readonly buckets: NetworkVote['buckets'];
}

/** Some votes of each cut, in the generation that is read. Which ones is up to the keyed tags, so nobody can choose it. */
export async function sampleVotes(db: Db, cuts: readonly string[]): Promise<Map<string, SampledVote[]>> {
  if (cuts.length === 0) return new Map();
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
