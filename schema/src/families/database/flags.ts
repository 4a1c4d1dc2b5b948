import type { RecordOf } from '../family.ts';
import type { Flag } from '../flags.ts';
import { freeFlushFlags, witnessesAmong, type Flush } from '../flush-witness.ts';
import type { DatabasePlan } from './plan-schema.ts';
import type { DatabasePhase, DatabaseResult } from './result.ts';

type DatabaseRecord = RecordOf<DatabasePlan, DatabaseResult>;

/** The flushes of the phase that writes all its rows in one transaction; none where SQLite was told not to flush. */
export function databaseWitnesses({ result, plan }: DatabaseRecord): Flush[] {
  const bulk = result.phases.find(({ id }) => id === 'bulk');
  if (!bulk || plan.synchronous === 'off' || bulk.sync.calls === 0) return [];
  const { write, sync } = bulk;
  return witnessesAmong([{ bytes: write.bytes, flush_ns: sync.ns, calls: sync.calls }]);
}

/** What a call to a file costs at the most that waits for no drive: rows that were just inserted are read from memory. */
function callNs({ phases }: DatabaseResult): number {
  const meanNs = ({ read }: DatabasePhase) => (read.calls > 0 ? [read.ns / read.calls] : []);
  return Math.min(...phases.filter(({ id }) => id !== 'bulk').flatMap(meanNs), Infinity);
}

export function databaseFlags(record: DatabaseRecord): Flag[] {
  const ns = callNs(record.result);
  return freeFlushFlags(record.environment, databaseWitnesses(record), Number.isFinite(ns) ? ns : 0);
}
