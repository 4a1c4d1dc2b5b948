import { clientName, rowShortName, type Declaration, type JobResult } from '@opfsmark/schema/documents';
import { sourceInRecord, type RunRecord } from '@opfsmark/schema/families';
import { bytesPerSecond, memoryMark } from '@opfsmark/schema/figures';
import { formOfFile, reportOf, tableForm } from '@opfsmark/schema/report';
import { formatAmount } from '../ts/node/amount.ts';

function rate(bytesPerS: number): string {
  const mbPerS = bytesPerS / 1e6;
  const digits = mbPerS < 100 ? 1 : 0;
  return mbPerS.toLocaleString('en', { minimumFractionDigits: digits, maximumFractionDigits: digits });
}

/** "SEQ1M Q8 read, drive" */
export function jobName({ row, direction, reads }: Pick<JobResult, 'row' | 'direction' | 'reads'>): string {
  return `${rowShortName(row)} ${direction}${reads === undefined ? '' : `, ${reads}`}`;
}

/** "1,234 MB/s": the headline of a job, or how it ended. */
export function jobHeadline(job: JobResult): string {
  const speed = bytesPerSecond(job);
  if (job.status === 'failed') return `failed: ${job.failure?.detail ?? 'for no reason it gave'}`;
  return speed ? `${rate(speed.median)} MB/s` : 'nothing measured';
}

type Judged = Parameters<typeof sourceInRecord>[0];

/** The headline of a job with what answered it, unless that is the drive: no read from memory stands without its mark. */
export function markedHeadline(job: JobResult, record: Judged): string {
  const headline = jobHeadline(job);
  if (!bytesPerSecond(job)) return headline;
  const mark = memoryMark({ read_from: sourceInRecord(record, job), id: jobName(job) });
  return mark === null ? headline : `${headline} (${mark})`;
}

/** With what and where it was measured. */
export function headOf({ environment, plan }: RunRecord, dir: string): string {
  const { browser, os } = environment.client;
  const size = 'file_bytes' in plan ? `${formatAmount(plan.file_bytes)} in ` : '';
  const what = `${plan.family}, profile ${plan.profile}, ${size}${dir}`;
  const how = environment.engine === 'node-direct' ? ', direct I/O' : '';
  return `OPFSMark ${environment.core_version}, ${clientName(browser)}, ${clientName(os)}${how}: ${what}`;
}

/** The result as a table; writes with their closing flush. */
export const tableOf = (record: RunRecord): string => tableForm(reportOf(record));

/** The result in the form that the name of a file asks for; `null` where its family has no such form. */
export function fileTextOf(path: string, record: RunRecord, declared: Partial<Declaration>): string | null {
  const report = reportOf(record, { declared });
  const form = formOfFile(path);
  return form === undefined || form.isFor?.(report) === false ? null : form.write(report);
}
