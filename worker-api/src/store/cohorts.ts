import { CUT_KINDS, type CutKind } from '@opfsmark/schema/boards';
import type { Db } from '../base/env.ts';
import { isConfirmed, type Cohort, type CountedCohort } from '../boards/cohort.ts';

/** 1: to be counted again at once. 2: at most hourly. */
type Staleness = 0 | 1 | 2;

interface CohortRow {
  readonly cut: string;
  readonly runs: number;
  readonly body: string;
  readonly stale: Staleness;
  readonly due_ms: number | null;
  readonly counted_ms: number;
  readonly version: number;
}

export interface StoredCohort extends Omit<CohortRow, 'body'> {
  /** `null` where nothing is confirmed. */
  readonly cohort: Cohort | null;
  /** The same as text. */
  readonly body: string;
}

const NOTHING_CONFIRMED = '{}';
const COLUMNS = 'cut, runs, body, stale, due_ms, counted_ms, version';

const storedCohortOf = (row: CohortRow): StoredCohort => ({
  ...row,
  cohort: row.body === NOTHING_CONFIRMED ? null : (JSON.parse(row.body) as Cohort),
});
export const byCut = (rows: readonly CohortRow[]) => new Map(rows.map((row) => [row.cut, storedCohortOf(row)]));
/** The row's text of what was counted. */
export const bodyOf = (cohort: Cohort): string => (isConfirmed(cohort) ? JSON.stringify(cohort) : NOTHING_CONFIRMED);

/** A join, because `IN` reads each cut twice more. */
export function readCohorts(db: Db, cuts: readonly string[]): D1PreparedStatement {
  return db
    .prepare(`SELECT ${COLUMNS} FROM json_each(?1) AS wanted CROSS JOIN cohort ON cut = wanted.value`)
    .bind(JSON.stringify(cuts));
}

export async function selectCohorts(db: Db, cuts: readonly string[]): Promise<Map<string, StoredCohort>> {
  return byCut((await readCohorts(db, cuts).all<CohortRow>()).results);
}

/** Those that have no row yet. */
export async function selectNewCuts(db: Db, cuts: readonly string[]): Promise<string[]> {
  if (cuts.length === 0) return [];
  const sql = 'SELECT value FROM json_each(?1) WHERE NOT EXISTS (SELECT 1 FROM cohort WHERE cut = value)';
  const { results } = await db.prepare(sql).bind(JSON.stringify(cuts)).all<{ value: string }>();
  return results.map(({ value }) => value);
}

/** Cohorts whose cut begins with a prefix: one range of the primary key. */
export async function selectCohortsByPrefix(db: Db, prefix: string, limit: number): Promise<StoredCohort[]> {
  const { results } = await db
    .prepare(`SELECT ${COLUMNS} FROM cohort WHERE cut >= ?1 AND cut < ?2 ORDER BY cut LIMIT ?3`)
    .bind(prefix, `${prefix}\u{10ffff}`, limit)
    .all<CohortRow>();
  return results.map(storedCohortOf);
}

/** Those of which something is confirmed, after a cut; without a prefix of all lists. */
export async function selectRanked(db: Db, prefix: string, limit: number, after = ''): Promise<StoredCohort[]> {
  const { results } = await db
    .prepare(
      `SELECT ${COLUMNS} FROM cohort INDEXED BY cohort_by_rank
       WHERE ranked = 1 AND cut >= ?1 AND cut < ?2 AND cut > ?3 ORDER BY cut LIMIT ?4`,
    )
    .bind(prefix, `${prefix}\u{10ffff}`, after, limit)
    .all<CohortRow>();
  return results.map(storedCohortOf);
}

const NEW_VERSION = `abs(random() % ${2 ** 32})`;

/** What a cohort is to become, if it still is what it was when its runs were read. */
export interface CohortChange {
  readonly cut: string;
  /** Version of the row that was read with the runs; `null` without a row. */
  readonly seen: number | null;
  readonly counted: CountedCohort;
}

/** The columns of `changes` as a statement reads them. */
const OWN = Object.fromEntries(
  ['cut', 'seen', 'version', 'runs', 'ranked', 'body', 'due_ms'].map((name, i) => [name, `own.value ->> ${i}`]),
) as Readonly<Record<'cut' | 'seen' | 'version' | 'runs' | 'ranked' | 'body' | 'due_ms', string>>;

