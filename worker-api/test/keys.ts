import type { CutKeys } from '@opfsmark/schema/boards';
import { dirtyKeyOf, PACKED_KEYS } from '../src/store/dirty.ts';

/** The key of a device that waits for its boards alone, or for a network's votes. */
export function dirtyKey(
  device: string,
  { network = null, ...changed }: Partial<CutKeys> & { network?: number | null } = {},
): string {
  const keys = { scope: '2.shared', device, filesystem: 'ext4', os: 'linux', browser: 'chrome' };
  return dirtyKeyOf({ ...keys, version: '', drive: '', interface: '', ...changed }, network);
}

/** The key of a run's votes. */
export function keyOfRun(db: D1Database, runId: string): Promise<string | null> {
  return db
    .prepare(`SELECT ${PACKED_KEYS} || network AS keys FROM run WHERE run_id = ?1`)
    .bind(runId)
    .first<string>('keys');
}
