import { KIB, MIB, rowSlug, workersOf, type Row } from '../../documents/index.ts';

/** The row that stands for opening files and for saving: 4 KiB at random places, one call at a time. */
export function smallRowOf(rows: readonly Row[]): string | null {
  const row = rows.find(
    ({ pattern, block_bytes, queues, threads }) =>
      pattern === 'random' && block_bytes === 4 * KIB && queues * threads === 1,
  );
  return row ? rowSlug(row) : null;
}

/** The row that stands for moving large files: sequential, in large blocks, with the most calls at once. */
export function largeRowOf(rows: readonly Row[]): string | null {
  const large = rows.filter(({ pattern, block_bytes }) => pattern === 'sequential' && block_bytes >= MIB);
  const row = large.toSorted((a, b) => workersOf(b) - workersOf(a))[0];
  return row ? rowSlug(row) : null;
}
