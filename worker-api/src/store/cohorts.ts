import { CUT_KINDS, type CutKind, type MetricId } from '@opfsmark/schema/boards';
import type { Db } from '../base/env.ts';
import type { CountedCohort } from '../boards/count.ts';
import { type Cohort, NOT_LISTED, type OnlyRun, runIdsOf, unpackCohort, withoutRuns } from '../boards/stored-cohort.ts';
import { IS_FOR_ALL, IS_PUBLIC } from './public.ts';

/** 1: to be counted again at once. 2: at most hourly. */
type Staleness = 0 | 1 | 2;

export interface CohortRow extends OnlyRun {
  readonly cut: string;
  readonly runs: number;
  readonly body: string;
  readonly stale: Staleness;
  readonly counted_ms: number;
  readonly version: number;
}

const COLUMNS = `cut, runs, body, stale, counted_ms, cohort.version AS version, metric_set, metrics, browser, run.version AS browser_version, core, created_ms`;
/** With the row of a cohort's only run. */
const WITH_ONLY = "LEFT JOIN run ON run_id = body ->> 'only'";

/** A join, because `IN` reads each cut twice more. */
export function readCohorts(db: Db, cuts: readonly string[]): D1PreparedStatement {
  return db
    .prepare(`SELECT ${COLUMNS} FROM json_each(?1) AS wanted CROSS JOIN cohort ON cut = wanted.value ${WITH_ONLY}`)
    .bind(JSON.stringify(cuts));
}

export const byCut = (rows: readonly CohortRow[]) => new Map(rows.map((row) => [row.cut, row]));

export async function selectCohorts(db: Db, cuts: readonly string[]): Promise<Map<string, CohortRow>> {
  return byCut((await readCohorts(db, cuts).all<CohortRow>()).results);
}

/** @param wanted one metric of them, where no other is asked for */
export const cohortOf = (row: CohortRow | undefined, wanted?: MetricId): Cohort | null =>
  row ? unpackCohort(row, wanted) : null;

/** How cohorts are about to grow: those that have no row yet, and those that have one run, which say all of their own from the second on. */
export interface Growth {
  readonly newCuts: readonly string[];
  readonly secondCuts: readonly string[];
}

export async function selectGrowth(db: Db, cuts: readonly string[]): Promise<Growth> {
  if (cuts.length === 0) return { newCuts: [], secondCuts: [] };
  const sql = 'SELECT value, runs FROM json_each(?1) LEFT JOIN cohort ON cut = value WHERE runs IS NULL OR runs = 1';
  const { results } = await db.prepare(sql).bind(JSON.stringify(cuts)).all<{ value: string; runs: number | null }>();
  const cutsWith = (runs: number | null) => results.filter((row) => row.runs === runs).map(({ value }) => value);
  return { newCuts: cutsWith(null), secondCuts: cutsWith(1) };
}

/** Cohorts whose cut begins with a prefix, after a cut: one range of the primary key. */
export async function selectCohortsByPrefix(db: Db, prefix: string, limit: number, after = ''): Promise<CohortRow[]> {
  const { results } = await db
    .prepare(
      `SELECT ${COLUMNS} FROM cohort ${WITH_ONLY} WHERE cut >= ?1 AND cut < ?2 AND cut > ?3 ORDER BY cut LIMIT ?4`,
    )
    .bind(prefix, `${prefix}\u{10ffff}`, after, limit)
    .all<CohortRow>();
  return results;
}

const NEW_VERSION = `abs(random() % ${2 ** 32})`;

/** The next state of a cohort, if it is still as it was when its runs were read. */
export interface CohortChange {
  readonly cut: string;
  /** Version of the row that was read with the runs; `null` without a row. */
  readonly seen: number | null;
  readonly counted: CountedCohort;
}

const CHANGE = ['cut', 'seen', 'version', 'runs', 'confirmed', 'body'] as const;
/** The columns of `changes` as a statement reads them. */
const OWN = Object.fromEntries(CHANGE.map((name, i) => [name, `own.value ->> ${i}`])) as Readonly<
  Record<(typeof CHANGE)[number], string>
>;

