import type { Db } from '../base/env.ts';
import { markEverythingDirty } from './dirty.ts';
import { deleteMeta, GENERATIONS, selectMeta, writeMeta } from './meta.ts';

const STATE = 'rebuild';
const LAST_REBUILD = 'last-rebuild';

/** How far a rebuild has come. */
export interface RebuildState {
  readonly generation: number;
  /** Networks up to this one are counted. */
  readonly network: number;
}

export async function selectRebuildState(db: Db): Promise<RebuildState | null> {
  const text = await selectMeta(db, STATE);
  return text === null ? null : (JSON.parse(text) as RebuildState);
}

export function writeRebuildState(db: Db, state: RebuildState): D1PreparedStatement {
  return writeMeta(db, STATE, state);
}

/** From here on uploads count in both generations. */
export function beginGeneration(db: Db, active: number, generation: number): D1PreparedStatement[] {
  return [
    db.prepare('DELETE FROM cell WHERE generation = ?1').bind(generation),
    db.prepare('DELETE FROM vote WHERE generation = ?1').bind(generation),
    writeRebuildState(db, { generation, network: -1 }),
    writeMeta(db, GENERATIONS, [active, generation]),
  ];
}

/** From here on only the new generation is read and written. */
export function finishGeneration(db: Db, generation: number, drift: number, nowMs: number): D1PreparedStatement[] {
  return [
    writeMeta(db, GENERATIONS, [generation]),
    writeMeta(db, LAST_REBUILD, { at: new Date(nowMs).toISOString(), generation, drift }),
    deleteMeta(db, STATE),
    db.prepare('DELETE FROM cell WHERE generation <> ?1').bind(generation),
    db.prepare('DELETE FROM vote WHERE generation <> ?1').bind(generation),
    ...markEverythingDirty(db, nowMs),
  ];
}

/** Cells that differ between two generations, or stand in one of them only. */
export async function countDrift(db: Db, before: number, after: number): Promise<number> {
  const cells = 'SELECT cut, counts FROM cell WHERE generation =';
  const drift = await db
    .prepare(
      `SELECT count(DISTINCT cut) AS n FROM (
         SELECT * FROM (${cells} ?1 EXCEPT ${cells} ?2) UNION ALL SELECT * FROM (${cells} ?2 EXCEPT ${cells} ?1))`,
    )
    .bind(before, after)
    .first<number>('n');
  return drift ?? 0;
}
