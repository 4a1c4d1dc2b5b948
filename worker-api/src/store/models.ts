import type { Db } from '../base/env.ts';
import { markCohortsOfModel } from './cohorts.ts';
import { deleteSearch, insertSearch } from './device-search.ts';
import { IS_FOR_ALL, IS_PUBLIC } from './public.ts';

/**
 * The models that runs name, and moderators may reject, rename and merge. A kind is also the name of its table, of its column in `run`,
 * and of how its other tables begin. A device has a row with its first run, a drive once a moderator has changed it.
 */
export const MODEL_KINDS = ['device', 'drive'] as const;
export type ModelKind = (typeof MODEL_KINDS)[number];

type ModelStatus = 'pending' | 'confirmed' | 'approved' | 'rejected';

export interface ModelRow {
  readonly slug: string;
  readonly name: string;
  readonly status: ModelStatus;
  /** 1: a moderator chose the name. */
  readonly renamed: number;
  readonly created_ms: number;
}

/** The column of `run` with the name as it was declared. */
const NAME_COLUMN: Readonly<Record<ModelKind, string>> = { device: 'name', drive: 'drive_name' };

/** The runs of a model: ?1 is its slug. Runs without a drive are in no index of drives. */
const runsOf = (kind: ModelKind) => `FROM run WHERE ${kind} = ?1 AND ${kind} <> '' AND ${IS_FOR_ALL}`;

/** The slug of a model: itself, or of the one that a moderator has merged it into. */
export async function resolveModel(db: Db, kind: ModelKind, slug: string): Promise<string> {
  if (slug === '') return slug;
  const sql = `SELECT slug FROM ${kind}_alias WHERE alias = ?1`;
  return (await db.prepare(sql).bind(slug).first<string>('slug')) ?? slug;
}

export function selectModel(db: Db, kind: ModelKind, slug: string): Promise<ModelRow | null> {
  return db.prepare(`SELECT * FROM ${kind} WHERE slug = ?1`).bind(slug).first<ModelRow>();
}

/** The same for what has no row yet, as long as runs name it. */
export async function selectNamedModel(
  db: Db,
  kind: ModelKind,
  slug: string,
  among = RUNS_NAMED,
): Promise<ModelRow | null> {
  const model = await selectModel(db, kind, slug);
  if (model) return model;
  const name = await selectUsualName(db, kind, slug, among);
  return name === null ? null : { slug, name, status: 'pending', renamed: 0, created_ms: 0 };
}

const RUNS_NAMED = 200;

/** The spelling that most providers use among a model's newest runs, those that count first; of several that of most runs, then the oldest. */
const usualName = (kind: ModelKind, among = RUNS_NAMED) => `
  SELECT name FROM (
    SELECT ${NAME_COLUMN[kind]} AS name, provider, created_ms, evidence ${runsOf(kind)} AND ${IS_PUBLIC}
    ORDER BY created_ms DESC LIMIT ${among})
  GROUP BY name
  ORDER BY count(DISTINCT CASE WHEN evidence = 2 THEN provider END) DESC, count(DISTINCT provider) DESC,
           count(*) DESC, min(created_ms)
  LIMIT 1`;

/** @param among how many of its newest runs: each is two rows that are read */
function selectUsualName(db: Db, kind: ModelKind, slug: string, among: number): Promise<string | null> {
  return db.prepare(usualName(kind, among)).bind(slug).first<string>('name');
}

/** Those of some models that have a row. */
export async function selectModels(db: Db, kind: ModelKind, slugs: readonly string[]): Promise<Map<string, ModelRow>> {
  if (slugs.length === 0) return new Map();
  const { results } = await db
    .prepare(`SELECT * FROM ${kind} WHERE slug IN (SELECT value FROM json_each(?1))`)
    .bind(JSON.stringify(slugs))
    .all<ModelRow>();
  return new Map(results.map((row) => [row.slug, row]));
}

const IS_LISTED = "EXISTS (SELECT 1 FROM device WHERE slug = ?1 AND status IN ('confirmed', 'approved'))";

/**
 * Corrects whether a device is confirmed, in the batch that changes its runs: then a search finds any part of its name.
 *
 * @param cuts its cohorts, of any layout
 */
export function confirmDevice(db: Db, slug: string, cuts: readonly string[]): D1PreparedStatement[] {
  const status = `CASE WHEN EXISTS (
      SELECT 1 FROM cohort WHERE cut IN (SELECT value FROM json_each(?2)) AND confirmed = 1) THEN 'confirmed' ELSE 'pending' END`;
  return [
    db
      .prepare(
        `UPDATE device SET status = ${status}
         WHERE slug = ?1 AND status IN ('pending', 'confirmed') AND status <> ${status}`,
      )
      .bind(slug, JSON.stringify(cuts)),
    insertSearch(db, slug, IS_LISTED),
    deleteSearch(db, slug, `NOT ${IS_LISTED}`),
  ];
}

