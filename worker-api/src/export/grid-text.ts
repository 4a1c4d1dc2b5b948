import type { RunView } from '@opfsmark/schema/api';
import { formatBytes, rowSlug, type Direction, type JobResult } from '@opfsmark/schema/documents';
import { burstBytes, readsOnce, type FamilyRecord, type MatrixPlan } from '@opfsmark/schema/families';
import {
  bytesPerSecond,
  depthMark,
  headlineFigure,
  iops,
  isWriteToMemory,
  leadingFigure,
  meanCallNs,
  memoryMark,
  type JobFigure,
} from '@opfsmark/schema/figures';

interface Block {
  readonly title: string;
  /** A job by what it does and sets out to read. */
  readonly direction: Direction;
  readonly reads?: JobResult['reads'];
  /** The end of its id. */
  readonly figure: string;
  /** Default: the headline's. */
  readonly pass?: 'flush_each';
}

/** In the order in which they are measured; of small writes first what a database feels. */
const BLOCKS: readonly Block[] = [
  { title: '[Read, drive]', direction: 'read', reads: 'drive', figure: 'drive_read' },
  { title: '[Read, memory]', direction: 'read', reads: 'memory', figure: 'read' },
  { title: '[Write, flushed each time]', direction: 'write', figure: 'flush_each', pass: 'flush_each' },
  { title: '[Write]', direction: 'write', figure: 'write' },
  { title: '[Mix]', direction: 'mix', figure: 'mix' },
];

/** The grid in the layout of CrystalDiskMark, which many people and tools can read. */
export function gridText({ plan, result }: FamilyRecord<'matrix'>, { declared, figures }: RunView): string[] {
  const blockLines = ({ title, direction, reads, figure: name, pass }: Block) => {
    const lines = result.jobs
      .filter((job) => job.direction === direction && job.reads === reads && (!pass || leadingFigure(job) === pass))
      .flatMap((job) => {
        // A job without a figure was not finished, or did not read the drive.
        const slug = rowSlug(job.row);
        const figure =
          figures.find(({ id }) => id === `${slug} ${name}`) ??
          figures.find(({ id }) => id === `${slug} ${direction}` && reads === 'drive' && readsOnce(plan));
        return figure ? jobLine(job, memoryMark(figure), pass) : [];
      });
    const isBurst = name === 'write' && burstBytes(plan) !== null;
    return lines.length === 0 ? [] : [isBurst ? '[Write burst]' : title, ...lines, ''];
  };
  return [
    '* MB/s = 1,000,000 bytes/s',
    '* KB = 1000 bytes, KiB = 1024 bytes',
    writesNote(plan),
    ...(figures.some(isWriteToMemory) ? ['* the files were kept in memory: nothing here was measured on a drive'] : []),
    '',
    ...BLOCKS.flatMap(blockLines),
    `Profile: ${plan.profile}`,
    `   Test: ${formatBytes(plan.file_bytes)} (x${plan.loops}) [${declared.drive ?? declared.device}]`,
    `   Time: Measure ${plan.limit_s} sec / Interval ${plan.interval_s} sec`,
  ];
}

function writesNote(plan: MatrixPlan): string {
  const bytes = burstBytes(plan);
  const what = bytes === null ? 'writes are' : `writes are bursts of up to ${formatBytes(bytes)},`;
  return `* ${what} flushed once at the end of a loop, unless flushed each time`;
}

/** "  SEQ    1MiB (Q=  8, T= 1):  3551.343 MB/s [   3386.8 IOPS] <  2360.66 us> (from memory) (23.1 of 32 in flight)" */
function jobLine(job: JobResult, mark: string | null, pass?: JobFigure): string[] {
  const [bytes, operations] = [bytesPerSecond(job, pass), iops(job, pass)];
  if (!bytes || !operations) return [];
  const { row } = job;
  const meanNs = meanCallNs(job, pass);
  const pattern = row.pattern === 'sequential' ? 'SEQ' : 'RND';
  const mbs = (bytes.median / 1e6).toFixed(3).padStart(9);
  const perS = operations.median.toFixed(1).padStart(9);
  const us = meanNs === null ? '' : ` <${(meanNs / 1000).toFixed(2).padStart(9)} us>`;
  const shape = `(Q=${String(row.queues).padStart(3)}, T=${String(row.threads).padStart(2)})`;
  const size = formatBytes(row.block_bytes).padStart(7);
  const notes = [mark, depthMark(job, pass ?? headlineFigure(job.direction))].flatMap((note) => note ?? []);
  const said = notes.map((note) => ` (${note})`).join('');
  return [`  ${pattern} ${size} ${shape}: ${mbs} MB/s [${perS} IOPS]${us}${said}`];
}
