import { cutsOf, type Keys } from '../boards/cuts.ts';
import { addRun, cellDeltas, type Votes, type VotingRun } from '../boards/votes.ts';
import type { Metrics } from '../boards/metrics.ts';
import type { Db } from '../base/env.ts';

/** A machine's votes in one cut of one generation, before and after. */
interface Change {
  readonly generation: number;
  readonly cut: string;
  readonly before: Votes;
  readonly after: Votes;
  readonly runsBefore: number;
  readonly runsAfter: number;
  /** How often this row was written; 0 where it is not there yet. */
  readonly version: number;
}

interface VoteRow {
  readonly generation: number;
  readonly cut: string;
  readonly votes: string;
  readonly runs: number;
  readonly version: number;
}

interface Snapshot {
  /** As it stands in the table: the batch fails where it has changed since. */
  readonly generationsText: string;
  readonly generations: readonly number[];
  readonly rows: ReadonlyMap<string, VoteRow>;
}

/** Another request was faster with this machine, or a rebuild began: read again and try again. */
export function isLostRace(error: unknown): boolean {
  return error instanceof Error && error.message.includes('rig_vote.version');
}

export function cutListOf(keys: Keys): string[] {
  return Object.values(cutsOf(keys)).filter((cut) => cut !== null);
}

async function readSnapshot(db: Db, rig: string, cuts: readonly string[]): Promise<Snapshot> {
  const [meta, votes] = await db.batch<VoteRow & { value: string }>([
    db.prepare("SELECT value FROM meta WHERE key = 'generations'"),
    db
      .prepare(
        `SELECT generation, cut, votes, runs, version FROM rig_vote
         WHERE generation IN (SELECT value FROM json_each((SELECT value FROM meta WHERE key = 'generations')))
           AND rig = ?1 AND cut IN (SELECT value FROM json_each(?2))`,
      )
      .bind(rig, JSON.stringify(cuts)),
  ]);
  const generationsText = meta?.results[0]?.value ?? '[1]';
  return {
    generationsText,
    generations: JSON.parse(generationsText) as number[],
    rows: new Map((votes?.results ?? []).map((row) => [`${row.generation} ${row.cut}`, row])),
  };
}

/** The statements by which a new run of a machine counts, in every generation that is written. */
export async function countRun(db: Db, rig: string, keys: Keys, run: VotingRun): Promise<D1PreparedStatement[]> {
  const cuts = cutListOf(keys);
  const snapshot = await readSnapshot(db, rig, cuts);
  const changes = snapshot.generations.flatMap((generation) =>
    cuts.map((cut): Change => {
      const old = rowOf(snapshot, generation, cut);
      return { ...old, after: addRun(old.before, run), runsAfter: old.runsBefore + 1 };
    }),
  );
  return writeChanges(db, rig, snapshot.generationsText, changes);
}

function rowOf(snapshot: Snapshot, generation: number, cut: string): Omit<Change, 'after' | 'runsAfter'> {
  const row = snapshot.rows.get(`${generation} ${cut}`);
  const before = row ? (JSON.parse(row.votes) as Votes) : {};
  return { generation, cut, before, runsBefore: row?.runs ?? 0, version: row?.version ?? 0 };
}

/** A stored run with what its votes need. */
export interface StoredVotingRun extends Keys {
  readonly run_id: string;
  readonly created_ms: number;
  /** JSON */
  readonly metrics: string;
}

/** A machine's runs that count, apart from one. */
export async function selectVotingRuns(db: Db, rig: string, without: string): Promise<StoredVotingRun[]> {
  const { results } = await db
    .prepare(
      `SELECT run_id, created_ms, scope, device, filesystem, os, browser, metrics FROM run
       WHERE rig = ?1 AND rig <> '' AND status = 'published' AND trust = 1 AND scope <> '' AND run_id <> ?2
       ORDER BY created_ms, run_id`,
    )
    .bind(rig, without)
    .all<StoredVotingRun>();
  return results;
}