/**
 * The fate of a cohort that has changed since it was read. `mark`: it is counted again, as a run that is added asks for.
 * `fail`: the batch is rolled back, as for a run that must go: see `isLostRace`. `leave`: whoever has changed it has counted or
 * marked it.
 */
export type OnLoss = 'mark' | 'fail' | 'leave';
const LOST: Readonly<Record<OnLoss, readonly string[]>> = {
  mark: [`stale = 1, version = ${NEW_VERSION}`],
  fail: ['version = NULL'],
  leave: [],
};

interface WriteOptions {
  readonly onLoss: OnLoss;
  readonly nowMs: number;
}

/** A value of D1 has 2 MB at most, and a letter up to three bytes. */
const LETTERS_AT_ONCE = 500_000;

/** Changes in parts, each of which is one value: where the runs of many large cohorts go at once, all of them together are too long. */
function inParts(changes: readonly CohortChange[]): CohortChange[][] {
  const parts: CohortChange[][] = [];
  let room = -1;
  for (const change of changes) {
    room -= change.counted.body.length;
    if (room < 0) {
      parts.push([]);
      room = LETTERS_AT_ONCE - change.counted.body.length;
    }
    parts.at(-1)?.push(change);
  }
  return parts;
}

/**
 * Writes cohorts as far as they are what they were when they were read, and deletes those without runs. The column of an index
 * is named only where it changes, because an index costs a written row then.
 */
export const writeCohorts = (db: Db, changes: readonly CohortChange[], how: WriteOptions): D1PreparedStatement[] =>
  inParts(changes).flatMap((part) => writePart(db, part, how));

function writePart(db: Db, changes: readonly CohortChange[], { onLoss, nowMs }: WriteOptions): D1PreparedStatement[] {
  const versions = crypto.getRandomValues(new Uint32Array(changes.length));
  const rows = changes.map(({ cut, seen, counted: { runs, confirmed, body } }, i) => {
    return [cut, seen, versions[i], runs, confirmed, body];
  });
  const rowsJson = JSON.stringify(rows);
  const unlistedCuts = changes.filter(({ counted }) => counted.cohort === null).map(({ cut }) => cut);
  return [
    db
      .prepare(
        `UPDATE cohort SET runs = ${OWN.runs}, confirmed = ${OWN.confirmed}, body = ${OWN.body}, counted_ms = ?2, version = ${OWN.version}
         FROM json_each(?1) AS own WHERE cohort.cut = ${OWN.cut} AND cohort.version = ${OWN.seen}`,
      )
      .bind(rowsJson, nowMs),
    // A row that was there and is gone was deleted with all of its runs: what it is now is counted again.
    db
      .prepare(
        `INSERT INTO cohort (cut, runs, confirmed, body, stale, counted_ms, version)
         SELECT ${OWN.cut}, ${OWN.runs}, CASE WHEN ${OWN.seen} IS NULL THEN ${OWN.confirmed} ELSE 0 END,
                CASE WHEN ${OWN.seen} IS NULL THEN ${OWN.body} ELSE '${NOT_LISTED}' END, ${OWN.seen} IS NOT NULL, ?2,
                CASE WHEN ${OWN.seen} IS NULL THEN ${OWN.version} ELSE ${NEW_VERSION} END
         FROM json_each(?1) AS own
         WHERE ${OWN.runs} > 0 AND NOT EXISTS (SELECT 1 FROM cohort WHERE cohort.cut = ${OWN.cut})`,
      )
      .bind(rowsJson, nowMs),
    db
      .prepare(
        `UPDATE cohort SET stale = 0 FROM json_each(?1) AS own
         WHERE cohort.cut = ${OWN.cut} AND cohort.version = ${OWN.version} AND cohort.stale <> 0`,
      )
      .bind(rowsJson),
    ...LOST[onLoss].map((assignment) =>
      db
        .prepare(
          `UPDATE cohort SET ${assignment} FROM json_each(?1) AS own
           WHERE cohort.cut = ${OWN.cut} AND cohort.version <> ${OWN.version}`,
        )
        .bind(rowsJson),
    ),
    ...(unlistedCuts.length === 0 ? [] : takeOffLists(db, unlistedCuts)),
  ];
}

