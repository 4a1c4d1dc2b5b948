import {
  type BoardParts,
  type BoardPlace,
  type BoardRow,
  layoutOfScope,
  type MetricId,
  METRIC_IDS,
  parseCut,
} from '@opfsmark/schema/boards';
import {
  type Candidate,
  type Fold,
  type ListedRow,
  listOf,
  type Rank,
  type RankPolicy,
  type RunClass,
  type Statistic,
  statisticOf,
} from '@opfsmark/schema/ranks';
import { slugOf } from '@opfsmark/schema/documents';
import type { Db } from '../base/env.ts';
import type { Sortable } from '../boards/order.ts';
import { boardsOfCut, cutsPrefixOf, subjectOf } from '../boards/lines.ts';
import { type Cohort, metricsOf } from '../boards/stored-cohort.ts';
import { packBoards, unpackBoards } from '../boards/stored-metrics.ts';
import { hasWords, wordsIn } from './device-search.ts';
import { cohortOf, type CohortRow, prefixesOf, selectCohorts, selectCohortsByPrefix } from './cohorts.ts';
import { deleteMeta, selectMeta, writeMeta } from './meta.ts';

/** A list with more entries has its order written down, at most hourly. */
const ENTRIES_AT_ONCE = 50;
/** Until then so many are read. */
const MAX_UNORDERED = 150;

/** An entry of a list, without its row. */
export interface Head extends Sortable {
  readonly ranked: Rank | null;
  readonly fold: Fold | null;
  readonly turn: number;
}

/** A row of a list, and by which warnings know the run that stands for it. */
export interface ReadRow {
  readonly row: Omit<BoardRow, 'position'>;
  readonly class: RunClass;
  readonly counted_ms: number;
}

interface List {
  /** All, best first; those that are folded apart. */
  readonly heads: readonly Head[];
  readonly folded: readonly Head[];
  /** The rows of some. Their cohorts are read where the list is long. */
  readonly readRows: (heads: readonly Head[]) => Promise<ReadRow[]>;
}

interface ListCohort extends Candidate {
  readonly stored: CohortRow;
  readonly statistics: Cohort;
}

/** Cohorts as a list takes them, with one metric. */
const candidatesOf = (rows: readonly CohortRow[], metric: MetricId): ListCohort[] =>
  rows.flatMap((stored) => {
    const statistics = cohortOf(stored, metric);
    return statistics ? [{ stored, subject: subjectOf(stored.cut), statistics }] : [];
  });

const headOf = ({ of, sort, ranked, fold, turn, statistic }: ListedRow<ListCohort>): Head => {
  const { cut } = of.stored;
  const about = { ...{ cut, sort, name: of.statistics.shown.name }, filesystem: filesystemOf(cut) };
  const { low, high, providers, p99_ns } = statistic;
  const spread = low > 0 && high > low ? Math.round((100 * high) / low) : 0;
  return { ...about, providers, p99_ns: p99_ns ?? 0, spread, ranked, fold, turn };
};

const filesystemOf = (cut: string): string => parseCut(cut)?.keys.filesystem ?? '';

function rowOf({ stored, subject, statistics }: ListCohort, { ranked, fold }: Head, statistic: Statistic): ReadRow {
  const { value, low, high, p99_ns, ceiling, providers, run } = statistic;
  const { slug, name, filesystem, drives } = statistics.shown;
  return {
    row: {
      ...{ key: subject, ranked, ...(fold ? { fold } : {}), subject: { slug, name }, filesystem },
      ...(drives && { drives: [...drives] }),
      ...{ value, low, high, p99_ns, ...(ceiling === undefined ? {} : { ceiling }) },
      ...{ providers, runs: statistics.runs, run_id: run.run_id },
    },
    class: run,
    counted_ms: stored.counted_ms,
  };
}

