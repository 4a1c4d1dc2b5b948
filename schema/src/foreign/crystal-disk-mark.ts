import { linesFormat } from './lines.ts';

/** Versions 5 and 6 measure sequential tests with queues in blocks of 128 KiB, those without in blocks of 1 MiB. */
export const crystalDiskMark = linesFormat({
  tool: 'CrystalDiskMark',
  head: /CrystalDiskMark\s+(\d[\w.]*)/,
  blockOf: (shape) => (/Q\s*=/i.test(shape) ? '128K' : '1M'),
});