/** A cohort without runs leaves nothing, in long lists either; nor does there what a moderator has rejected. */
function takeOffLists(db: Db, cuts: readonly string[]): D1PreparedStatement[] {
  const names = cuts.flatMap((cut) => prefixesOf(cut).map((prefix) => [prefix, cut.slice(prefix.length)]));
  return [
    db
      .prepare('DELETE FROM cohort WHERE cut IN (SELECT value FROM json_each(?1)) AND runs = 0 AND stale = 0')
      .bind(JSON.stringify(cuts)),
    // Whole: of several names that leave one list, a join with them would take out one.
    db
      .prepare(
        `UPDATE list SET entries = (
           SELECT json_group_array(json(entry.value)) FROM json_each(list.entries) AS entry
           WHERE (list.prefix, entry.value ->> 1) NOT IN (SELECT value ->> 0, value ->> 1 FROM json_each(?1)))
         WHERE prefix IN (SELECT value ->> 0 FROM json_each(?1)) AND EXISTS (
           SELECT 1 FROM json_each(?1) AS gone WHERE gone.value ->> 0 = prefix AND instr(entries, gone.value ->> 1) > 0)`,
      )
      .bind(JSON.stringify(names)),
  ];
}

/** The lists that a cut stands on: each is how some cuts begin. */
export function prefixesOf(cut: string): string[] {
  const parts = cut.split('|');
  const lengths = parts[0] === 'exact' ? [4, 5] : [2];
  return lengths.map((length) => `${parts.slice(0, length).join('|')}|`);
}

/** Marks cohorts to be counted again; those that have no row yet get one. */
export function markCohorts(db: Db, cuts: readonly string[], stale: Staleness): D1PreparedStatement[] {
  const cutsJson = JSON.stringify(cuts);
  const isAsked = 'cut IN (SELECT value FROM json_each(?1))';
  return [
    db.prepare(`UPDATE cohort SET version = ${NEW_VERSION} WHERE ${isAsked} AND stale = ?2`).bind(cutsJson, stale),
    db
      .prepare(`UPDATE cohort SET version = ${NEW_VERSION}, stale = ?2 WHERE ${isAsked} AND stale <> ?2`)
      .bind(cutsJson, stale),
    db
      .prepare(
        `INSERT INTO cohort (cut, runs, confirmed, body, stale, counted_ms, version)
         SELECT value, 0, 0, '${NOT_LISTED}', ?2, 0, ${NEW_VERSION} FROM json_each(?1) WHERE true ON CONFLICT DO NOTHING`,
      )
      .bind(cutsJson, stale),
  ];
}

/** The cut of a row of `run`. */
const cutText = (kind: CutKind) => [`'${kind}'`, ...CUT_KINDS[kind]].join(" || '|' || ");

const KINDS_WITH = { device: ['device', 'exact'], drive: ['drive'] } as const satisfies Record<
  string,
  readonly CutKind[]
>;

/** Marks the cohorts that stand on boards with a device's or a drive's name. */
export function markCohortsOfModel(db: Db, kind: keyof typeof KINDS_WITH, slug: string): D1PreparedStatement[] {
  return KINDS_WITH[kind].map((cuts) =>
    db
      .prepare(
        `UPDATE cohort SET stale = 1, version = ${NEW_VERSION} WHERE cut IN (
           SELECT ${cutText(cuts)} FROM run WHERE ${kind} = ?1 AND ${kind} <> '' AND scope <> '' AND ${IS_FOR_ALL})`,
      )
      .bind(slug),
  );
}

const KINDS = Object.keys(CUT_KINDS) as CutKind[];

/**
 * Marks the cohorts of some runs that count, also those that have no row.
 *
 * @param runs SQL: which rows of `run` they are
 */
function markCohortsOf(db: Db, runs: string, ...values: readonly unknown[]): D1PreparedStatement[] {
  // A statement for each: D1 puts few SELECTs together.
  return KINDS.map((kind) => {
    const isClient = kind === 'client' ? 'LIKE' : 'NOT LIKE';
    const isSaid = kind === 'drive' || kind === 'interface' || kind === 'filesystem' ? `${kind} <> ''` : 'true';
    return db
      .prepare(
        `INSERT INTO cohort (cut, runs, confirmed, body, stale, counted_ms, version)
         SELECT DISTINCT ${cutText(kind)}, 0, 0, '${NOT_LISTED}', 1, 0, 0 FROM ${runs}
           AND ${IS_PUBLIC} AND scope <> '' AND scope ${isClient} '%.app-storage' AND ${isSaid}
         ON CONFLICT DO UPDATE SET stale = 1, version = ${NEW_VERSION}`,
      )
      .bind(...values);
  });
}

