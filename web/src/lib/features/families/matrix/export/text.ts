import { pausesInEnglish } from '@opfsmark/schema/answer/words/pauses-in-english';
import { formatBytes } from '@opfsmark/schema/documents';
import { burstBytes, type FamilyRecord, type MatrixPlan } from '@opfsmark/schema/families';
import { meanCallNs } from '@opfsmark/schema/figures';
import { clientName } from '$lib/base/format/client-name.ts';
import { sustainedText, type Beside } from '../../export/exporter.ts';
import { depthNote, tableLinesOf, verdictWord, type Line } from './lines.ts';
import { scoreTexts } from './score-text.ts';

const RULE = '-'.repeat(78);
/** In this order. */
const TITLES = ['[Read, drive]', '[Read, memory]', '[Write, flushed each time]', '[Write burst]', '[Write]', '[Mix]'];

function titleOf({ direction, figure, isBurst, job }: Line): string {
  if (isBurst) return '[Write burst]';
  if (job.reads) return `[Read, ${job.reads}]`;
  if (figure === 'flush_each') return '[Write, flushed each time]';
  return direction === 'mix' ? '[Mix]' : '[Write]';
}

/** "  SEQ    1MiB (Q=  8, T= 1):  3551.343 MB/s [   3386.8 IOPS] <  2360.66 us>" */
function textLine(line: Line): string {
  const { bytesPerS, iops, verdict } = line;
  const { row } = line.job;
  const pattern = row.pattern === 'sequential' ? 'SEQ' : 'RND';
  const shape = `(Q=${`${row.queues}`.padStart(3)}, T=${`${row.threads}`.padStart(2)})`;
  const rate = (bytesPerS.median / 1e6).toFixed(3).padStart(9);
  const operations = iops.median.toFixed(1).padStart(9);
  const meanNs = meanCallNs(line.job, line.figure);
  const us = meanNs === null ? '' : ` <${(meanNs / 1e3).toFixed(2).padStart(9)} us>`;
  const from = verdict ? ` (${verdictWord(line)})` : '';
  return `  ${pattern} ${formatBytes(row.block_bytes).padStart(7)} ${shape}: ${rate} MB/s [${operations} IOPS]${us}${from}${depthNote(line)}`;
}

function writesNote(plan: MatrixPlan): string {
  const bytes = burstBytes(plan);
  const what = bytes === null ? 'writes are' : `writes are bursts of up to ${formatBytes(bytes)},`;
  return `${what} flushed once at the end of a loop, unless flushed each time`;
}

/** In the layout that CrystalDiskMark writes, for eyes and programs that know it. Numbers are ours: "CDM-like". */
export function recordText(record: FamilyRecord<'matrix'>, beside?: Beside): string {
  const { plan, environment } = record;
  const lines = tableLinesOf(record);
  const blocks = TITLES.flatMap((title) => {
    const own = lines.filter((line) => titleOf(line) === title).map(textLine);
    return own.length === 0 ? [] : [title, ...own, ''];
  });
  return [
    RULE,
    `OPFSMark ${environment.core_version} (suite ${plan.suite}), CDM-like`,
    RULE,
    `* MB/s = 1,000,000 bytes/s; median of the loops; ${writesNote(plan)}`,
    '* KB = 1000 bytes, KiB = 1024 bytes',
    ...[...sustainedText(beside), ...pausesInEnglish(record)].map((said) => `* ${said}`),
    '',
    ...blocks,
    `Profile: ${plan.profile}`,
    ...scoreTexts(record, beside?.earlier).map((score) => `  Score: ${score}`),
    `   Test: ${formatBytes(plan.file_bytes)} (x${plan.loops})`,
    `   Time: Measure ${plan.limit_s} sec / Interval ${plan.interval_s} sec`,
    `   Date: ${record.started_at.slice(0, 19).replaceAll('-', '/').replace('T', ' ')} UTC`,
    `     OS: ${clientName(environment.client.os)}, ${clientName(environment.client.browser)}`,
    '',
  ].join('\r\n');
}
