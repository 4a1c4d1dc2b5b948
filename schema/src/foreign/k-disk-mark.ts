import { linesFormat } from './lines.ts';

/** Its MB/s are fio's KiB/s divided by 1000, and MiB/s before version 1.6: only its calls per second are what they say. */
export const kDiskMark = linesFormat({
  tool: 'KDiskMark',
  head: /KDiskMark(?:\s+\(([\w.]+)\))?:\s+http/,
  isByCalls: true,
});
