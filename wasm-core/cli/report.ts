import { pausesInEnglish } from '@opfsmark/schema/answer/words/pauses-in-english';
import { figureTitle } from '@opfsmark/schema/answer/words/figure-names';
import { rowShortName, type JobResult } from '@opfsmark/schema/documents';
import {
  burstBytes,
  driveFigure,
  figuresOf,
  isRecordOf,
  readsOnce,
  sourceInRecord,
  type FamilyId,
  type FamilyRecord,
  type Forget,
  type RunRecord,
} from '@opfsmark/schema/families';
import {
  bytesPerSecond,
  depthMark,
  figureText,
  headlineFigure,
  intervalOf,
  iops,
  latency,
  latencyPasses,
  leadingFigure,
  memoryMark,
  shownInterval,
  type Figure,
  type JobFigure,
  type Source,
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

const FROM: Record<Source, string> = {
  drive: 'the drive',
  mixed: 'drive and memory',
  cached: 'memory',
  unknown: 'not known',
  unflushed: 'flush did nothing',
  buffered: 'not flushed',
};

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

/** What was asked of the drive and not answered by it is left out where the row has a read from memory of its own. */
function isShown(job: JobResult, record: FamilyRecord<'matrix'>): boolean {
  return job.reads !== 'drive' || readsOnce(record.plan) || driveFigure(record, job).kind === 'whole';
}

/** Of small writes first those that were flushed one by one, as on the page. */
function figuresOfJob(job: JobResult): JobFigure[] {
  const headline = headlineFigure(job.direction);
  return leadingFigure(job) === headline ? [headline] : [leadingFigure(job), headline];
}

function lineOf(job: JobResult, figure: JobFigure, record: FamilyRecord<'matrix'>): string[] {
  const name = figure === 'flush_each' ? `${jobName(job)}, saved one by one` : jobName(job);
  const speed = bytesPerSecond(job, figure);
  const calls = iops(job, figure);
  if (!speed || !calls) return [name, jobHeadline(job), '', '', '', '', '', ''];
  const from = sourceInRecord(record, job, figure);
  const source =
    from === null
      ? ''
      : job.direction === 'write'
        ? (memoryMark({ read_from: from, id: jobName(job) }) ?? '')
        : FROM[from];
  if (!isShown(job, record)) return [name, '-', '', '', '', '', '', source];
  const latencies = latency(latencyPasses(job, figure), job.direction === 'write' ? 'write' : 'read');
  const interval = shownInterval(intervalOf(speed.values));
  const range = interval === null ? '' : `${rate(interval.low)}-${rate(interval.high)}`;
  return [
    name,
    rate(speed.median),
    range,
    number(calls.median),
    microseconds(latencies?.p50_ns),
    microseconds(latencies?.p99_ns ?? undefined),
    depthMark(job, figure) ?? '',
    source,
  ];
}

const HEADER = ['', 'MB/s', 'interval', 'IOPS', 'p50 us', 'p99 us', 'queue depth', 'source'];

/** Columns as wide as their widest cell: texts to the left, numbers to the right. Empty ones are left out. */
function columns(header: readonly string[], body: readonly (readonly string[])[]): string {
  const lines = [header, ...body];
  const used = header.map((_, column) => body.some((line) => line[column]));
  const widths = header.map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)));
  const cell = (text: string, column: number) =>
    column === 0 || column === header.length - 1
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

/** With what and where it was measured. */
export function headOf({ environment, plan }: RunRecord, dir: string): string {
  const { browser, os } = environment.client;
  const version = os.major === null ? '' : ` ${os.major}`;
  const size = 'file_bytes' in plan ? `${formatAmount(plan.file_bytes)} in ` : '';
  const what = `${plan.family}, profile ${plan.profile}, ${size}${dir}`;
  const how = environment.engine === 'node-direct' ? ', direct I/O' : '';
  return `OPFSMark ${environment.core_version}, Node.js ${browser.major ?? ''}, ${os.family}${version}${how}: ${what}`;
}

const MEMORY_NOTE =
  'Reads "from memory" show how fast this computer returns what it has just written, not how fast the drive is.';

const DIRECT_NOTE = 'All calls went past the page cache to the drive.';

const NOT_FORGOTTEN: Readonly<Record<Forget['ended'], string | null>> = {
  forgotten: null,
  limit_bytes: 'the limit in bytes was reached',
  limit_time: 'the limit in seconds was reached',
  no_space: 'there is too little space',
  holes_cost: 'this file system writes files that are only grown',
  not_supported: 'this file system or its drive does not allow it',
};

/** Where the drive was to be read and the system did not forget. */
function forgetNote(forget: Forget): string | null {
  const why = NOT_FORGOTTEN[forget.ended];
  if (why === null) return null;
  return `The system may still have had the files in memory: ${why}, after ${formatAmount(forget.bytes_read)} of holes.`;
}

function matrixTable(record: FamilyRecord<'matrix'>): string {
  const { jobs, forget } = record.result;
  const burst = burstBytes(record.plan);
  const notes = [
    burst === null
      ? 'A write ends with a flush, unless it was saved one by one.'
      : `A write is a burst of up to ${formatAmount(burst)} and ends with a flush, unless it was saved one by one.`,
  ];
  if (record.environment.engine === 'node-direct') notes.push(DIRECT_NOTE);
  else if (jobs.some(({ direction }) => direction !== 'write')) notes.push(MEMORY_NOTE);
  const unforgotten = forget ? forgetNote(forget) : null;
  if (unforgotten !== null) notes.push(unforgotten);
  const lines = jobs.flatMap((job) => figuresOfJob(job).map((figure) => lineOf(job, figure, record)));
  return `${columns(HEADER, lines)}\n\n${notes.join(' ')}`;
}

function figureLine(family: FamilyId, figure: Figure): string[] {
  const { value, unit, interval } = figureText(figure);
  const range = interval === null ? '' : `${interval.low}-${interval.high}`;
  const p99 = microseconds(figure.p99_ns ?? undefined);
  const from = figure.read_from ? FROM[figure.read_from] : '';
  return [figureTitle(family, figure), value, range, unit, p99, from];
}

/** The result as a table; writes with their closing flush. */
export function tableOf(record: RunRecord): string {
  return [familyTable(record), ...pausesInEnglish(record)].join('\n\n');
}

function familyTable(record: RunRecord): string {
  if (isRecordOf(record, 'matrix')) return matrixTable(record);
  return columns(
    ['', 'value', 'interval', 'unit', 'p99 us', 'source'],
    figuresOf(record).map((figure) => figureLine(record.family, figure)),
  );
}
