import { figuresOf, type RunRecord } from '@opfsmark/schema/families';
import type { Texts } from '$lib/base/i18n/index.ts';

/** Why a record cannot be published; `null` where it can. */
export function whyNotPublishable(record: RunRecord, t: Texts<'common'>): string | null {
  const { engine } = record.environment;
  if (engine === 'scripted' || engine === 'memory') return t.publish.why.scripted();
  return figuresOf(record).length === 0 ? t.publish.why.nothing() : null;
}
