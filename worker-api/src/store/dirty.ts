import { packKeys, type CutKeys } from '@opfsmark/schema/boards';
import type { Db } from '../base/env.ts';
import { COUNTS } from './votes.ts';

/** Keys whose votes and boards are out of date. */
export interface DirtyRow {
  /** As `dirtyKeyOf` writes them. */
  readonly keys: string;
  readonly since_ms: number;
}

/** `since_ms` always grows, because it also tells one change from the next. */
const OR_LATER = 'ON CONFLICT DO UPDATE SET since_ms = max(since_ms + 1, excluded.since_ms)';
/** A random fraction: a key that was done and has changed again in the same millisecond is another change. */
const FRACTION = 'abs(random() % 1000000) / 1e6';
const PACKED_KEYS = "scope || '|' || device || '|' || filesystem || '|' || os || '|' || browser || '|'";

/** @param network whose votes have changed; `null` where only the boards have */
export function dirtyKeyOf(keys: CutKeys, network: number | null): string {
  return `${packKeys(keys)}|${network ?? ''}`;
}

/** The network whose votes are to be counted again; `null` for boards alone. */
export function networkOfDirty({ keys }: DirtyRow): number | null {
  const text = keys.split('|')[5] ?? '';
  return text === '' ? null : Number(text);
}

export function markDirty(db: Db, keys: CutKeys, network: number | null, nowMs: number): D1PreparedStatement {
  return db
    .prepare(`INSERT INTO dirty (keys, since_ms) VALUES (?1, ?2 + ${FRACTION}) ${OR_LATER}`)
    .bind(dirtyKeyOf(keys, network), nowMs);
}

export function markDeviceDirty(db: Db, device: string, nowMs: number): D1PreparedStatement {
  return db
    .prepare(
      `INSERT INTO dirty (keys, since_ms)
       SELECT keys, ?2 + ${FRACTION} FROM (SELECT DISTINCT ${PACKED_KEYS} AS keys FROM run WHERE device = ?1 AND scope <> '')
       WHERE true ${OR_LATER}`,
    )
    .bind(device, nowMs);
}

export function markEverythingDirty(db: Db, nowMs: number): D1PreparedStatement {
  return db
    .prepare(
      `INSERT INTO dirty (keys, since_ms)
       SELECT keys, ?1 + ${FRACTION} FROM (SELECT DISTINCT ${PACKED_KEYS} AS keys FROM run WHERE scope <> '')
       WHERE true ${OR_LATER}`,
    )
    .bind(nowMs);
}

/** Marks the votes of runs that came in between two moments: those that have become established since are counted again. */
export function markVotesBetween(db: Db, fromMs: number, toMs: number, nowMs: number): D1PreparedStatement {
  return db
    .prepare(
      `INSERT INTO dirty (keys, since_ms)
       SELECT keys, ?3 + ${FRACTION} FROM (
         SELECT DISTINCT ${PACKED_KEYS} || network AS keys FROM run
         WHERE created_ms > ?1 AND created_ms <= ?2 AND ${COUNTS})
       WHERE true ${OR_LATER}`,
    )
    .bind(fromMs, toMs, nowMs);
}

export async function selectDirty(db: Db, limit: number): Promise<DirtyRow[]> {
  const { results } = await db.prepare('SELECT keys, since_ms FROM dirty LIMIT ?1').bind(limit).all<DirtyRow>();
  return results;
}

export function selectDirtyRow(db: Db, keys: string): Promise<DirtyRow | null> {
  return db.prepare('SELECT keys, since_ms FROM dirty WHERE keys = ?1').bind(keys).first<DirtyRow>();
}
