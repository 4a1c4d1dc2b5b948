import type { Db } from '../base/env.ts';
import { selectMeta, writeMeta } from './meta.ts';

interface Counted {
  readonly objects: number;
  readonly bytes: number;
}

/** How far the timer has come round the bucket of documents. */
interface Sweep {
  /** The last key that was looked at; '' at the beginning. */
  readonly after: string;
  /** What it has left in place since then. */
  readonly sum: Counted;
  /** The same of the last whole round, and when it ended. */
  readonly counted: Counted;
  readonly counted_ms: number;
}

const SWEEP = 'documents-sweep';
export const NOTHING: Counted = { objects: 0, bytes: 0 };

export async function selectSweep(db: Db): Promise<Sweep> {
  const text = await selectMeta(db, SWEEP);
  return text === null ? { after: '', sum: NOTHING, counted: NOTHING, counted_ms: 0 } : (JSON.parse(text) as Sweep);
}

export function writeSweep(db: Db, sweep: Sweep): D1PreparedStatement {
  return writeMeta(db, SWEEP, sweep);
}
