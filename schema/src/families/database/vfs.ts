import { sum } from '../../documents/stats.ts';
import { type CallSum } from '../../documents/checks.ts';

/** The kinds of calls that SQLite makes to its files. */
export const VFS_KINDS = ['read', 'write', 'sync', 'other'] as const;

/** The time inside all calls of a phase. */
export function waitNs(phase: Readonly<Record<(typeof VFS_KINDS)[number], CallSum>>): number {
  return sum(VFS_KINDS.map((kind) => phase[kind].ns));
}
