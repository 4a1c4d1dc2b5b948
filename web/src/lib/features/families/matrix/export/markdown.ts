import { pausesInEnglish } from '@opfsmark/schema/answer/words/pauses-in-english';
import { sentenceInEnglish } from '@opfsmark/schema/answer/words/sentence-in-english';
import { formatBytes, hasEvidence } from '@opfsmark/schema/documents';
import type { FamilyRecord } from '@opfsmark/schema/families';
import { intervalOf, shownInterval, type Latency } from '@opfsmark/schema/figures';
import { clientName } from '$lib/base/format/client-name.ts';
import { declaredText, markdownCell, sustainedText, type Beside } from '../../export/exporter.ts';
import { depthNote, figureName, sourceWord, tableLinesOf, type Line } from './lines.ts';
import { scoreTexts } from './score-text.ts';

/** In microseconds; empty where too few calls are behind the percentile. */
function us(latency: Latency | null, of: 'p50_ns' | 'p99_ns'): string {
  const ns = latency && hasEvidence(0.5, latency.ops) ? latency[of] : null;
  return ns === null ? '' : (ns / 1e3).toFixed(1);
}

/** As the page gives it; empty where a test was measured once. */
function intervalText({ bytesPerS }: Line): string {
  const interval = shownInterval(intervalOf(bytesPerS.values));
  return interval === null ? '' : `${(interval.low / 1e6).toFixed(1)}–${(interval.high / 1e6).toFixed(1)}`;
}

/** A table for an issue, a forum or a README. */
export function recordMarkdown(record: FamilyRecord<'matrix'>, beside?: Beside): string {
  const { plan, environment } = record;
  const rows = tableLinesOf(record).map(
    (line) =>
      `| ${[
        `${line.name} ${figureName(line)}${depthNote(line)}`,
        (line.bytesPerS.median / 1e6).toFixed(1),
        intervalText(line),
        line.iops.median.toFixed(0),
        us(line.latency, 'p50_ns'),
        us(line.latency, 'p99_ns'),
        sourceWord(line),
      ].join(' | ')} |`,
  );
  return [
    `**OPFSMark ${environment.core_version}**, profile ${plan.profile}, ${formatBytes(plan.file_bytes)} × ${plan.loops}, ` +
      declaredText(beside?.declared)
        .map((name) => `${markdownCell(name)}, `)
        .join('') +
      `${clientName(environment.client.browser)} on ${clientName(environment.client.os)}, ${record.started_at.slice(0, 10)}`,
    '',
    sentenceInEnglish(record),
    '',
    '| test | MB/s | interval | IOPS | p50 µs | p99 µs | source |',
    '| --- | ---: | ---: | ---: | ---: | ---: | --- |',
    ...rows,
    '',
    `Score: ${[...scoreTexts(record, beside?.earlier), ...sustainedText(beside)].join('; ')}.`,
    ...pausesInEnglish(record).flatMap((said) => ['', said]),
    '',
  ].join('\n');
}
