import type { JobResult, Row } from '@opfsmark/schema/documents';
import { originOf, originWord, type CacheVerdict } from '@opfsmark/schema/figures';
import { reading } from '$lib/base/figures/figure.ts';
import { unitLabel, type Unit } from '$lib/base/format/units.ts';
import type { I18n, Texts } from '$lib/base/i18n/index.ts';
import { testName } from './progress-text.ts';

/**
 * "RND4K Q32 write: 12,300 IOPS", "RND4K Q1 read: 9,800 IOPS, from the drive": a finished test for those who listen. `null`
 * where it has no name or no figure. What was asked of the drive and not answered by it has no number, as on the page.
 */
export function finishedText(
  job: JobResult,
  rows: readonly Row[],
  unit: Unit,
  verdict: CacheVerdict | null,
  texts: Texts<'run'>['progress'],
  { t, format }: Pick<I18n, 't' | 'format'>,
): string | null {
  const rate = reading(job, unit);
  const row = rows.findIndex((candidate) => JSON.stringify(candidate) === JSON.stringify(job.row));
  const test = testName(rows, { row, direction: job.direction }, t);
  if (!rate || test === '') return null;
  const value = `${format.number(rate.value)} ${unitLabel(unit)}`;
  const { announceRow, announceFrom } = texts.progress;
  if (!verdict && job.reads === undefined) return announceRow({ test, value });
  const origin = verdict ? originOf(verdict) : 'unknown';
  const source = t.answer.origins[originWord(origin, job.direction === 'write')]();
  if (job.reads === 'drive' && verdict?.verdict !== 'drive') return announceRow({ test, value: source });
  return announceFrom({ test, value, source });
}