/**
 * The statements by which a machine's votes in these cuts become exactly what the given runs say, in one generation or
 * in all that are written.
 */
export async function recountRig(
  db: Db,
  rig: string,
  cuts: readonly string[],
  runs: readonly StoredVotingRun[],
  onlyGeneration?: number,
): Promise<D1PreparedStatement[]> {
  const snapshot = await readSnapshot(db, rig, cuts);
  const parsed = runs.map((run) => ({ ...run, metrics: JSON.parse(run.metrics) as Metrics, cuts: cutListOf(run) }));
  const generations = snapshot.generations.filter((g) => onlyGeneration === undefined || g === onlyGeneration);
  const changes = generations.flatMap((generation) =>
    cuts.map((cut): Change => {
      const own = parsed.filter((run) => run.cuts.includes(cut));
      return { ...rowOf(snapshot, generation, cut), after: own.reduce<Votes>(addRun, {}), runsAfter: own.length };
    }),
  );
  const touched = JSON.stringify(changes.map(({ generation, cut }) => [generation, cut]));
  return [
    ...writeChanges(db, rig, snapshot.generationsText, changes),
    db
      .prepare(
        `DELETE FROM cell WHERE (generation, cut) IN (SELECT value ->> 0, value ->> 1 FROM json_each(?1)) AND counts = '{}'`,
      )
      .bind(touched),
  ];
}

function writeChanges(db: Db, rig: string, generationsText: string, changes: readonly Change[]): D1PreparedStatement[] {
  const rows = changes.map((c) => [c.generation, c.cut, JSON.stringify(c.after), c.runsAfter, c.version + 1]);
  const deltas = changes.flatMap((c) =>
    cellDeltas(c.before, c.after, c.runsAfter - c.runsBefore).map(([key, change]) => [
      c.generation,
      c.cut,
      key,
      change,
    ]),
  );
  const votes = db
    .prepare(
      `INSERT INTO rig_vote (generation, rig, cut, votes, runs, version)
       SELECT value ->> 0, ?1, value ->> 1, value ->> 2, value ->> 3,
              CASE WHEN (SELECT value FROM meta WHERE key = 'generations') = ?3 THEN value ->> 4 END
       FROM json_each(?2) WHERE true
       ON CONFLICT DO UPDATE SET votes = excluded.votes, runs = excluded.runs,
         version = CASE WHEN rig_vote.version = excluded.version - 1 THEN excluded.version END`,
    )
    .bind(rig, JSON.stringify(rows), generationsText);
  return deltas.length === 0 ? [votes] : [votes, addToCells(db, deltas)];
}

/** Adds to the counts inside the database, so that uploads of different machines never disturb each other. */
function addToCells(db: Db, deltas: readonly (readonly (string | number)[])[]): D1PreparedStatement {
  return db
    .prepare(
      `INSERT INTO cell (generation, cut, counts)
         SELECT generation, cut, json_group_object(key, n ORDER BY key) FILTER (WHERE n <> 0) FROM (
           SELECT generation, cut, key, sum(n) AS n FROM (
             SELECT value ->> 0 AS generation, value ->> 1 AS cut, value ->> 2 AS key, value ->> 3 AS n FROM json_each(?1)
             UNION ALL
             SELECT cell.generation, cell.cut, counted.key, counted.value
             FROM (SELECT DISTINCT value ->> 0 AS generation, value ->> 1 AS cut FROM json_each(?1)) AS touched
             JOIN cell ON cell.generation = touched.generation AND cell.cut = touched.cut
             JOIN json_each(cell.counts) AS counted)
           GROUP BY generation, cut, key)
         WHERE true GROUP BY generation, cut
         ON CONFLICT DO UPDATE SET counts = excluded.counts`,
    )
    .bind(JSON.stringify(deltas));
}