/** All that a board lists: of a short list one range of the primary key, of a long one its order. */
export async function readList(db: Db, board: BoardParts, policy: RankPolicy): Promise<List> {
  const prefix = cutsPrefixOf(board);
  const ordered = await selectOrder(db, prefix, board.metric);
  const known = new Map<string, ListCohort>();
  let heads = ordered;
  if (ordered.length === 0) {
    const rows = await selectCohortsByPrefix(db, prefix, MAX_UNORDERED);
    const listed = listOf(candidatesOf(rows, board.metric), board.metric, policy);
    for (const { of } of listed) known.set(of.stored.cut, of);
    heads = listed.map(headOf);
  }
  const readRows = async (some: readonly Head[]) => {
    const missing = some.filter(({ cut }) => !known.has(cut)).map(({ cut }) => cut);
    const read = missing.length > 0 ? [...(await selectCohorts(db, missing)).values()] : [];
    for (const of of candidatesOf(read, board.metric)) known.set(of.stored.cut, of);
    return some.flatMap((head) => {
      const of = known.get(head.cut);
      const shown = of && statisticOf(of.statistics, board.metric, policy);
      return shown ? [rowOf(of, head, shown.statistic)] : [];
    });
  };
  return {
    heads: heads.filter(({ fold }) => fold === null),
    folded: heads.filter(({ fold }) => fold !== null),
    readRows,
  };
}

type StoredHead = readonly [
  sort: number,
  rest: string,
  name: string,
  ranked: readonly [number, number, boolean] | 0,
  fold?: Fold | 0,
  turn?: number,
  providers?: number,
  p99?: number,
  spread?: number,
];

async function selectOrder(db: Db, prefix: string, metric: string): Promise<Head[]> {
  const { results } = await db
    .prepare('SELECT entries FROM list WHERE prefix = ?1 AND metric = ?2 ORDER BY part')
    .bind(prefix, metric)
    .all<{ entries: string }>();
  return results
    .flatMap(({ entries }) => JSON.parse(entries) as StoredHead[])
    .map(([sort, rest, name, ranked, fold = 0, turn = 0, providers = 0, p99_ns = 0, spread = 0]) => {
      const rank = ranked === 0 ? null : { place: ranked[0], rank: ranked[1], tied: ranked[2] };
      const cut = prefix + rest;
      const about = { cut, sort, name, filesystem: filesystemOf(cut), providers, p99_ns, spread };
      return { ...about, ranked: rank, fold: fold === 0 ? null : fold, turn };
    });
}

/** Entries of one row: far below what a row may hold. */
const ENTRIES_PER_PART = 1000;

/** Parts of a list's order by one metric, as far as its cohorts are still there. */
function writeParts(db: Db, prefix: string, metric: string, heads: readonly Head[]): D1PreparedStatement[] {
  const storedHeads = heads.map(({ sort, cut, name, ranked, fold, turn, providers, p99_ns, spread }): StoredHead => {
    const rank = ranked ? ([ranked.place, ranked.rank, ranked.tied] as const) : 0;
    const rest = cut.slice(prefix.length);
    return [sort, rest, name, rank, fold ?? 0, turn, providers, p99_ns, spread];
  });
  return Array.from({ length: Math.ceil(storedHeads.length / ENTRIES_PER_PART) }, (_, part) =>
    db
      .prepare(
        `INSERT INTO list (prefix, metric, part, entries)
         SELECT ?1, ?2, ?3, coalesce(json_group_array(json(value)), '[]') FROM (
           SELECT value FROM json_each(?4)
           WHERE EXISTS (SELECT 1 FROM cohort WHERE cut = ?1 || (value ->> 1)) ORDER BY key)
         WHERE true
         ON CONFLICT DO UPDATE SET entries = excluded.entries WHERE list.entries <> excluded.entries`,
      )
      .bind(
        prefix,
        metric,
        part,
        JSON.stringify(storedHeads.slice(part * ENTRIES_PER_PART, (part + 1) * ENTRIES_PER_PART)),
      ),
  );
}

/** D1 answers one call of the timer 1,000 times: so many parts are written at once, which are all of a list but a very long one. */
const PARTS_PER_BATCH = 100;

/** Writes the order of a long list by each metric. */
async function writeOrder(db: D1Database, prefix: string, rows: readonly CohortRow[], policy: RankPolicy) {
  const partsOf: Record<string, number> = {};
  let statements: D1PreparedStatement[] = [];
  for (const metric of METRIC_IDS) {
    const parts = writeParts(db, prefix, metric, listOf(candidatesOf(rows, metric), metric, policy).map(headOf));
    partsOf[metric] = parts.length;
    if (statements.length > 0 && statements.length + parts.length > PARTS_PER_BATCH) {
      await db.batch(statements);
      statements = [];
    }
    statements.push(...parts);
  }
  const remove = db
    .prepare('DELETE FROM list WHERE prefix = ?1 AND part >= coalesce(?2 ->> metric, 0)')
    .bind(prefix, JSON.stringify(partsOf));
  await db.batch([...statements, remove]);
}

