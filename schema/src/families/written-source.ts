import type { Source } from '../figures/figure.ts';
import { flagsOf } from './record-flags.ts';
import type { RunRecord } from './record.ts';

/** What every rate of what a run wrote is marked with, whoever shows it; `null` where it may be the drive's. */
export function writtenSource(record: RunRecord): Source | null {
  const codes = flagsOf(record).map(({ code }) => code);
  if (codes.includes('memory_backed')) return 'cached';
  return codes.includes('flush_does_nothing') ? 'unflushed' : null;
}
