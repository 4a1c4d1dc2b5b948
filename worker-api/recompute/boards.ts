import {
  contenderTable,
  cutsOf,
  METRIC_IDS,
  parseCut,
  type BoardRow,
  type ContenderRow,
} from '@opfsmark/schema/boards';
import { countCohort, type CountedCohort } from '../src/boards/cohort.ts';
import { rowOf } from '../src/boards/entries.ts';
import { boardsOfCut, subjectOf, type ModelNames } from '../src/boards/lines.ts';
import { comparePositions, FIRST_PAGE, rankPage, type RankedEntry } from '../src/boards/ranking.ts';
import { summarizeCohort } from '../src/boards/summary.ts';
import type { Snapshot } from './snapshot.ts';

/** Every cohort, counted by the function of the service. */
function countAll({ runs, models, policy, takenMs }: Snapshot): Map<string, CountedCohort> {
  const known = new Map(models.map((model) => [`${model.kind} ${model.slug}`, model]));
  const namesOf = (cut: string): ModelNames => {
    const { device = '', drive = '' } = parseCut(cut)?.keys ?? {};
    const [ofDevice, ofDrive] = [known.get(`device ${device}`), known.get(`drive ${drive}`)];
    return {
      device: { name: ofDevice?.name ?? device, isRejected: ofDevice?.may_rank === false },
      drive: { name: ofDrive?.name ?? null, isRejected: ofDrive?.may_rank === false },
    };
  };
  const byCut = Map.groupBy(
    runs.flatMap((run) => Object.values(cutsOf(run)).map((cut) => ({ cut, run }))),
    ({ cut }) => cut,
  );
  return new Map(
    [...byCut].map(([cut, members]) => {
      const own = members.map(({ run }) => run);
      return [cut, countCohort(cut, own, namesOf(cut), policy, takenMs)];
    }),
  );
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
  const counted = countAll(snapshot);
  const entries = [...counted].flatMap(([cut, { cohort, runs }]) => {
    const subject = subjectOf(cut);
    return METRIC_IDS.flatMap((metric) => {
      const placed = rowOf(cohort, runs, metric);
      return placed ? boardsOfCut(cut, metric).map((id) => ({ id, entry: { ...placed, subject } })) : [];
    });
  });
  const boards = Map.groupBy(entries, ({ id }) => id);
  const tables = [...counted].filter(([cut]) => parseCut(cut)?.kind === 'client');
  return new Map<string, readonly ComputedRow[]>([
    ...[...boards].map(([id, own]) => [id, rankEntries(own.map(({ entry }) => entry))] as const),
    ...tables.map(([cut, { cohort }]) => [cut, contenderLines(contenderTable(summarizeCohort(cohort)))] as const),
  ]);
}

const rankEntries = (entries: readonly RankedEntry[]): BoardRow[] =>
  rankPage(entries.toSorted(comparePositions), undefined, FIRST_PAGE).rows;
