import { packKeys } from '../boards/cuts.ts';
import { markDirty, type RunRow } from './runs.ts';
import { withRetries } from '../aggregation/status.ts';
import { cutListOf, recountRig, selectVotingRuns } from './votes.ts';
import type { Db } from '../base/env.ts';

export interface DeviceRow {
  readonly slug: string;
  readonly name: string;
  readonly status: 'pending' | 'approved' | 'rejected';
  readonly created_ms: number;
}

/** The device a name belongs to: itself, or what a moderator has merged it into. */
export async function resolveDevice(db: Db, slug: string): Promise<string> {
  const target = await db.prepare('SELECT slug FROM device_alias WHERE alias = ?1').bind(slug).first<string>('slug');
  return target ?? slug;
}

export function selectDevice(db: Db, slug: string): Promise<DeviceRow | null> {
  return db.prepare('SELECT * FROM device WHERE slug = ?1').bind(slug).first<DeviceRow>();
}

const LAST = '\u{10ffff}';

/** Approved devices by the beginning of their slug: a range of the primary key. */
export async function selectDevices(db: Db, prefix: string, after: string, limit: number): Promise<DeviceRow[]> {
  const { results } = await db
    .prepare(
      `SELECT * FROM device WHERE slug >= ?1 AND slug < ?2 AND slug > ?3 AND status = 'approved' ORDER BY slug LIMIT ?4`,
    )
    .bind(prefix, `${prefix}${LAST}`, after, limit)
    .all<DeviceRow>();
  return results;
}

export function approveDevice(db: Db, slug: string): D1PreparedStatement {
  return db.prepare("UPDATE device SET status = 'approved' WHERE slug = ?1 AND status = 'pending'").bind(slug);
}

/**
 * Moves a device's runs to another device, machine by machine: each move is one batch of runs, votes and cells. The old
 * name stays as an alias. Begun again where it was interrupted, it does what is left.
 */
export async function mergeDevices(db: Db, from: string, into: string, nowMs: number): Promise<number> {
  await db.batch([
    db
      .prepare('INSERT INTO device_alias (alias, slug) VALUES (?1, ?2) ON CONFLICT DO UPDATE SET slug = excluded.slug')
      .bind(from, into),
    db.prepare('UPDATE device_alias SET slug = ?2 WHERE slug = ?1').bind(from, into),
    db.prepare("UPDATE device SET status = 'rejected' WHERE slug = ?1").bind(from),
  ]);
  const { results } = await db.prepare('SELECT * FROM run WHERE device = ?1 ORDER BY rig').bind(from).all<RunRow>();
  for (const [rig, runs] of Map.groupBy(results, (run) => run.rig)) await moveRuns(db, rig, runs, into, nowMs);
  return results.length;
}

async function moveRuns(db: Db, rig: string, runs: readonly RunRow[], into: string, nowMs: number): Promise<void> {
  const ids = new Set(runs.map(({ run_id }) => run_id));
  const moved = runs.map((run) => ({ ...run, device: into }));
  const keys = new Set([...runs, ...moved].filter(({ scope }) => scope !== '').map(packKeys));
  await withRetries(async () => {
    const all = rig === '' ? [] : await selectVotingRuns(db, rig, '');
    const cuts = [...new Set([...runs, ...moved].flatMap(cutListOf))];
    const after = all.map((run) => (ids.has(run.run_id) ? { ...run, device: into } : run));
    await db.batch([
      db
        .prepare('UPDATE run SET device = ?1 WHERE run_id IN (SELECT value FROM json_each(?2))')
        .bind(into, JSON.stringify([...ids])),
      ...(rig === '' ? [] : await recountRig(db, rig, cuts, after)),
      ...[...keys].map((key) => markDirty(db, key, nowMs)),
    ]);
  });
}
