import type { ContenderId } from './contender-ids.ts';
import { newestCount, type CountedIn } from './contenders.ts';
import bulkCounts from './bulk.json' with { type: 'json' };
import costCounts from './costs.json' with { type: 'json' };

/** The cost of the rows of one contender in one browser: see `npm run costs -w labs`. */
interface CostCount {
  readonly contender: ContenderId;
  readonly saved_bytes: number;
  /** Bytes that the browser gave to the drive for them. */
  readonly written_bytes: number;
  /** Bytes on the drive, with those of a store that has one row. */
  readonly drive_bytes: number;
  /** The bytes that the site uses, as the browser says. */
  readonly usage_bytes: number | null;
  /** The memory that the page holds with the store open, as the browser says. */
  readonly memory_bytes: number;
}

const COST_COUNTS = costCounts as unknown as readonly CountedIn<CostCount>[];

export const costsOf = (contender: ContenderId, browser?: string) => newestCount(contender, COST_COUNTS, browser);

/** A file of one size: times and, where there is none, what the browser said. */
interface BulkFile {
  readonly bytes: number;
  readonly write_ns?: number | null;
  readonly read_ns?: number | null;
  /** Of one range of 1 MiB. */
  readonly range_ns?: number | null;
  readonly wasm_ns?: number | null;
  readonly gpu_ns?: number | null;
  readonly write_error?: string;
  readonly read_error?: string;
  readonly range_error?: string;
  readonly wasm_error?: string;
  readonly gpu_error?: string;
  /** Memory at its peak, of the whole browser and of the tab alone. */
  readonly peak_bytes: number;
  readonly tab_peak_bytes?: number;
}

/** Large files in one store in one browser, or one that somebody picked: see `npm run bulk -w labs`. */
interface BulkCount {
  readonly contender: ContenderId;
  /** 1 MiB to 64 MiB: the median, the shortest and the longest. */
  readonly append_ns?: readonly [number, number, number];
  /** The quota ended in the middle of a file. */
  readonly full?: { readonly asked_bytes: number; readonly error: string | null; readonly left_bytes: number };
  readonly models: readonly BulkFile[];
}

const BULK_COUNTS = bulkCounts as unknown as readonly CountedIn<BulkCount>[];

export const bulkOf = (contender: ContenderId, browser?: string) => newestCount(contender, BULK_COUNTS, browser);

/** Files that somebody picked, to compare with: they belong to no contender. */
export const pickedFiles = (browser?: string): readonly BulkFile[] =>
  newestCount('picked-file' as ContenderId, BULK_COUNTS, browser)?.count.models ?? [];
