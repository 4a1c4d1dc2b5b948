import { FILL_BLOCK_BYTES, STANDARD_SEED } from '../documents/bounds.ts';
import type { Layout } from '../documents/environment.ts';
import { workersOf } from '../documents/row-name.ts';
import { type Row } from '../documents/row.ts';
import { sum } from '../documents/wire.ts';

/** The data files that a run prepares before it measures, and the rows whose workers visit them. */
export interface DataFiles {
  readonly rows: readonly Row[];
  /** What one row visits, whatever the layout. */
  readonly bytes: number;
  readonly data: 'random' | 'zero';
  readonly seed: number;
}

/** Of a family whose own worker makes what it measures. */
export const NO_DATA_FILES: DataFiles = { rows: [], bytes: 0, data: 'random', seed: STANDARD_SEED };

/** How many workers a row really gets: Q x T up to the cap, and at least a block of the file for each. */
export function workersOfRow({ bytes }: Pick<DataFiles, 'bytes'>, row: Row): number {
  return Math.min(workersOf(row), Math.floor(bytes / row.block_bytes));
}

/** How many workers hold handles on these files. */
export function workersOfFiles(files: DataFiles): number {
  return Math.max(0, ...files.rows.map((row) => workersOfRow(files, row)));
}

/** Blocks of a row in the file: in all (`shared`) or in each worker's own file (`per-worker`). */
export function blocksOfRow(files: Pick<DataFiles, 'bytes'>, row: Row, layout: Layout): number {
  const blocks = Math.floor(files.bytes / row.block_bytes);
  return layout === 'shared' ? blocks : Math.floor(blocks / workersOfRow(files, row));
}

/**
 * The sizes of the files. `per-worker`: a row at N workers visits the first 1/N of the first N files, so file i is as
 * large as the largest part of a row that has more than i workers, in whole fill blocks.
 */
export function fileSizes(files: DataFiles, layout: Layout): number[] {
  if (files.rows.length === 0) return [];
  if (layout === 'shared') return [files.bytes];
  return Array.from({ length: workersOfFiles(files) }, (_, index) => {
    const parts = files.rows
      .filter((row) => workersOfRow(files, row) > index)
      .map((row) => blocksOfRow(files, row, layout) * row.block_bytes);
    return Math.ceil(Math.max(...parts) / FILL_BLOCK_BYTES) * FILL_BLOCK_BYTES;
  });
}

/** All that filling these files writes. */
export function filledBytes(files: DataFiles, layout: Layout): number {
  return sum(fileSizes(files, layout));
}
