import {
  contenderTable,
  cutsOf,
  metricsOf,
  packKeys,
  parseCut,
  unpackKeys,
  type BoardRow,
  type ContenderRow,
  type CutKeys,
} from '@opfsmark/schema/boards';
import { parseCell, type Cell } from '../src/boards/cell.ts';
import { entriesOf, type Entry } from '../src/boards/entries.ts';
import { linesOf, type LineVote, type VotingRun } from '../src/boards/lines.ts';
import type { RankNeeds } from '../src/boards/policy.ts';
import { FIRST_PAGE, rankPage } from '../src/boards/ranking.ts';
import { summarizeCell } from '../src/boards/summary.ts';
import { countsOf, RUNS_READ, voteOf, VOTES_READ, type CountedRun, type NetworkVote } from '../src/boards/votes.ts';
import type { ModelFileRow, RunFileRow } from './rows.ts';

/** A run that may rank, with the metrics that its record shows. */
export interface RankedRun extends CountedRun {
  readonly keys: CutKeys;
  readonly network: number;
  readonly driveName: string;
}

/** `null` for a run that may not rank. Its figures are computed anew from what was measured. */
export function rankedRunOf(row: RunFileRow): RankedRun | null {
  const { run_id, network, machine, confirmed } = row;
  if (!row.may_rank || row.scope === '') return null;
  return {
    run_id,
    created_ms: row.created_at.getTime(),
    rig: machine,
    confirmed: confirmed ? 1 : 0,
    metrics: metricsOf(row.record),
    keys: unpackKeys(packKeys(row)),
    network,
    driveName: row.declared.drive ?? '',
  };
}

export interface Snapshot {
  readonly runs: readonly RankedRun[];
  readonly models: readonly ModelFileRow[];
  readonly policy: RankNeeds;
  readonly establishedMs: number;
  /** Runs until then are too old to have a vote. */
  readonly agedMs: number;
}

interface Counted {
  readonly cells: ReadonlyMap<string, Cell>;
  readonly votes: ReadonlyMap<string, readonly LineVote[]>;
}

const isCounted = (run: RankedRun, { agedMs }: Snapshot) => run.created_ms > agedMs;

/** The votes of every cut. */
function countVotes(runs: readonly RankedRun[], { establishedMs }: Snapshot): Counted {
  const cells = new Map<string, Cell>();
  const votes = new Map<string, LineVote[]>();
  const byCut = Map.groupBy(
    runs.flatMap((run) => Object.values(cutsOf(run.keys)).map((cut) => ({ cut, run }))),
    ({ cut }) => cut,
  );
  for (const [cut, members] of byCut) {
    const own = votesOf(
      members.map(({ run }) => run),
      establishedMs,
    );
    cells.set(cut, cellOf(own));
    votes.set(cut, own.slice(0, VOTES_READ));
  }
  return { cells, votes };
}

/** What a board says, by a key of its own. */
export type ComputedBoards = ReadonlyMap<string, readonly ComputedRow[]>;
export type ComputedRow = BoardRow | ContenderLine;

/** A contender of storage for apps in one browser. */
type ContenderLine = ContenderRow & { readonly key: string };

export const contenderLines = (rows: readonly ContenderRow[]): ContenderLine[] =>
  rows.map((row) => ({ key: `${row.contender} ${row.engine ?? ''}`, ...row }));

/** Every board with its ranked rows, by id, and every table of contenders, by its cut: from nothing but runs. */
export function computeBoards(snapshot: Snapshot): ComputedBoards {
  const { models, policy } = snapshot;
  const runs = snapshot.runs.filter((run) => isCounted(run, snapshot));
  const { cells, votes } = countVotes(runs, snapshot);
  const voting = new Map(runs.map((run): [string, VotingRun] => [run.run_id, run]));
  const known = new Map(models.map((model) => [`${model.kind} ${model.slug}`, model]));
  const allKeys = new Map(runs.map(({ keys }) => [packKeys(keys), keys]));
  const entries = new Map<string, Entry>();
  for (const keys of allKeys.values()) {
    const [device, drive] = [known.get(`device ${keys.device}`), known.get(`drive ${keys.drive}`)];
    const named = {
      device: { name: device?.name ?? keys.device, isRejected: device?.may_rank === false },
      drive: { name: drive?.name ?? null, isRejected: drive?.may_rank === false },
    };
    for (const line of linesOf(keys, { ...named, cells, votes, runs: voting })) {
      for (const entry of entriesOf(line, voting, policy)) entries.set(`${entry.board_id} ${entry.subject}`, entry);
    }
  }
  const boards = Map.groupBy(entries.values(), ({ board_id }) => board_id);
  const tables = [...cells].filter(([cut]) => parseCut(cut)?.kind === 'client');
  return new Map<string, readonly ComputedRow[]>([
    ...[...boards].map(([id, own]) => [id, rankEntries(own)] as const),
    ...tables.map(([cut, cell]) => [cut, contenderLines(contenderTable(summarizeCell(cell, policy)))] as const),
  ]);
}

/** The votes of a cut in the order of networks. */
function votesOf(runs: readonly RankedRun[], establishedMs: number): NetworkVote[] {
  const networks = [...Map.groupBy(runs, ({ network }) => network)].toSorted(([a], [b]) => a - b);
  return networks.flatMap(([, own]) => {
    const newest = own.toSorted((a, b) => b.created_ms - a.created_ms || (a.run_id < b.run_id ? 1 : -1));
    return voteOf(newest.slice(0, RUNS_READ), establishedMs) ?? [];
  });
}

function cellOf(votes: readonly NetworkVote[]): Cell {
  const counts = new Map<string, number>();
  for (const [key, n] of votes.flatMap((vote) => [...countsOf(vote)])) counts.set(key, (counts.get(key) ?? 0) + n);
  return parseCell(JSON.stringify(Object.fromEntries(counts)));
}

function rankEntries(entries: readonly Entry[]): BoardRow[] {
  const sorted = entries.toSorted((a, b) => a.sort - b.sort || (a.subject < b.subject ? -1 : 1));
  const stored = sorted.map(({ sort, subject, row }) => ({ sort, subject, row: JSON.stringify(row), refreshed_ms: 0 }));
  return rankPage(stored, undefined, FIRST_PAGE).rows;
}
