import type { BoardUnit } from '@opfsmark/schema/boards';

/** Units of what is ranked, in English. A latency brings its own. */
export default {
  bytes_per_s: 'MB/s',
  iops: 'IOPS',
  files_per_s: 'files/s',
  ns: 'latency',
  points: 'points',
} as const satisfies Record<BoardUnit, string>;
