import { Stats } from '@opfsmark/schema/api';
import {
  Board,
  BoardList,
  type BoardRow,
  clientCut,
  type ContenderRow,
  contenderTable,
  type CutKind,
  cutsOf,
  METRIC_IDS,
  parseCut,
} from '@opfsmark/schema/boards';
import { SUITE_VERSION } from '@opfsmark/schema/documents';
import { type CohortRun, countCohort, type CountedCohort } from '../src/boards/cohort.ts';
import { boardsOfCut, type ModelNames, subjectOf } from '../src/boards/lines.ts';
import { comparePositions, FIRST_PAGE, type RankedEntry, rankPage, rowOf } from '../src/boards/ranking.ts';
import { summarize } from '../src/boards/summary.ts';
import type { RankedRun, Snapshot } from './snapshot.ts';

/** A run with who sent it as a cohort of its knows it. */
function inCohort(run: RankedRun, kind: CutKind): CohortRun {
  const source = run.cohorts[kind];
  if (!source) throw new Error(`nobody sent ${run.run_id} in its cohort by ${kind}`);
  return { ...run, network: source.network, provider: source.provider, rig: source.machine };
}

/** Every cohort, counted by the function of the service. */
function countAll({ runs, models, policy, takenMs }: Snapshot): Map<string, CountedCohort> {
  const modelsByKey = new Map(models.map((model) => [`${model.kind} ${model.slug}`, model]));
  const namesOf = (cut: string): ModelNames => {
    const { device = '', drive = '' } = parseCut(cut)?.keys ?? {};
    const [ofDevice, ofDrive] = [modelsByKey.get(`device ${device}`), modelsByKey.get(`drive ${drive}`)];
    return {
      device: { name: ofDevice?.name ?? device, isRejected: ofDevice?.may_rank === false },
      drive: { name: ofDrive?.name ?? null, isRejected: ofDrive?.may_rank === false },
    };
  };
  const byCut = Map.groupBy(
    runs.flatMap((run) => Object.entries(cutsOf(run)).map(([kind, cut]) => ({ kind: kind as CutKind, cut, run }))),
    ({ cut }) => cut,
  );
  return new Map(
    [...byCut].map(([cut, members]) => {
      const cutRuns = members.map(({ kind, run }) => inCohort(run, kind));
      return [cut, countCohort(cut, cutRuns, namesOf(cut), policy, takenMs)];
    }),
  );
}

/** What a board says, by a key of its own. */
type ComputedBoards = ReadonlyMap<string, readonly ComputedRow[]>;
type ComputedRow = BoardRow | ContenderLine;

/** A contender of storage for apps in one browser. */
type ContenderLine = ContenderRow & { readonly key: string };

const contenderLines = (rows: readonly ContenderRow[]): ContenderLine[] =>
  rows.map((row) => ({ key: `${row.contender} ${row.engine ?? ''}`, ...row }));

/** Every board with its ranked rows, by id, and every table of contenders, by its cut: from nothing but runs. */
export function computeBoards(snapshot: Snapshot): ComputedBoards {
  const countedCohorts = countAll(snapshot);
  const entries = [...countedCohorts].flatMap(([cut, { cohort, runs }]) => {
    const subject = subjectOf(cut);
    return METRIC_IDS.flatMap((metric) => {
      const placedRow = rowOf(cohort, runs, metric);
      return placedRow ? boardsOfCut(cut, metric).map((id) => ({ id, entry: { ...placedRow, subject } })) : [];
    });
  });
  const boards = Map.groupBy(entries, ({ id }) => id);
  const tables = [...countedCohorts].filter(([cut]) => parseCut(cut)?.kind === 'client');
  return new Map<string, readonly ComputedRow[]>([
    ...[...boards].map(([id, boardEntries]) => [id, rankEntries(boardEntries.map(({ entry }) => entry))] as const),
    ...tables.map(([cut, { cohort }]) => [cut, contenderLines(contenderTable(summarize(cohort, [], false)))] as const),
  ]);
}

const rankEntries = (entries: readonly RankedEntry[]): BoardRow[] =>
  rankPage(entries.toSorted(comparePositions), undefined, FIRST_PAGE).rows;

/** Answers a path of the service with JSON. */
type ReadJson = (path: string) => Promise<unknown>;

/** A cell of a board that is not the same. */
export interface Difference {
  readonly board: string;
  readonly key: string;
  /** A column of the row, or 'row' where one side has none. */
  readonly column: string;
  readonly computed: string;
  readonly served: string;
}

/** All ranked rows of a service, board by board, and all tables of contenders. */
export async function readBoards(readJson: ReadJson): Promise<ComputedBoards> {
  const { boards, places } = BoardList.parse(await readJson('/api/v1/boards'));
  const servedBoards = new Map<string, readonly ComputedRow[]>();
  for (const { id } of boards) {
    const rows: BoardRow[] = [];
    let query = '';
    do {
      const page = Board.parse(await readJson(`/api/v1/boards/${encodeURIComponent(id)}${query}`));
      // What moderators warn of says nothing of ranks.
      rows.push(...page.rows.map(({ warnings: _warnings, ...row }) => row));
      query = page.next_cursor === null ? '' : `?cursor=${encodeURIComponent(page.next_cursor)}`;
    } while (query !== '');
    servedBoards.set(id, rows);
  }
  for (const place of places.filter(({ layout }) => layout === 'app-storage')) {
    const cut = clientCut(SUITE_VERSION, place);
    const { metrics } = Stats.parse(await readJson(`/api/v1/stats?cut=${encodeURIComponent(cut)}`));
    servedBoards.set(cut, contenderLines(contenderTable(metrics.filter(({ runs }) => runs === undefined))));
  }
  return servedBoards;
}

const NO_ROWS: readonly ComputedRow[] = [];

/** Compares computed boards with served ones, cell for cell. */
export function compareBoards(
  computedBoards: ComputedBoards,
  servedBoards: ComputedBoards,
): { cells: number; differences: Difference[] } {
  let cells = 0;
  const differences: Difference[] = [];
  for (const board of new Set([...computedBoards.keys(), ...servedBoards.keys()])) {
    const [computedRows, servedRows] = [computedBoards, servedBoards].map((boards) =>
      byKey(boards.get(board) ?? NO_ROWS),
    );
    for (const key of new Set([...(computedRows?.keys() ?? []), ...(servedRows?.keys() ?? [])])) {
      const [a, b] = [computedRows?.get(key), servedRows?.get(key)];
      if (!a || !b) {
        differences.push({ board, key, column: 'row', computed: a ? 'ranked' : 'none', served: b ? 'ranked' : 'none' });
        continue;
      }
      const [computedCells, servedCells] = [
        new Map<string, unknown>(Object.entries(a)),
        new Map<string, unknown>(Object.entries(b)),
      ];
      for (const column of new Set([...computedCells.keys(), ...servedCells.keys()])) {
        cells++;
        const [x, y] = [computedCells, servedCells].map((of) => JSON.stringify(of.get(column)) ?? 'none') as [
          string,
          string,
        ];
        if (x !== y) differences.push({ board, key, column, computed: x, served: y });
      }
    }
  }
  return { cells, differences };
}

function byKey(rows: readonly ComputedRow[]): Map<string, ComputedRow> {
  return new Map(rows.map((row) => [row.key, row]));
}
