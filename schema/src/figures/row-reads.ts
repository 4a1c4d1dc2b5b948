import type { JobResult } from '../documents/pass.ts';

/**
 * The only read of a row that may speak for the drive: the one that set out to read it. The other one reads
 * what memory holds, and a few late calls make it no read of the drive. A row read once speaks by that read's verdict.
 */
export function driveReadOf<Read extends Pick<JobResult, 'reads'>>(readsOfRow: readonly Read[]): Read | null {
  return readsOfRow.find(({ reads }) => reads === 'drive') ?? readsOfRow[0] ?? null;
}
