import { pausesInEnglish } from '@opfsmark/schema/answer/words/pauses-in-english';
import { sentenceInEnglish } from '@opfsmark/schema/answer/words/sentence-in-english';
import { formatBytes } from '@opfsmark/schema/documents';
import { cdmLines, type FamilyRecord } from '@opfsmark/schema/families';
import { clientName } from '$lib/base/format/client-name.ts';
import { declaredText, sustainedText, type Beside } from '../../export/exporter.ts';
import { scoreTexts } from './score-text.ts';

const RULE = '-'.repeat(78);

/** In the layout that CrystalDiskMark writes, for eyes and programs that know it. Numbers are ours: "CDM-like". */
export function recordText(record: FamilyRecord<'matrix'>, beside?: Beside): string {
  const { plan, environment } = record;
  const target = declaredText(beside?.declared);
  return [
    RULE,
    `OPFSMark ${environment.core_version} (suite ${plan.suite}), CDM-like`,
    RULE,
    `* ${sentenceInEnglish(record)}`,
    ...cdmLines(record, [...sustainedText(beside), ...pausesInEnglish(record)]),
    ...scoreTexts(record, beside?.earlier).map((score) => `  Score: ${score}`),
    `   Test: ${formatBytes(plan.file_bytes)} (x${plan.loops})${target.length === 0 ? '' : ` [${target.join(', ')}]`}`,
    `   Time: Measure ${plan.limit_s} sec / Interval ${plan.interval_s} sec`,
    `   Date: ${record.started_at.slice(0, 19).replaceAll('-', '/').replace('T', ' ')} UTC`,
    `     OS: ${clientName(environment.client.os)}, ${clientName(environment.client.browser)}`,
    '',
  ].join('\r\n');
}