const COHORTS_PER_READ = 500;

/** All cohorts, list by list: those of lists that begin with another one's prefix come in both. */
async function* readLists(db: Db): AsyncGenerator<{ readonly prefix: string; readonly rows: readonly CohortRow[] }> {
  const open = new Map<string, CohortRow[]>();
  let after = '';
  for (;;) {
    const rows = await selectCohortsByPrefix(db, '', COHORTS_PER_READ, after);
    for (const row of rows) {
      for (const [prefix, ofList] of open) {
        if (row.cut.startsWith(prefix)) continue;
        open.delete(prefix);
        yield { prefix, rows: ofList };
      }
      for (const prefix of prefixesOf(row.cut)) {
        const ofList = open.get(prefix) ?? [];
        ofList.push(row);
        open.set(prefix, ofList);
      }
    }
    const last = rows.at(-1);
    if (!last || rows.length < COHORTS_PER_READ) break;
    after = last.cut;
  }
  for (const [prefix, rows] of open) yield { prefix, rows };
}

/** Writes the order of long lists, and which boards there are where that is too much to read at once. */
export async function orderLists(db: D1Database, policy: RankPolicy): Promise<void> {
  const boards = new Set<string>();
  const cuts: string[] = [];
  const longPrefixes: string[] = [];
  for await (const { prefix, rows } of readLists(db)) {
    for (const row of rows) {
      const { cut } = row;
      cuts.push(cut);
      for (const metric of metricsOf(row)) for (const id of boardsOfCut(cut, metric)) boards.add(id);
    }
    if (rows.length <= ENTRIES_AT_ONCE) continue;
    longPrefixes.push(prefix);
    await writeOrder(db, prefix, rows, policy);
  }
  const list: StoredBoards = { sets: packBoards(boards), places: placesOf(cuts) };
  await db.batch([
    db
      .prepare('DELETE FROM list WHERE prefix NOT IN (SELECT value FROM json_each(?1))')
      .bind(JSON.stringify(longPrefixes)),
    cuts.length > MAX_COHORTS_READ ? writeMeta(db, BOARDS, list) : deleteMeta(db, BOARDS),
  ]);
}

const BOARDS = 'boards';
/** Beyond this, `/boards` is answered from what the last hour wrote down. */
const MAX_COHORTS_READ = 250;

interface StoredBoards {
  /** Of `packBoards`. An earlier version had them as a list. */
  readonly sets?: Readonly<Record<string, string>>;
  readonly places: readonly BoardPlace[];
}

/** Where the runs of some cuts were made. */
function placesOf(cuts: readonly string[]): BoardPlace[] {
  const places = cuts.flatMap((cut): BoardPlace[] => {
    const { kind, keys } = parseCut(cut) ?? {};
    const { scope = '', os, browser, filesystem = '' } = keys ?? {};
    const layout = layoutOfScope(scope);
    if ((kind !== 'exact' && kind !== 'client') || layout === null || !os || !browser) return [];
    return [{ layout, os, browser, filesystem: filesystem === '' ? null : filesystem }];
  });
  return [...new Map(places.map((place) => [JSON.stringify(place), place])).values()];
}

/** Every board that lists something, and where its runs were made. */
export async function readBoardList(
  db: Db,
): Promise<{ readonly ids: readonly string[]; readonly places: readonly BoardPlace[] }> {
  const { sets, places } = JSON.parse((await selectMeta(db, BOARDS)) ?? '{}') as Partial<StoredBoards>;
  if (sets && places) return { ids: unpackBoards(sets).toSorted(), places };
  const rows = await selectCohortsByPrefix(db, '', MAX_COHORTS_READ);
  const ids = rows.flatMap((row) => metricsOf(row).flatMap((metric) => boardsOfCut(row.cut, metric)));
  return { ids: [...new Set(ids)].toSorted(), places: placesOf(rows.map(({ cut }) => cut)) };
}

/** The query for a name: words of a slug, `null` where the text has none, or of the name as it is shown. */
interface SubjectQuery {
  readonly slug: string | null;
  readonly text: string;
}

export function isWanted({ slug, text }: SubjectQuery, subject: string, name: string): boolean {
  if (text === '') return true;
  const words = wordsIn(slugOf(text));
  return (slug !== null && hasWords(subject, wordsIn(slug))) || (words.length > 0 && hasWords(slugOf(name), words));
}
