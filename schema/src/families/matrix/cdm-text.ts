import type { JobResult, Reads } from '../../documents/pass.ts';
import { rowName, rowSlug } from '../../documents/row-name.ts';
import type { Direction } from '../../documents/row.ts';
import { formatBytes } from '../../documents/units.ts';
import { depthMark } from '../../figures/depth.ts';
import { bytesPerSecond, iops, leadingFigure, meanCallNs, type JobFigure } from '../../figures/derive.ts';
import { memoryMark } from '../../figures/memory-mark.ts';
import type { RecordOf } from '../family.ts';
import { readsOnce } from './cache.ts';
import { driveFigure } from './drive-figure-in-record.ts';
import { burstBytes } from './flushes.ts';
import type { MatrixPlan } from './plan-schema.ts';
import type { MatrixResult } from './result-schema.ts';
import { sourceInRecord } from './verdict.ts';

type MatrixRecord = RecordOf<MatrixPlan, MatrixResult>;

interface Block {
  readonly head: '[Read]' | '[Write]' | '[Mix]';
  readonly direction: Direction;
  readonly reads?: Reads;
  readonly figure: JobFigure;
  /** What sets it apart from another block with the same head. */
  readonly note?: string;
}

/** First of two with the same head is the one that CrystalDiskMark measures: programs that look for one row take the first. */
const BLOCKS: readonly Block[] = [
  { head: '[Read]', direction: 'read', reads: 'drive', figure: 'throughput', note: 'drive reads' },
  { head: '[Read]', direction: 'read', reads: 'memory', figure: 'throughput', note: 'memory reads' },
  { head: '[Write]', direction: 'write', figure: 'write_flush' },
  { head: '[Write]', direction: 'write', figure: 'flush_each', note: 'writes, flushed each time' },
  { head: '[Mix]', direction: 'mix', figure: 'throughput' },
];

/** What set out to read the drive and did not is left out where memory's read of the same row stands below. */
function isIn({ direction, reads, figure }: Block, job: JobResult, record: MatrixRecord): boolean {
  if (job.status !== 'done' || job.direction !== direction || job.reads !== reads) return false;
  if (figure === 'flush_each') return leadingFigure(job) === figure;
  return reads !== 'drive' || readsOnce(record.plan) || driveFigure(record, job).kind === 'whole';
}

/** "  SEQ    1MiB (Q=  8, T= 1):  3551.343 MB/s [   3386.8 IOPS] <  2360.66 us>": nothing may follow, or programs miss the line. */
function rowLine(job: JobResult, figure: JobFigure): string[] {
  const [bytes, calls, meanNs] = [bytesPerSecond(job, figure), iops(job, figure), meanCallNs(job, figure)];
  if (!bytes || !calls || meanNs === null) return [];
  const { pattern, block_bytes, queues, threads } = job.row;
  const what = `${pattern === 'sequential' ? 'SEQ' : 'RND'} ${formatBytes(block_bytes).padStart(7)}`;
  const shape = `(Q=${`${queues}`.padStart(3)}, T=${`${threads}`.padStart(2)})`;
  const rate = (bytes.median / 1e6).toFixed(3).padStart(9);
  const perS = calls.median.toFixed(1).padStart(9);
  return [`  ${what} ${shape}: ${rate} MB/s [${perS} IOPS] <${(meanNs / 1e3).toFixed(2).padStart(9)} us>`];
}

/** "* RND4K Q32T1: from memory, 23.1 of 32 in flight" */
function markLine(job: JobResult, figure: JobFigure, record: MatrixRecord): string[] {
  const id = `${rowSlug(job.row)} ${job.direction}`;
  const marks = [memoryMark({ id, read_from: sourceInRecord(record, job) }), depthMark(job, figure)];
  const said = marks.filter((mark) => mark !== null);
  return said.length === 0 ? [] : [`* ${rowName(job.row)}: ${said.join(', ')}`];
}

function blockLines(block: Block, record: MatrixRecord): string[] {
  const { head, figure, note } = block;
  const jobs = record.result.jobs.filter((job) => isIn(block, job, record));
  const rows = jobs.flatMap((job) => rowLine(job, figure));
  if (rows.length === 0) return [];
  const notes = note === undefined ? [] : [`* ${note}`];
  return [head, ...rows, ...notes, ...jobs.flatMap((job) => markLine(job, figure, record)), ''];
}

function writesNote(plan: MatrixPlan): string {
  const bytes = burstBytes(plan);
  const what = bytes === null ? 'writes are' : `writes are bursts of up to ${formatBytes(bytes)},`;
  return `${what} flushed once at the end of a loop, unless flushed each time`;
}

/**
 * The grid in the layout that CrystalDiskMark saves, which programs read line by line: heads alone, nothing after a row, and
 * what must be said of a row on a line of its own below.
 */
export function cdmLines(record: MatrixRecord, notes: readonly string[] = []): string[] {
  const isKept = record.result.jobs.some(
    (job) => job.direction === 'write' && sourceInRecord(record, job) === 'cached',
  );
  const kept = isKept ? ['the files were kept in memory: nothing here was measured on a drive'] : [];
  const all = ['MB/s = 1,000,000 bytes/s; median of the loops', 'KB = 1000 bytes, KiB = 1024 bytes'];
  const { plan } = record;
  return [
    ...[...all, writesNote(plan), ...kept, ...notes].map((note) => `* ${note}`),
    '',
    ...BLOCKS.flatMap((block) => blockLines(block, record)),
    `Profile: ${plan.profile}`,
  ];
}