/**
 * What becomes of a cohort that has changed since it was read. `mark`: it is counted again, as a run that is added asks for.
 * `fail`: the batch is rolled back, as for a run that must go: see `isLostRace`. `leave`: whoever has changed it has counted or
 * marked it.
 */
export type OnLoss = 'mark' | 'fail' | 'leave';
const LOST: Readonly<Record<OnLoss, readonly string[]>> = {
  mark: [`stale = 1, version = ${NEW_VERSION}`],
  fail: ['version = NULL'],
  leave: [],
};

/**
 * Writes cohorts as far as they are what they were when they were read, and deletes those without runs. Columns of indexes are
 * named only where they change, because an index costs a written row then.
 */
export function writeCohorts(
  db: Db,
  changes: readonly CohortChange[],
  { onLoss, nowMs }: { readonly onLoss: OnLoss; readonly nowMs: number },
): D1PreparedStatement[] {
  const versions = crypto.getRandomValues(new Uint32Array(changes.length));
  const rows = changes.map(({ cut, seen, counted: { runs, cohort, due_ms } }, i) => {
    const body = bodyOf(cohort);
    return [cut, seen, versions[i], runs, body === NOTHING_CONFIRMED ? 0 : 1, body, due_ms];
  });
  const rowsJson = JSON.stringify(rows);
  const emptyCuts = changes.filter(({ counted }) => counted.runs === 0).map(({ cut }) => cut);
  return [
    db
      .prepare(
        `UPDATE cohort SET runs = ${OWN.runs}, body = ${OWN.body}, due_ms = ${OWN.due_ms}, counted_ms = ?2, version = ${OWN.version}
         FROM json_each(?1) AS own WHERE cohort.cut = ${OWN.cut} AND cohort.version = ${OWN.seen}`,
      )
      .bind(rowsJson, nowMs),
    // A row that was there and is gone was deleted with all of its runs: what it is now is counted again.
    db
      .prepare(
        `INSERT INTO cohort (cut, runs, ranked, body, stale, due_ms, counted_ms, version)
         SELECT ${OWN.cut}, ${OWN.runs},
                CASE WHEN ${OWN.seen} IS NULL THEN ${OWN.ranked} ELSE 0 END,
                CASE WHEN ${OWN.seen} IS NULL THEN ${OWN.body} ELSE '${NOTHING_CONFIRMED}' END,
                ${OWN.seen} IS NOT NULL, ${OWN.due_ms}, ?2,
                CASE WHEN ${OWN.seen} IS NULL THEN ${OWN.version} ELSE ${NEW_VERSION} END
         FROM json_each(?1) AS own
         WHERE ${OWN.runs} > 0 AND NOT EXISTS (SELECT 1 FROM cohort WHERE cohort.cut = ${OWN.cut})`,
      )
      .bind(rowsJson, nowMs),
    db
      .prepare(
        `UPDATE cohort SET ranked = ${OWN.ranked}, stale = 0 FROM json_each(?1) AS own
         WHERE cohort.cut = ${OWN.cut} AND cohort.version = ${OWN.version}
           AND (cohort.ranked <> ${OWN.ranked} OR cohort.stale <> 0)`,
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
    ...(emptyCuts.length === 0 ? [] : deleteEmpty(db, emptyCuts)),
  ];
}

/** A cohort without runs leaves nothing, in long lists either. */
function deleteEmpty(db: Db, cuts: readonly string[]): D1PreparedStatement[] {
  const names = cuts.flatMap((cut) => prefixesOf(cut).map((prefix) => [prefix, cut.slice(prefix.length)]));
  return [
    db
      .prepare('DELETE FROM cohort WHERE cut IN (SELECT value FROM json_each(?1)) AND runs = 0 AND stale = 0')
      .bind(JSON.stringify(cuts)),
    db
      .prepare(
        `UPDATE list SET entries = (
           SELECT json_group_array(json(entry.value)) FROM json_each(list.entries) AS entry
           WHERE entry.value ->> 1 <> gone.value ->> 1)
         FROM json_each(?1) AS gone
         WHERE list.prefix = gone.value ->> 0 AND instr(list.entries, gone.value ->> 1) > 0`,
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
        `INSERT INTO cohort (cut, runs, ranked, body, stale, due_ms, counted_ms, version)
         SELECT value, 0, 0, '${NOTHING_CONFIRMED}', ?2, NULL, 0, ${NEW_VERSION} FROM json_each(?1) WHERE true
         ON CONFLICT DO NOTHING`,
      )
      .bind(cutsJson, stale),
  ];
}

/** The cut of a row of `run`. */
const cutText = (kind: CutKind) => [`'${kind}'`, ...CUT_KINDS[kind]].join(" || '|' || ");
const COUNTS = "status = 'published' AND trust = 1 AND scope <> ''";

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
           SELECT ${cutText(cuts)} FROM run WHERE ${kind} = ?1 AND ${kind} <> '' AND scope <> '')`,
      )
      .bind(slug),
  );
}

/** The same for a device, where the statement before has changed its name. */
export function markCohortsIfRenamed(db: Db, device: string): D1PreparedStatement {
  const cuts = KINDS_WITH.device.map(
    (kind) => `SELECT ${cutText(kind)} FROM run WHERE device = (SELECT ?1 WHERE changes() > 0) AND scope <> ''`,
  );
  return db
    .prepare(`UPDATE cohort SET stale = 1, version = ${NEW_VERSION} WHERE cut IN (${cuts.join(' UNION ')})`)
    .bind(device);
}

/** Marks every cohort that there is or should be. */
export function markAllCohorts(db: Db): D1PreparedStatement[] {
  const kinds = Object.keys(CUT_KINDS) as CutKind[];
  return [
    db.prepare(`UPDATE cohort SET stale = 1, version = ${NEW_VERSION}`),
    ...kinds.map((kind) => {
      const isClient = kind === 'client' ? 'LIKE' : 'NOT LIKE';
      const condition = kind === 'drive' || kind === 'interface' || kind === 'filesystem' ? `${kind} <> ''` : 'true';
      return db.prepare(
        `INSERT INTO cohort (cut, runs, ranked, body, stale, due_ms, counted_ms, version)
         SELECT DISTINCT ${cutText(kind)}, 0, 0, '${NOTHING_CONFIRMED}', 1, NULL, 0, 0 FROM run
         WHERE ${COUNTS} AND scope ${isClient} '%.app-storage' AND ${condition} ON CONFLICT DO NOTHING`,
      );
    }),
  ];
}

/** Marks what time alone may have changed. */
export function markDue(db: Db, nowMs: number): D1PreparedStatement {
  return db
    .prepare(`UPDATE cohort SET stale = 1, version = ${NEW_VERSION} WHERE due_ms <= ?1 AND stale = 0`)
    .bind(nowMs);
}

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
 * count any more stands for nothing: the row waits for the next time.
 */
export function writeLargeCohort(db: Db, { cut, seen, counted }: CohortChange, nowMs: number): D1PreparedStatement {
  const body = bodyOf(counted.cohort);
  const shownIds = Object.values(counted.cohort.metrics).map(({ run_id }) => run_id);
  return db
    .prepare(
      `UPDATE cohort SET runs = ?2, ranked = ?7, body = ?3, due_ms = ?4, counted_ms = ?5,
         stale = CASE WHEN version = ?6 THEN 0 ELSE stale END
       WHERE cut = ?1 AND NOT EXISTS (
         SELECT 1 FROM json_each(?8) AS own
         WHERE NOT EXISTS (SELECT 1 FROM run WHERE run_id = own.value AND ${COUNTS}))`,
    )
    .bind(
      ...[cut, counted.runs, body, counted.due_ms, nowMs, seen],
      body === NOTHING_CONFIRMED ? 0 : 1,
      JSON.stringify([...new Set(shownIds)]),
    );
}

/** Takes out of a cohort what a run stands for that is to go, until it is counted again. */
export function stripCohort(db: Db, { cut, cohort, version }: StoredCohort, runIds: ReadonlySet<string>) {
  if (!cohort) return [];
  const keptMetrics = Object.entries(cohort.metrics).filter(([, { run_id }]) => !runIds.has(run_id));
  if (keptMetrics.length === Object.keys(cohort.metrics).length) return [];
  const classes = Object.entries(cohort.classes).filter(([run_id]) => !runIds.has(run_id));
  const body = bodyOf({ ...cohort, metrics: Object.fromEntries(keptMetrics), classes: Object.fromEntries(classes) });
  return [
    db
      .prepare(
        `UPDATE cohort SET body = ?2, ranked = ?3, version = CASE WHEN version = ?4 THEN ${NEW_VERSION} END WHERE cut = ?1`,
      )
      .bind(cut, body, body === NOTHING_CONFIRMED ? 0 : 1, version),
  ];
}
