import { CUT_KEYS, CUT_KINDS, packKeys, type CutKeys, type CutKind } from '@opfsmark/schema/boards';
import { randomId } from '@opfsmark/schema/documents';
import type { Db } from '../base/env.ts';
import type { ModelKind } from './models.ts';
import { COUNTS } from './votes.ts';

/** Keys whose votes and boards are out of date. */
export interface DirtyRow {
  /** As `dirtyKeyOf` writes them. */
  readonly keys: string;
  readonly since_ms: number;
  /** Ids of changed runs, joined by ','; '' where all of the network's runs are to be read. */
  readonly changed: string;
  /** Of whoever refreshes it. */
  readonly lease: string;
}

/** `since_ms` always grows, because it also tells one change from the next. */
const OR_LATER = 'ON CONFLICT DO UPDATE SET since_ms = max(since_ms + 1, excluded.since_ms)';
/** A random fraction: a key that was done and has changed again in the same millisecond is another change. */
const FRACTION = 'abs(random() % 1000000) / 1e6';
/** Some keys of a row of `run`, up to the network; '' for the others. */
const packedOf = (kept: ReadonlySet<keyof CutKeys>) =>
  CUT_KEYS.map((key) => `${kept.has(key) ? key : "''"} || '|'`).join(' || ');
/** All keys of a row of `run`, up to the network. */
export const PACKED_KEYS = packedOf(new Set(CUT_KEYS));
/** Without what no line with a model's name depends on: people may declare any number of drives for a device. */
const KEYS_OF_MODEL: Readonly<Record<ModelKind, ReadonlySet<keyof CutKeys>>> = {
  device: new Set([...CUT_KINDS.device, ...CUT_KINDS.exact]),
  drive: new Set(CUT_KINDS.drive),
};
/** The keys of every kind of cut are among those of one of these: nearly every run is the only one with all of its keys. */
export const COVERING_KINDS = ['exact', 'browser', 'drive', 'interface'] as const satisfies readonly CutKind[];

/** @param network whose votes have changed; `null` where only the boards have */
export function dirtyKeyOf(keys: CutKeys, network: number | null): string {
  return `${packKeys(keys)}|${network ?? ''}`;
}

/** The network whose votes are to be counted again; `null` for boards alone. */
export function networkOfDirty({ keys }: Pick<DirtyRow, 'keys'>): number | null {
  const text = keys.split('|')[CUT_KEYS.length] ?? '';
  return text === '' ? null : Number(text);
}

/** More changed runs than this are not listed: then all of the network's runs are read. */
const MAX_CHANGED = 200;
const MAX_CHANGED_CHARACTERS = MAX_CHANGED * 17;
const ADD_CHANGED = `changed = CASE
  WHEN changed = '' OR excluded.changed = '' OR length(changed) > ${MAX_CHANGED_CHARACTERS} THEN ''
  ELSE changed || ',' || excluded.changed END`;

/** A run by which votes and boards change. */
export type ChangedRun = CutKeys & { readonly run_id: string; readonly network: number };

/**
 * Has the votes of a run's network counted again in its cuts.
 *
 * @param runIds all that have changed, where there are more runs with the same keys
 */
export function markDirty(
  db: Db,
  run: ChangedRun,
  nowMs: number,
  runIds: readonly string[] = [run.run_id],
): D1PreparedStatement {
  return db
    .prepare(
      `INSERT INTO dirty (keys, since_ms, first_ms, changed) VALUES (?1, ?2 + ${FRACTION}, ?2, ?3)
       ${OR_LATER}, ${ADD_CHANGED}`,
    )
    .bind(dirtyKeyOf(run, run.network), nowMs, runIds.length > MAX_CHANGED ? '' : runIds.join(','));
}

/** The runs that have changed; `null` where it can be any of the network's. */
export function changedRunsOf({ changed }: Pick<DirtyRow, 'changed'>): readonly string[] | null {
  return changed === '' ? null : changed.split(',');
}

/** Marks the boards on which a device or a drive stands with its name. */
export function markModelDirty(db: Db, kind: ModelKind, slug: string, nowMs: number): D1PreparedStatement {
  return db
    .prepare(
      `INSERT INTO dirty (keys, since_ms, first_ms)
       SELECT keys, ?2 + ${FRACTION}, ?2
       FROM (SELECT DISTINCT ${packedOf(KEYS_OF_MODEL[kind])} AS keys FROM run WHERE ${kind} = ?1 AND ${kind} <> '' AND scope <> '')
       WHERE true ${OR_LATER}`,
    )
    .bind(slug, nowMs);
}

