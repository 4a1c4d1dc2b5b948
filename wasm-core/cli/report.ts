import { clientName, rowShortName, type Declaration, type Failure, type JobResult } from '@opfsmark/schema/documents';
import { originInRecord } from '@opfsmark/schema/families/matrix/verdict';
import type { RunRecord } from '@opfsmark/schema/families';
import { fileBytesOf } from '@opfsmark/schema/families/file-bytes';
import english from '@opfsmark/schema/answer/words/en';
import { bytesPerSecond, figureMark } from '@opfsmark/schema/figures';
import { formOfFile, reportOf, tableForm } from '@opfsmark/schema/report';
import { formatAmount, type FolderProblemCode } from '../ts/node/folder-problem.ts';
import type { Leftovers } from '../ts/node/own-folder.ts';
import { MB_PER_S } from '@opfsmark/schema/figures';

const WRONG_QUESTIONS: ReadonlySet<FolderProblemCode> = new Set(['not_found', 'is_file', 'is_link', 'no_direct']);

/** Whether another command, rather than another drive, would help. */
export function isWrongQuestion(code: FolderProblemCode): boolean {
  return WRONG_QUESTIONS.has(code);
}

function sentence({ code }: Failure, dir: string): string {
  switch (code) {
    case 'disk_full':
    case 'short_write':
      return `The drive of ${dir} became full. Free some space, or take a smaller --size.`;
    case 'quota_exceeded':
      return `Your quota on the drive of ${dir} is used up.`;
    case 'verify_failed':
      return `What was read from ${dir} is not what was written there: save what you need from this drive.`;
    case 'handle_lost':
      return `The files in ${dir} are gone: was the drive unmounted or unplugged?`;
    case 'not_allowed':
      return `The system does not let files be written in ${dir}.`;
    case 'file_changed':
      return `A file in ${dir} changed while it was read.`;
    case 'io_error':
      return `The drive of ${dir} reported an error: was it unplugged? If not, save what you need from it.`;
    case 'write_error':
      return `The drive of ${dir} refuses writes: save what you need from it first, then check cable and drive.`;
    case 'worker_died':
      return 'A thread of the benchmark ended by itself: is memory short?';
    case 'stood_still':
      return 'The computer slept or this process was frozen in a part that cannot be measured again. What was measured before is kept: keep the computer awake and run again.';
    case 'internal':
      return 'The benchmark failed by a fault of its own.';
    default:
      return code satisfies never;
  }
}

/** The fault and its remedy, and in parentheses the system's words; of a drive that refuses writes how far it came. */
export function explain(failure: Failure, dir: string, writtenBytes: number): string {
  const isWrite = failure.code === 'write_error' && writtenBytes > 0;
  const written = isWrite ? ` Before that, this run had written ${formatAmount(writtenBytes)}.` : '';
  return `${sentence(failure, dir)}${written} (${failure.detail})`;
}

/** Leftovers beside this run's folder, and their fate; a line each. */
export function leftoverLines({ removed, busy, unknown }: Leftovers): string[] {
  const lines: [readonly string[], string][] = [
    [removed, 'Deleted, left behind by a run that was killed'],
    [busy, 'Another run is at work beside this one, and both are slower for it'],
    [unknown, 'Left by a run whose end is not known; delete it if no other is at work'],
  ];
  return lines.flatMap(([paths, text]) => (paths.length > 0 ? [`${text}: ${paths.join(', ')}`] : []));
}

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
  return speed ? `${rate(speed.median)} ${MB_PER_S}` : 'nothing measured';
}

type Judged = Parameters<typeof originInRecord>[0];

/** The headline of a job with what answered it, unless that is the drive: no read from memory stands without its mark. */
export function markedHeadline(job: JobResult, record: Judged): string {
  const headline = jobHeadline(job);
  if (!bytesPerSecond(job)) return headline;
  const mark = figureMark({ origin: originInRecord(record, job), direction: job.direction });
  return mark === null ? headline : `${headline} (${english.origins[mark]})`;
}

/** "OPFSMark 0.1.0, Node.js 24, Linux, direct I/O" */
export function engineOf({ environment }: RunRecord): string {
  const { browser, os } = environment.client;
  const how = environment.engine === 'node-direct' ? ', direct I/O' : '';
  return `OPFSMark ${environment.core_version}, ${clientName(browser)}, ${clientName(os)}${how}`;
}

/** With what and where it was measured. */
export function headOf(record: RunRecord, dir: string): string {
  const { plan } = record;
  const bytes = fileBytesOf(record);
  const size = bytes === null ? '' : `${formatAmount(bytes)} in `;
  return `${engineOf(record)}: ${plan.family}, profile ${plan.profile}, ${size}${dir}`;
}

/** The result as a table; writes with their closing flush. */
export const tableOf = (record: RunRecord): string => tableForm(reportOf(record));

/** The result in the form that the name of a file asks for; `null` where its family has no such form. */
export function fileTextOf(path: string, record: RunRecord, declaration: Partial<Declaration>): string | null {
  const report = reportOf(record, { declared: declaration });
  const form = formOfFile(path);
  return form === undefined || form.isFor?.(report) === false ? null : form.write(report);
}
