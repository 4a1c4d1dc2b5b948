import type { RunView } from '@opfsmark/schema/api';
import { formatBytes, type Direction } from '@opfsmark/schema/documents';
import type { DerivedJob } from '@opfsmark/schema/families';
import { headlineFigure } from '@opfsmark/schema/figures';
import { familyName } from '../boards/names.ts';

const RULE = '-'.repeat(78);
const TITLES: Record<Direction, string> = { read: '[Read]', write: '[Write]', mix: '[Mix]' };

/** A grid run as text in the layout of CrystalDiskMark, which many people and tools can read. */
export function runText(view: RunView): string {
  const { record, declared } = view;
  const { plan, environment } = record;
  const { browser, os } = environment.client;
  const lines = [
    RULE,
    `OPFSMark ${environment.core_version} (suite ${plan.suite})`,
    RULE,
    '* MB/s = 1,000,000 bytes/s',
    '* KB = 1000 bytes, KiB = 1024 bytes',
    '',
    ...plan.directions.flatMap((direction) => directionLines(view.derived, direction)),
    `Profile: ${plan.profile}`,
    `   Test: ${formatBytes(plan.file_bytes)} (x${plan.loops}) [${declared.drive ?? declared.device}]`,
    `   Time: Measure ${plan.limit_s} sec / Interval ${plan.interval_s} sec`,
    `   Date: ${record.started_at.slice(0, 19).replaceAll('-', '/').replace('T', ' ')}`,
    `     OS: ${version(os)}, ${version(browser)}`,
    `Comment: ${declared.device}${declared.filesystem === undefined ? '' : ` (${declared.filesystem})`}`,
    '',
  ];
  return lines.join('\r\n');
}

function version({ family, major }: { family: string; major: number | null }): string {
  return major === null ? familyName(family) : `${familyName(family)} ${major}`;
}

function directionLines(jobs: readonly DerivedJob[], direction: Direction): string[] {
  const lines = jobs.filter((job) => job.direction === direction).flatMap(jobLine);
  return lines.length === 0 ? [] : [TITLES[direction], ...lines, ''];
}

/** "  SEQ    1MiB (Q=  8, T= 1):  3551.343 MB/s [   3386.8 IOPS] <  2360.66 us>" */
function jobLine(job: DerivedJob): string[] {
  const figure = job.figures.find((f) => f.figure === headlineFigure(job.direction));
  if (!figure) return [];
  const { row } = job;
  const pattern = row.pattern === 'sequential' ? 'SEQ' : 'RND';
  const rate = (figure.bytes_per_s.median / 1e6).toFixed(3).padStart(9);
  const iops = figure.iops.median.toFixed(1).padStart(9);
  const us = figure.latency === null ? '' : ` <${(figure.latency.mean_ns / 1000).toFixed(2).padStart(9)} us>`;
  const shape = `(Q=${String(row.queues).padStart(3)}, T=${String(row.threads).padStart(2)})`;
  return [`  ${pattern} ${formatBytes(row.block_bytes).padStart(7)} ${shape}: ${rate} MB/s [${iops} IOPS]${us}`];
}
