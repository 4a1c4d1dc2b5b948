import { formatBytes, type Direction } from '@opfsmark/schema/documents';
import { isScore, scoreOf, type FamilyRecord } from '@opfsmark/schema/families';
import { clientName } from '$lib/base/format/client-name.ts';
import { headlinesOf, verdictWord, type Line } from './lines.ts';

const RULE = '-'.repeat(78);
const TITLES: Record<Direction, string> = { read: '[Read]', write: '[Write]', mix: '[Mix]' };

/** "  SEQ    1MiB (Q=  8, T= 1):  3551.343 MB/s [   3386.8 IOPS] <  2360.66 us>" */
function textLine({ job: { row }, bytesPerS, iops, latency, verdict }: Line): string {
  const pattern = row.pattern === 'sequential' ? 'SEQ' : 'RND';
  const shape = `(Q=${`${row.queues}`.padStart(3)}, T=${`${row.threads}`.padStart(2)})`;
  const rate = (bytesPerS.median / 1e6).toFixed(3).padStart(9);
  const operations = iops.median.toFixed(1).padStart(9);
  const us = latency ? ` <${(latency.mean_ns / 1e3).toFixed(2).padStart(9)} us>` : '';
  const from = verdict ? ` (${verdictWord(verdict)})` : '';
  return `  ${pattern} ${formatBytes(row.block_bytes).padStart(7)} ${shape}: ${rate} MB/s [${operations} IOPS]${us}${from}`;
}

/** In the layout that CrystalDiskMark writes, for eyes and programs that know it. Numbers are ours: "CDM-like". */
export function recordText(record: FamilyRecord<'matrix'>): string {
  const { plan, environment } = record;
  const lines = headlinesOf(record);
  const score = scoreOf(record);
  const blocks = plan.directions.flatMap((direction) => {
    const own = lines.filter((line) => line.direction === direction).map(textLine);
    return own.length === 0 ? [] : [TITLES[direction], ...own, ''];
  });
  return [
    RULE,
    `OPFSMark ${environment.core_version} (suite ${plan.suite}), CDM-like`,
    RULE,
    '* MB/s = 1,000,000 bytes/s; median of the loops; writes are flushed once at the end of a loop',
    '* KB = 1000 bytes, KiB = 1024 bytes',
    '',
    ...blocks,
    `Profile: ${plan.profile}${isScore(score) ? ` (score ${score.points.toFixed(0)})` : ''}`,
    `   Test: ${formatBytes(plan.file_bytes)} (x${plan.loops})`,
    `   Time: Measure ${plan.limit_s} sec / Interval ${plan.interval_s} sec`,
    `   Date: ${record.started_at.slice(0, 19).replaceAll('-', '/').replace('T', ' ')} UTC`,
    `     OS: ${clientName(environment.client.os)}, ${clientName(environment.client.browser)}`,
    '',
  ].join('\r\n');
}
