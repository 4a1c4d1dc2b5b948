import { DatabaseSync } from 'node:sqlite';
import { cutsOf, packKeys, type CutKeys, type CutKind } from '@opfsmark/schema/boards';
import { parseCell } from '../src/boards/cell.ts';
import { entriesOf } from '../src/boards/entries.ts';
import { linesOf } from '../src/boards/lines.ts';
import { packBuckets } from '../src/boards/stored-buckets.ts';
import { unpackMetrics, type StoredMetrics } from '../src/boards/stored-metrics.ts';
import { countsOf, RUNS_READ, voteOf, type CountedRun, type NetworkVote } from '../src/boards/votes.ts';

type StoredRun = Omit<CountedRun, 'metrics'> & StoredMetrics & CutKeys & { network: number; name: string };
type Run = Omit<StoredRun, 'metrics'> & CountedRun;

/** What is known of a cut while its votes are counted. */
interface Counted {
  readonly kind: CutKind;
  readonly counts: Map<string, number>;
  /** One of its votes: it stands for all in the rows of boards. */
  readonly sample: { readonly vote: NetworkVote; readonly run: Run };
}

const POLICY = { minNetworks: 3, minDays: 2 };
const LAST_MS = Number.MAX_SAFE_INTEGER;

/**
 * Counts all votes, cells and boards in memory with the functions of the service, and writes them: minutes instead of hours
 * for 10^6 runs. Rows of boards are those of the service but for the run that stands for them.
 */
export function fillVotes(file: string): void {
  const db = new DatabaseSync(file);
  db.exec('PRAGMA synchronous = OFF; PRAGMA cache_size = -400000; BEGIN');
  const cuts = new Map<string, Counted>();
  const insertVote = db.prepare(
    `INSERT INTO vote (generation, cut, network, standing, buckets, run_id, members, first_ms, last_ms, runs, version)
     VALUES (1, ?, ?, ?, ?, ?, ?, ?, ?, ?, 1)`,
  );
  for (const [network, runs] of networksOf(db)) {
    const byCut = Map.groupBy(
      runs.flatMap((run) =>
        (Object.entries(cutsOf(run)) as [CutKind, string][]).map(([kind, cut]) => ({ kind, cut, run })),
      ),
      ({ cut }) => cut,
    );
    // Most networks have one machine, whose runs are the same in most cuts.
    const votes = new Map<string, NetworkVote>();
    for (const [cut, all] of byCut) {
      const own = all.map(({ run }) => run).slice(0, RUNS_READ);
      const members = own.map(({ run_id }) => run_id).join(',');
      const vote = votes.get(members) ?? voteOf(own, LAST_MS);
      const run = own.find(({ run_id }) => run_id === vote?.run_id);
      if (!vote || !run) continue;
      votes.set(members, vote);
      insertVote.run(
        ...[cut, network, vote.standing, packBuckets(vote.buckets), vote.run_id, members],
        ...[vote.first_ms, vote.last_ms, vote.runs],
      );
      const known = cuts.get(cut) ?? {
        kind: all[0]?.kind ?? 'os',
        counts: new Map<string, number>(),
        sample: { vote, run },
      };
      for (const [key, n] of countsOf(vote)) known.counts.set(key, (known.counts.get(key) ?? 0) + n);
      cuts.set(cut, known);
    }
  }
  writeCells(db, cuts);
  writeBoards(db, cuts);
  db.exec('COMMIT; PRAGMA wal_checkpoint(TRUNCATE)');
  db.close();
}

/** The runs of each network, newest first. */
function* networksOf(db: DatabaseSync): Generator<[network: number, runs: Run[]]> {
  const rows = db.prepare('SELECT * FROM run ORDER BY network, created_ms DESC, run_id DESC').iterate();
  let own: Run[] = [];
  for (const row of rows as Iterable<unknown> as Iterable<StoredRun>) {
    const first = own[0];
    if (first && first.network !== row.network) {
      yield [first.network, own];
      own = [];
    }
    own.push({ ...row, metrics: unpackMetrics(row) });
  }
  if (own[0]) yield [own[0].network, own];
}

function writeCells(db: DatabaseSync, cuts: ReadonlyMap<string, Counted>): void {
  const insert = db.prepare('INSERT INTO cell (generation, cut, counts, version) VALUES (1, ?, ?, 1)');
  for (const [cut, { counts }] of cuts) {
    const sorted = [...counts].toSorted(([a], [b]) => (a < b ? -1 : 1));
    insert.run(cut, JSON.stringify(Object.fromEntries(sorted)));
  }
}

function writeBoards(db: DatabaseSync, cuts: ReadonlyMap<string, Counted>): void {
  const insert = db.prepare('INSERT INTO board (board_id, sort, subject, row, refreshed_ms) VALUES (?, ?, ?, ?, 1)');
  for (const [cut, { kind, counts, sample }] of cuts) {
    const { run, vote } = sample;
    const cell = parseCell(JSON.stringify(Object.fromEntries(counts)));
    const lines = linesOf(run, {
      device: { name: run.name, isRejected: false },
      drive: { name: null, isRejected: false },
      cells: new Map([[cut, cell]]),
      votes: new Map([[cut, [vote]]]),
      runs: new Map([[run.run_id, { driveName: run.drive, metrics: run.metrics }]]),
    });
    const line = lines[Object.keys(cutsOf(run)).indexOf(kind)];
    if (!line) throw new Error(`no line of ${kind}: ${packKeys(run)}`);
    for (const { board_id, sort, subject, row } of entriesOf(
      line,
      new Map([[run.run_id, { driveName: run.drive, metrics: run.metrics }]]),
      POLICY,
    )) {
      insert.run(board_id, sort, subject, JSON.stringify(row));
    }
  }
}
