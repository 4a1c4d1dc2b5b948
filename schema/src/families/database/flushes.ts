import { witnessesAmong, type Flushes } from '../flush-witness.ts';
import type { DatabasePlan, DatabasePhase, DatabaseResult } from './schema.ts';

interface Database {
  readonly plan: DatabasePlan;
  readonly result: DatabaseResult;
}

/** The flushes of the phase that writes all its rows in one transaction; none where SQLite was told not to flush. */
export function databaseFlushes({ result, plan }: Database): Flushes {
  const bulk = result.phases.find(({ id }) => id === 'bulk');
  if (!bulk || plan.synchronous === 'off' || bulk.sync.calls === 0) return { witnesses: [] };
  const { write, sync } = bulk;
  const flush = { bytes: write.bytes, flush_ns: sync.ns, calls: sync.calls };
  return { witnesses: witnessesAmong([flush]), callNs: callNs(result) };
}

/** What a call to a file costs at the most that waits for no drive: rows that were just inserted are read from memory. */
function callNs({ phases }: DatabaseResult): number {
  const meanNs = ({ read }: DatabasePhase) => (read.calls > 0 ? [read.ns / read.calls] : []);
  const means = phases.filter(({ id }) => id !== 'bulk').flatMap(meanNs);
  return means.length > 0 ? Math.min(...means) : 0;
}