/** Marks every cohort that there is or should be. */
export const markAllCohorts = (db: Db, minEvidence: number): D1PreparedStatement[] => [
  db.prepare(`UPDATE cohort SET stale = 1, version = ${NEW_VERSION}`),
  ...markCohortsOf(db, 'run WHERE evidence >= ?1', minEvidence),
];

/** Marks the cohorts of runs that were published after a moment and not after another. */
export const markPublished = (db: Db, afterMs: number, untilMs: number): D1PreparedStatement[] =>
  markCohortsOf(db, 'run WHERE created_ms > ?1 AND created_ms <= ?2', afterMs, untilMs);

/** Marks the cohorts of what somebody has confirmed. */
export const markConfirmed = (db: Db, confirmedBy: string): D1PreparedStatement[] =>
  markCohortsOf(db, "run WHERE confirmed_by = ?1 AND confirmed_by <> ''", confirmedBy);

/** Cuts that are to be counted again. */
export async function selectStale(db: Db, stale: Staleness, limit: number): Promise<string[]> {
  const { results } = await db
    .prepare('SELECT cut FROM cohort INDEXED BY cohort_by_staleness WHERE stale > 0 AND stale = ?1 LIMIT ?2')
    .bind(stale, limit)
    .all<{ cut: string }>();
  return results.map(({ cut }) => cut);
}

/** How many are to be counted at once. */
export async function countStale(db: Db): Promise<number> {
  const n = await db
    .prepare('SELECT count(*) AS n FROM cohort INDEXED BY cohort_by_staleness WHERE stale > 0 AND stale = 1')
    .first<number>('n');
  return n ?? 0;
}

/**
 * Writes a cohort that took long to count, although it may have changed meanwhile: then it stays marked. A run that does not
 * count any more stands for nothing: the row waits for the next time. One that has lost its last run goes, as any other does.
 */
export function writeLargeCohort(db: Db, { cut, seen, counted }: CohortChange, nowMs: number): D1PreparedStatement[] {
  const { runs, confirmed, body } = counted;
  return [
    db
      .prepare(
        `UPDATE cohort SET runs = ?2, confirmed = ?7, body = ?3, counted_ms = ?4,
           stale = CASE WHEN version = ?5 THEN 0 ELSE stale END
         WHERE cut = ?1 AND NOT EXISTS (
           SELECT 1 FROM json_each(?6) AS own
           WHERE NOT EXISTS (SELECT 1 FROM run WHERE run_id = own.value AND ${IS_PUBLIC}))`,
      )
      .bind(cut, runs, body, nowMs, seen, JSON.stringify(runIdsOf(body)), confirmed),
    ...(counted.cohort === null ? takeOffLists(db, [cut]) : []),
  ];
}

/** Rolls a batch back, as `isLostRace` knows it, where one of the runs that come into these cohorts was deleted meanwhile. */
export function refuseDeleted(db: Db, cuts: readonly string[], runIds: readonly string[]): D1PreparedStatement {
  return db
    .prepare(
      `UPDATE cohort SET version = NULL WHERE cut IN (SELECT value FROM json_each(?1))
         AND (SELECT count(*) FROM run WHERE run_id IN (SELECT value FROM json_each(?2))) < json_array_length(?2)`,
    )
    .bind(JSON.stringify(cuts), JSON.stringify(runIds));
}

/** Takes out of a cohort what runs stand for that are to go, until it is counted again. */
export function stripCohort(db: Db, cohort: CohortRow, goneIds: ReadonlySet<string>) {
  const { cut, body, version } = cohort;
  if (!runIdsOf(body).some((id) => goneIds.has(id))) return [];
  return [
    db
      .prepare(`UPDATE cohort SET body = ?3, version = CASE WHEN version = ?2 THEN ${NEW_VERSION} END WHERE cut = ?1`)
      .bind(cut, version, withoutRuns(cohort, goneIds)),
  ];
}
