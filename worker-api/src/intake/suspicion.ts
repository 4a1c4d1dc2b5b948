import type { MetricValues } from '@opfsmark/schema/boards';
import { flagsOf, type FlagCode, type RunRecord } from '@opfsmark/schema/families';
import { isOutlier } from '../boards/outliers.ts';

/** Flags that keep a run from counting until a moderator has looked at it. */
const HOLDING = new Set<FlagCode>(['memory_backed', 'flush_does_nothing', 'hidden_during_pass']);

/** Reasons to hold a run that is possible but unlikely. One that stands on no board distorts nothing, and is shown. */
export function suspicionsOf(record: RunRecord, metrics: MetricValues, peers: readonly MetricValues[] = []): string[] {
  if (Object.keys(metrics).length === 0) return [];
  const codes = flagsOf(record).map(({ code }) => code);
  const reasons: string[] = [...new Set(codes)].filter((code) => HOLDING.has(code));
  if (isOutlier(metrics, peers)) reasons.push('outlier');
  return reasons;
}
