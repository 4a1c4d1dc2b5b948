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

/** Confirmed devices whose slug begins with a prefix: one range of an index that holds no others. */
export async function selectDevices(db: Db, prefix: string, limit: number): Promise<DeviceRow[]> {
  const { results } = await db
    .prepare(
      `SELECT * FROM device INDEXED BY device_by_confirmation
       WHERE slug >= ?1 AND slug < ?2 AND status IN ('confirmed', 'approved') ORDER BY slug LIMIT ?3`,
    )
    .bind(prefix, `${prefix}\u{10ffff}`, limit)
    .all<DeviceRow>();
  return results;
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

export function updateDevice(db: Db, { slug, name, status, renamed }: DeviceRow): D1PreparedStatement {
  return db
    .prepare('UPDATE device SET name = ?2, status = ?3, renamed = ?4 WHERE slug = ?1')
    .bind(slug, name, status, renamed);
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
