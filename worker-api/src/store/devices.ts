import type { Db } from '../base/env.ts';

export type DeviceStatus = 'pending' | 'approved' | 'rejected';

export interface DeviceRow {
  readonly slug: string;
  readonly name: string;
  readonly status: DeviceStatus;
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

/** Approved devices whose slug begins with a prefix: one range of the primary key. */
export async function selectDevices(db: Db, prefix: string, limit: number): Promise<DeviceRow[]> {
  const { results } = await db
    .prepare(`SELECT * FROM device WHERE slug >= ?1 AND slug < ?2 AND status = 'approved' ORDER BY slug LIMIT ?3`)
    .bind(prefix, `${prefix}\u{10ffff}`, limit)
    .all<DeviceRow>();
  return results;
}

export function updateDeviceStatus(db: Db, slug: string, status: DeviceStatus): D1PreparedStatement {
  return db.prepare('UPDATE device SET status = ?2 WHERE slug = ?1').bind(slug, status);
}

export function approvePendingDevice(db: Db, slug: string): D1PreparedStatement {
  return db.prepare("UPDATE device SET status = 'approved' WHERE slug = ?1 AND status = 'pending'").bind(slug);
}

/** Makes a device another name of a second one. Its own aliases move along, because an alias never leads to an alias. */
export function insertAlias(db: Db, alias: string, slug: string): D1PreparedStatement[] {
  return [
    db
      .prepare('INSERT INTO device_alias (alias, slug) VALUES (?1, ?2) ON CONFLICT DO UPDATE SET slug = excluded.slug')
      .bind(alias, slug),
    db.prepare('UPDATE device_alias SET slug = ?2 WHERE slug = ?1').bind(alias, slug),
    updateDeviceStatus(db, alias, 'rejected'),
  ];
}
