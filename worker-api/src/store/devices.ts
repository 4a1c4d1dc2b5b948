import type { Db } from '../base/env.ts';

export type DeviceStatus = 'pending' | 'confirmed' | 'approved' | 'rejected';

export interface DeviceRow {
  readonly slug: string;
  readonly name: string;
  readonly status: DeviceStatus;
  readonly renamed: number;
  readonly created_ms: number;
}

/** The slug of a device: itself, or of the device that a moderator has merged it into. */
export async function resolveDevice(db: Db, slug: string): Promise<string> {
  const target = await db.prepare('SELECT slug FROM device_alias WHERE alias = ?1').bind(slug).first<string>('slug');
  return target ?? slug;
}

export function selectDevice(db: Db, slug: string): Promise<DeviceRow | null> {
  return db.prepare('SELECT * FROM device WHERE slug = ?1').bind(slug).first<DeviceRow>();
}

const isListed = ({ status }: DeviceRow) => status === 'confirmed' || status === 'approved';

/** Confirmed devices, those whose slug comes first. */
export async function selectListedDevices(db: Db, limit: number): Promise<DeviceRow[]> {
  const { results } = await db
    .prepare(
      `SELECT * FROM device INDEXED BY device_by_confirmation
       WHERE status IN ('confirmed', 'approved') ORDER BY slug LIMIT ?1`,
    )
    .bind(limit)
    .all<DeviceRow>();
  return results;
}

/** What is found of a slug: a longer part of a name than this is found by its beginning. */
const MAX_SUFFIX_CHARACTERS = 40;

/** Every end of a slug that begins with a letter or a digit. */
export function suffixesOf(slug: string): string[] {
  const letters = Array.from(slug);
  const ends = letters.flatMap((letter, start) => (letter === '-' ? [] : [letters.slice(start).join('')]));
  return [...new Set(ends.map((end) => end.slice(0, MAX_SUFFIX_CHARACTERS)))];
}

/** More than `limit` devices may have the same part of a name several times. */
const MATCHES_PER_SEARCH = 200;

/** Confirmed devices with this in their slug, those that begin with it first: one range of a primary key. */
export async function selectDevices(db: Db, part: string, limit: number): Promise<DeviceRow[]> {
  if (part === '') return selectListedDevices(db, limit);
  const from = Array.from(part).slice(0, MAX_SUFFIX_CHARACTERS).join('');
  const { results } = await db
    .prepare(
      `SELECT DISTINCT device.* FROM (
         SELECT slug FROM device_search WHERE suffix >= ?1 AND suffix < ?2 ORDER BY suffix, slug LIMIT ${MATCHES_PER_SEARCH})
       JOIN device USING (slug) WHERE instr(slug, ?4) > 0 ORDER BY instr(slug, ?4) > 1, slug LIMIT ?3`,
    )
    .bind(from, `${from}\u{10ffff}`, limit, part)
    .all<DeviceRow>();
  return results;
}

/** Writes what a device is found by, or takes it away. */
function writeSearch(db: Db, device: DeviceRow): D1PreparedStatement[] {
  const suffixes = JSON.stringify(suffixesOf(device.slug));
  if (!isListed(device)) return [deleteSearch(db, device.slug)];
  return [
    db
      .prepare(
        'INSERT INTO device_search (suffix, slug) SELECT value, ?1 FROM json_each(?2) WHERE TRUE ON CONFLICT DO NOTHING',
      )
      .bind(device.slug, suffixes),
  ];
}

function deleteSearch(db: Db, slug: string, condition = 'TRUE'): D1PreparedStatement {
  return db
    .prepare(
      `DELETE FROM device_search WHERE slug = ?1 AND suffix IN (SELECT value FROM json_each(?2)) AND ${condition}`,
    )
    .bind(slug, JSON.stringify(suffixesOf(slug)));
}

const RUNS_NAMED = 200;

/** The spelling that most networks use among a device's newest runs, those that count first; of several the oldest. */
export function selectUsualName(db: Db, slug: string): Promise<string | null> {
  return db
    .prepare(
      `SELECT name FROM (
         SELECT name, network, created_ms, trust FROM run WHERE device = ?1 AND status <> 'hidden'
         ORDER BY created_ms DESC LIMIT ${RUNS_NAMED})
       GROUP BY name
       ORDER BY count(DISTINCT CASE WHEN trust = 1 THEN network END) DESC, count(DISTINCT network) DESC, min(created_ms)
       LIMIT 1`,
    )
    .bind(slug)
    .first<string>('name');
}

export function insertDevice(db: Db, slug: string, name: string, nowMs: number): D1PreparedStatement {
  return db
    .prepare('INSERT INTO device (slug, name, created_ms) VALUES (?1, ?2, ?3) ON CONFLICT DO NOTHING')
    .bind(slug, name, nowMs);
}

export function updateDevice(db: Db, device: DeviceRow): D1PreparedStatement[] {
  const { slug, name, status, renamed } = device;
  return [
    db
      .prepare('UPDATE device SET name = ?2, status = ?3, renamed = ?4 WHERE slug = ?1')
      .bind(slug, name, status, renamed),
    ...writeSearch(db, device),
  ];
}

/** Forgets a device, its other names and what moderators did to it, where no run has it any more. */
export function deleteDeviceWithoutRuns(db: Db, slug: string): D1PreparedStatement[] {
  const isUnused = 'NOT EXISTS (SELECT 1 FROM run WHERE device = ?1)';
  return [
    db
      .prepare(
        `UPDATE audit SET subject = '', detail = '{}'
         WHERE ${isUnused} AND (subject = ?1 OR subject IN (SELECT alias FROM device_alias WHERE slug = ?1)
                                OR detail ->> 'into' = ?1)`,
      )
      .bind(slug),
    db.prepare(`DELETE FROM device_alias WHERE slug = ?1 AND ${isUnused}`).bind(slug),
    deleteSearch(db, slug, isUnused),
    db.prepare(`DELETE FROM device WHERE slug = ?1 AND ${isUnused}`).bind(slug),
  ];
}

/** Makes a device another name of a second one. Its own aliases move along, because an alias never leads to an alias. */
export function insertAlias(db: Db, alias: string, slug: string): D1PreparedStatement[] {
  return [
    db
      .prepare('INSERT INTO device_alias (alias, slug) VALUES (?1, ?2) ON CONFLICT DO UPDATE SET slug = excluded.slug')
      .bind(alias, slug),
    db.prepare('UPDATE device_alias SET slug = ?2 WHERE slug = ?1').bind(alias, slug),
  ];
}

export function deleteAlias(db: Db, alias: string): D1PreparedStatement {
  return db.prepare('DELETE FROM device_alias WHERE alias = ?1').bind(alias);
}