/** Marks the boards of all cuts. */
export function markEverythingDirty(db: Db, nowMs: number): D1PreparedStatement[] {
  return COVERING_KINDS.map((kind) =>
    db
      .prepare(
        `INSERT INTO dirty (keys, since_ms, first_ms)
         SELECT keys, ?1 + ${FRACTION}, ?1
         FROM (SELECT DISTINCT ${packedOf(new Set(CUT_KINDS[kind]))} AS keys FROM run WHERE scope <> '')
         WHERE true ${OR_LATER}`,
      )
      .bind(nowMs),
  );
}

/** Marks the votes of runs that came in between two moments: those that have become established since are counted again. */
export function markVotesBetween(db: Db, fromMs: number, toMs: number, nowMs: number): D1PreparedStatement {
  return db
    .prepare(
      `INSERT INTO dirty (keys, since_ms, first_ms, changed)
       SELECT keys, ?3 + ${FRACTION}, ?3, changed FROM (
         SELECT ${PACKED_KEYS} || network AS keys,
                CASE WHEN count(*) > ${MAX_CHANGED} THEN '' ELSE group_concat(run_id) END AS changed
         FROM run WHERE created_ms > ?1 AND created_ms <= ?2 AND ${COUNTS} GROUP BY 1)
       WHERE true ${OR_LATER}, ${ADD_CHANGED}`,
    )
    .bind(fromMs, toMs, nowMs);
}

/** Keys that may be tried now: those that were set aside wait for their time, those that somebody refreshes for their lease. */
export async function selectDirty(db: Db, nowMs: number, limit: number): Promise<string[]> {
  const { results } = await db
    .prepare('SELECT keys FROM dirty WHERE retry_ms <= ?1 AND lease_ms <= ?1 ORDER BY first_ms LIMIT ?2')
    .bind(nowMs, limit)
    .all<{ keys: string }>();
  return results.map(({ keys }) => keys);
}

/** Far longer than a refresh takes. Whoever holds a key longer has died, or writes nothing any more. */
const LEASE_MS = 30_000;

/**
 * Takes a key for refreshing; `null` where somebody else holds it, or it is done.
 *
 * @param force takes it from whoever holds it, for a request that cannot wait: the other one then writes nothing
 */
export function leaseDirty(db: Db, keys: string, nowMs: number, force = false): Promise<DirtyRow | null> {
  return db
    .prepare(
      `UPDATE dirty SET lease = ?2, lease_ms = ?3 + ${LEASE_MS}
       WHERE keys = ?1 AND (?4 = 1 OR lease_ms <= ?3) RETURNING keys, since_ms, changed, lease`,
    )
    .bind(keys, randomId(), nowMs, force ? 1 : 0)
    .first<DirtyRow>();
}

/** Gives a key back that has changed again meanwhile. */
export function releaseDirty(db: Db, { keys, lease }: DirtyRow): D1PreparedStatement {
  return db.prepare("UPDATE dirty SET lease = '', lease_ms = 0 WHERE keys = ?1 AND lease = ?2").bind(keys, lease);
}

/** A key that failed waits this long at first, and twice as long each time, up to the longest. */
const FIRST_WAIT_MS = 5_000;
const MAX_DOUBLINGS = 10;
const MAX_ERROR_CHARACTERS = 200;

/** Sets a key aside that failed by itself, so that the others go on. */
export function setAside(db: Db, keys: string, error: string, nowMs: number): D1PreparedStatement {
  return db
    .prepare(
      `UPDATE dirty SET lease = '', lease_ms = 0, failures = failures + 1, error = ?2, retry_ms = ?3 + ${FIRST_WAIT_MS} * (1 << min(failures, ${MAX_DOUBLINGS}))
       WHERE keys = ?1`,
    )
    .bind(keys, error.slice(0, MAX_ERROR_CHARACTERS), nowMs);
}

export interface SetAsideRow {
  readonly keys: string;
  readonly first_ms: number;
  readonly failures: number;
  readonly retry_ms: number;
  readonly error: string;
}

/** Keys that were set aside, those that failed most often first. */
export async function selectSetAside(db: Db, limit: number): Promise<SetAsideRow[]> {
  const { results } = await db
    .prepare(
      `SELECT keys, first_ms, failures, retry_ms, error FROM dirty WHERE failures > 0
       ORDER BY failures DESC, keys LIMIT ?1`,
    )
    .bind(limit)
    .all<SetAsideRow>();
  return results;
}

export interface Backlog {
  /** When the oldest change was made that waits for its boards, set aside or not; `null` where none waits. */
  readonly oldest_ms: number | null;
  readonly set_aside: number;
}

export async function selectBacklog(db: Db): Promise<Backlog> {
  const found = await db
    .prepare(
      `SELECT min(first_ms) AS oldest_ms, count(*) FILTER (WHERE failures > 0) AS set_aside
       FROM dirty WHERE true`,
    )
    .bind()
    .first<Backlog>();
  return found ?? { oldest_ms: null, set_aside: 0 };
}
