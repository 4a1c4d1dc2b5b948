import type { RunRecord } from '@opfsmark/schema/families';
import type { Texts } from '$lib/base/i18n/index.ts';

/** Why a record cannot be published; `null` where it can. */
export function whyNotPublishable(record: RunRecord, hasFigures: boolean, t: Texts<'site'>): string | null {
  const { engine } = record.environment;
  if (engine === 'scripted' || engine === 'memory') return t.publish.why.scripted();
  return hasFigures ? null : t.publish.why.nothing();
}
