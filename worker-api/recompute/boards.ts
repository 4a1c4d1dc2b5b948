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
  type MetricId,
  parseCut,
} from '@opfsmark/schema/boards';
import { SUITE_VERSION } from '@opfsmark/schema/documents';
import { type Candidate, listOf, type RankPolicy } from '@opfsmark/schema/ranks';
import { type CohortRun, countCut } from '../src/boards/count.ts';
import { boardsOfCut, type ModelNames, subjectOf } from '../src/boards/lines.ts';
import type { Cohort } from '../src/boards/stored-cohort.ts';
import { summarizeCohort } from '../src/boards/summary.ts';
import type { SentRun, Snapshot } from './snapshot.ts';

/** A run with who sent it as a cohort of its knows it. */
function inCohort(run: SentRun, kind: CutKind): CohortRun {
  const source = run.cohorts[kind];
  if (!source) throw new Error(`nobody sent ${run.run_id} in its cohort by ${kind}`);
  return { ...run, network: source.network, provider: source.provider, rig: source.machine };
}

/** Every cohort, counted by the function of the service. */
function countAll({ runs, models, policy, takenMs }: Snapshot): Map<string, Cohort> {
  const modelsByKey = new Map(models.map((model) => [`${model.kind} ${model.slug}`, model]));
  const namesOf = (cut: string): ModelNames => {
    const keys = parseCut(cut)?.keys;
    const nameOf = (kind: 'device' | 'drive') => {
      const model = modelsByKey.get(`${kind} ${keys?.[kind] ?? ''}`);
      return { name: model?.renamed === true ? model.name : null, isRejected: model?.may_rank === false };
    };
    return { device: nameOf('device'), drive: nameOf('drive') };
  };
  const byCut = Map.groupBy(
    runs.flatMap((run) => Object.entries(cutsOf(run)).map(([kind, cut]) => ({ kind: kind as CutKind, cut, run }))),
    ({ cut }) => cut,
  );
  return new Map(
    [...byCut].flatMap(([cut, members]): [string, Cohort][] => {
      const cutRuns = members.map(({ kind, run }) => inCohort(run, kind));
      const { cohort } = countCut(cut, cutRuns, namesOf(cut), policy, takenMs);
      return cohort ? [[cut, cohort]] : [];
    }),
  );
}

/** The rows of each board, by a key of its own. */
type ComputedBoards = ReadonlyMap<string, readonly ComputedRow[]>;
type ComputedRow = ListedRow | ContenderLine;
/**
 * A row without what only the service knows: its place among others and whether it is folded depend on which rows are of one
 * provider, and a snapshot has other names for it in each cohort. Numbers do not.
 */
type ListedRow = Omit<BoardRow, 'position' | 'fold' | 'warnings' | 'drives'>;

/** A contender of storage for apps in one browser. */
type ContenderLine = ContenderRow & { readonly key: string };

const contenderLines = (rows: readonly ContenderRow[]): ContenderLine[] =>
  rows.map((row) => ({ key: `${row.contender} ${row.engine ?? ''}`, ...row }));

/** Every board with its rows, by id, and every table of contenders, by its cut: from nothing but runs. */
export function computeBoards(snapshot: Snapshot): ComputedBoards {
  const cohorts = countAll(snapshot);
  const entries = [...cohorts].flatMap(([cut, statistics]) => {
    const candidate = { subject: subjectOf(cut), statistics };
    const metrics = METRIC_IDS.filter((metric) => statistics.all[metric]);
    return metrics.flatMap((metric) => boardsOfCut(cut, metric).map((id) => ({ id, metric, candidate })));
  });
  const boards = Map.groupBy(entries, ({ id }) => id);
  const tables = [...cohorts].filter(([cut]) => parseCut(cut)?.kind === 'client');
  const cellsOf = (cohort: Cohort) => contenderTable(summarizeCohort(cohort, snapshot.policy));
  return new Map<string, readonly ComputedRow[]>([
    ...[...boards].map(([id, ofBoard]) => {
      const rows = ofBoard.slice(0, 1).flatMap(({ metric }) =>
        listRows(
          ofBoard.map(({ candidate }) => candidate),
          metric,
          snapshot.policy,
        ),
      );
      return [id, rows] as const;
    }),
    ...tables.map(([cut, cohort]) => [cut, contenderLines(cellsOf(cohort))] as const),
  ]);
}

function listRows(
  candidates: readonly (Candidate & { readonly statistics: Cohort })[],
  metric: MetricId,
  policy: RankPolicy,
): ListedRow[] {
  const unfolded = { ...policy, maxRowsPerProvider: Infinity, farFactor: Infinity };
  return listOf(candidates, metric, unfolded).map(({ of, statistic, ranked }) => {
    const { value, low, high, p99_ns, ceiling, providers, run } = statistic;
    const { slug, name, filesystem } = of.statistics.shown;
    return {
      ...{ key: of.subject, ranked, subject: { slug, name }, filesystem, value, low, high, p99_ns },
      ...(ceiling === undefined ? {} : { ceiling }),
      ...{ providers, runs: of.statistics.runs, run_id: run.run_id },
    };
  });
}

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

/** All rows of a service, board by board, and all tables of contenders. */
export async function readBoards(readJson: ReadJson): Promise<ComputedBoards> {
  const { boards, places } = BoardList.parse(await readJson('/api/v1/boards'));
  const servedBoards = new Map<string, readonly ComputedRow[]>();
  for (const { id } of boards) {
    const rows: ListedRow[] = [];
    let query = '';
    do {
      const page = Board.parse(await readJson(`/api/v1/boards/${encodeURIComponent(id)}${query}`));
      for (const { position: _position, fold: _fold, warnings: _warnings, drives: _drives, ...row } of [
        ...page.rows,
        ...(page.folded ?? []),
      ])
        rows.push(row);
      query = page.next_cursor === null ? '' : `?cursor=${encodeURIComponent(page.next_cursor)}`;
    } while (query !== '');
    servedBoards.set(id, rows);
  }
  for (const place of places.filter(({ layout }) => layout === 'app-storage')) {
    const cut = clientCut(SUITE_VERSION, place);
    const { metrics } = Stats.parse(await readJson(`/api/v1/stats?cut=${encodeURIComponent(cut)}`));
    servedBoards.set(cut, contenderLines(contenderTable(metrics)));
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
        differences.push({ board, key, column: 'row', computed: a ? 'listed' : 'none', served: b ? 'listed' : 'none' });
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
