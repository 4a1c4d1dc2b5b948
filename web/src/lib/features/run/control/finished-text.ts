import type { JobResult, Row } from '@opfsmark/schema/documents';
import { reading } from '$lib/base/figures/figure.ts';
import { unitLabel, type Unit } from '$lib/base/format/units.ts';
import type { I18n, Texts } from '$lib/base/i18n/index.ts';
import { testName } from './progress-text.ts';

/** "RND4K Q32 write: 12,300 IOPS": a finished test for those who listen. `null` where it has no name or no figure. */
export function finishedText(
  job: JobResult,
  rows: readonly Row[],
  unit: Unit,
  said: Texts<'progress'>,
  { t, format }: Pick<I18n, 't' | 'format'>,
): string | null {
  const rate = reading(job, unit);
  const row = rows.findIndex((own) => JSON.stringify(own) === JSON.stringify(job.row));
  const test = testName(rows, { row, direction: job.direction }, t);
  if (!rate || test === '') return null;
  return said.progress.announceRow({ test, value: `${format.number(rate.value)} ${unitLabel(unit)}` });
}