/** Spells a device as most do; what a moderator has chosen stays. */
export const nameDevice = (db: Db, slug: string, name: string): D1PreparedStatement =>
  db.prepare('UPDATE device SET name = ?2 WHERE slug = ?1 AND renamed = 0 AND name <> ?2').bind(slug, name);

/** Spells it as one of its runs where none of them is spelt so any more. */
export function renameDevice(db: Db, slug: string): D1PreparedStatement {
  return db
    .prepare(
      `UPDATE device SET name = usual.name FROM (${usualName('device')}) AS usual
       WHERE slug = ?1 AND renamed = 0 AND NOT EXISTS (
         SELECT 1 FROM run WHERE device = ?1 AND run.name = device.name AND ${IS_FOR_ALL})`,
    )
    .bind(slug);
}

/** The row of a model that runs name, or are about to. */
export function insertModel(db: Db, kind: ModelKind, slug: string, name: string, nowMs: number): D1PreparedStatement {
  return db
    .prepare(`INSERT INTO ${kind} (slug, name, created_ms) VALUES (?1, ?2, ?3) ON CONFLICT DO NOTHING`)
    .bind(slug, name, nowMs);
}

/** The same where its runs may have been deleted meanwhile. */
export function insertNamedModel(
  db: Db,
  kind: ModelKind,
  { slug, name }: Pick<ModelRow, 'slug' | 'name'>,
  nowMs: number,
): D1PreparedStatement {
  return db
    .prepare(
      `INSERT INTO ${kind} (slug, name, created_ms)
       SELECT ?1, ?2, ?3 WHERE EXISTS (SELECT 1 ${runsOf(kind)}) ON CONFLICT DO NOTHING`,
    )
    .bind(slug, name, nowMs);
}

const isListed = ({ status }: ModelRow) => status === 'confirmed' || status === 'approved';

/** Writes what a moderator has changed, and has the lists counted again that show it. */
export function updateModel(db: Db, kind: ModelKind, model: ModelRow): D1PreparedStatement[] {
  const { slug, name, status, renamed } = model;
  const update = db
    .prepare(`UPDATE ${kind} SET name = ?2, status = ?3, renamed = ?4 WHERE slug = ?1`)
    .bind(slug, name, status, renamed);
  const search = isListed(model) ? insertSearch(db, slug) : deleteSearch(db, slug);
  return [update, ...(kind === 'device' ? [search] : []), ...markCohortsOfModel(db, kind, slug)];
}

/** Forgets a model, its other names and what moderators did to it, where no run has it any more. */
export function deleteModelWithoutRuns(db: Db, kind: ModelKind, slug: string): D1PreparedStatement[] {
  if (slug === '') return [];
  const isUnused = `NOT EXISTS (SELECT 1 ${runsOf(kind)})`;
  return [
    db
      .prepare(
        `UPDATE audit SET subject = '', detail = '{}'
         WHERE ${isUnused} AND action LIKE '${kind}.%'
           AND (subject = ?1 OR subject IN (SELECT alias FROM ${kind}_alias WHERE slug = ?1) OR detail ->> 'into' = ?1)`,
      )
      .bind(slug),
    db.prepare(`DELETE FROM ${kind}_alias WHERE slug = ?1 AND ${isUnused}`).bind(slug),
    ...(kind === 'device' ? [deleteSearch(db, slug, isUnused)] : []),
    db.prepare(`DELETE FROM ${kind} WHERE slug = ?1 AND ${isUnused}`).bind(slug),
  ];
}

/** Makes a model another name of a second one. Its own aliases move along, because an alias never leads to an alias. */
export function insertAlias(db: Db, kind: ModelKind, alias: string, slug: string): D1PreparedStatement[] {
  return [
    db
      .prepare(`INSERT INTO ${kind}_alias (alias, slug) VALUES (?1, ?2) ON CONFLICT DO UPDATE SET slug = excluded.slug`)
      .bind(alias, slug),
    db.prepare(`UPDATE ${kind}_alias SET slug = ?2 WHERE slug = ?1`).bind(alias, slug),
  ];
}

export function deleteAlias(db: Db, kind: ModelKind, alias: string): D1PreparedStatement {
  return db.prepare(`DELETE FROM ${kind}_alias WHERE alias = ?1`).bind(alias);
}
