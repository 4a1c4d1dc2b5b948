import { rowShortName, type JobResult } from '@opfsmark/schema/documents';
import type { RunRecord } from '@opfsmark/schema/families';
import {
  bytesPerSecond,
  cacheVerdict,
  headlineFigure,
  iops,
  latency,
  latencyPasses,
  type Verdict,
} from '@opfsmark/schema/figures';
import { formatAmount } from '../ts/node/amount.ts';

const number = (value: number, digits = 0) =>
  value.toLocaleString('en', { minimumFractionDigits: digits, maximumFractionDigits: digits });

function rate(bytesPerS: number): string {
  const mbPerS = bytesPerS / 1e6;
  return number(mbPerS, mbPerS < 100 ? 1 : 0);
}

function microseconds(ns: number | undefined): string {
  return ns === undefined ? '' : number(ns / 1e3, ns < 100e3 ? 1 : 0);
}

const FROM: Record<Verdict, string> = {
  device: 'the drive',
  mixed: 'drive and memory',
  cached: 'memory',
  unknown: 'not known',
};

/** "SEQ1M Q8 read" */
export function jobName(job: Pick<JobResult, 'row' | 'direction'>): string {
  return `${rowShortName(job.row)} ${job.direction}`;
}

/** "1,234 MB/s": the headline of a job, or how it ended. */
export function jobHeadline(job: JobResult): string {
  const speed = bytesPerSecond(job);
  if (job.status === 'failed') return `failed: ${job.failure?.detail ?? 'for no reason it gave'}`;
  return speed ? `${rate(speed.median)} MB/s` : 'nothing measured';
}

function lineOf(job: JobResult, record: RunRecord): string[] {
  const speed = bytesPerSecond(job);
  const calls = iops(job);
  if (!speed || !calls) return [jobName(job), jobHeadline(job), '', '', '', '', ''];
  const figure = headlineFigure(job.direction);
  const latencies = latency(latencyPasses(job, figure), job.direction === 'write' ? 'write' : 'read');
  const verdict = cacheVerdict(job, record.result.floors, record.environment.clock_step_ns)?.verdict;
  const range = speed.values.length > 1 ? `${rate(speed.min)}-${rate(speed.max)}` : '';
  return [
    jobName(job),
    rate(speed.median),
    range,
    number(calls.median),
    microseconds(latencies?.p50_ns),
    microseconds(latencies?.p99_ns),
    verdict ? FROM[verdict] : '',
  ];
}

const HEADER = ['', 'MB/s', 'min-max', 'IOPS', 'p50 us', 'p99 us', 'read from'];

/** Columns as wide as their widest cell: names to the left, numbers to the right. */
function columns(lines: readonly (readonly string[])[]): string {
  const used = HEADER.map((_, column) => lines.slice(1).some((line) => line[column]));
  const widths = HEADER.map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)));
  const cell = (text: string, column: number) =>
    column === 0 || column === HEADER.length - 1
      ? text.padEnd(widths[column] ?? 0)
      : text.padStart(widths[column] ?? 0);
  return lines
    .map((line) =>
      line
        .map(cell)
        .filter((_, column) => used[column])
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

/** What the service was or will be told, in short: with what and where. */
export function headOf({ environment, plan }: RunRecord, dir: string): string {
  const { browser, os } = environment.client;
  const version = os.major === null ? '' : ` ${os.major}`;
  const at = `${formatAmount(plan.file_bytes)} in ${dir}`;
  return `OPFSMark ${environment.core_version}, Node.js ${browser.major ?? ''}, ${os.family}${version}: profile ${plan.profile}, ${at}`;
}

/** The result as a table; writes with their closing flush. */
export function tableOf(record: RunRecord): string {
  const { jobs } = record.result;
  const notes = ['A write ends with a flush.'];
  if (jobs.some(({ direction }) => direction !== 'write')) {
    notes.push(
      'Reads "from memory" say how fast this computer hands out what it has just written, not how fast the drive is.',
    );
  }
  return `${columns([HEADER, ...jobs.map((job) => lineOf(job, record))])}\n\n${notes.join(' ')}`;
}
