import type { RunView } from '@opfsmark/schema/api';
import { formatBytes } from '@opfsmark/schema/documents';
import { cdmLines, type FamilyRecord } from '@opfsmark/schema/families';

/** The grid in the layout of CrystalDiskMark, which many people and tools can read. */
export function gridText(record: FamilyRecord<'matrix'>, { declared }: RunView): string[] {
  const { plan } = record;
  return [
    ...cdmLines(record),
    `   Test: ${formatBytes(plan.file_bytes)} (x${plan.loops}) [${[declared.device, declared.drive].filter((name) => name !== undefined).join(', ')}]`,
    `   Time: Measure ${plan.limit_s} sec / Interval ${plan.interval_s} sec`,
  ];
}
