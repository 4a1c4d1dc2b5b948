/** The values that documents choose from. Apart from their schemas, for pages that check no document. */

/**
 * Ways to store that have boards of their own, because its numbers mean something else: the layouts of the page's sync handles, the command
 * line under Node.js, whose calls end in the system without a browser between, the same past the page cache, what a
 * person has picked: a folder, which is written first, or a file that was there before, which is only read; libraries in
 * which an app keeps its data; and writes that go on until a drive's own cache is full.
 */
export const BOARD_LAYOUTS = [
  'shared',
  'per-worker',
  'node',
  'node-direct',
  'picked-folder',
  'picked-file',
  'app-storage',
  'sustained',
] as const;
export type BoardLayout = (typeof BOARD_LAYOUTS)[number];

/** Closed, so that nobody can invent boards. What is not listed is `other`. */
export const BROWSER_FAMILIES = [
  'brave',
  'chrome',
  'edge',
  'firefox',
  'node',
  'opera',
  'safari',
  'samsung',
  'vivaldi',
  'other',
] as const;
export const OS_FAMILIES = ['android', 'chromeos', 'ios', 'ipados', 'linux', 'macos', 'windows', 'other'] as const;

/** How much of the processors is in use, as the browser's Compute Pressure API puts it, in rising order. */
export const CPU_PRESSURES = ['nominal', 'fair', 'serious', 'critical'] as const;
export type CpuPressure = (typeof CPU_PRESSURES)[number];

export const FILESYSTEMS = [
  'APFS',
  'HFS+',
  'exFAT',
  'FAT32',
  'NTFS',
  'ReFS',
  'ext4',
  'Btrfs',
  'XFS',
  'ZFS',
  'F2FS',
  'other',
] as const;
export const INTERFACES = [
  'NVMe',
  'SATA',
  'USB',
  'Thunderbolt',
  'eMMC',
  'UFS',
  'SD card',
  'network',
  'virtual',
  'other',
] as const;

/** The kinds of passes. */
export const PASS_KINDS = [
  /** As fast as it goes; small reads are timed in batches, everything else call by call. A write ends with one flush. */
  'throughput',
  /** Small reads once more, each call timed. */
  'latency',
  /** Every write followed by a flush; a call is both together. */
  'flush_each',
] as const;

/** The outcomes of a pause for what was measured in it. In no case is its time in a number. */
export const PAUSE_OUTCOMES = [
  /** It could not be measured again, and is not in the result. */
  'left_out',
  /** It was measured again. */
  'repeated',
  /** Nothing was being measured whose time could have been spoiled. */
  'between',
] as const;

export const MAX_PAUSES = 64;
