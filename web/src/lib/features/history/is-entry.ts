import { isFamilyId } from '@opfsmark/schema/families';
import { has, isAmount, isText, isTime, orNull } from '$lib/base/local/checks.ts';
import type { HistoryEntry } from './entry.ts';

const isSystem = has({ family: isText });
const isFigure = has({
  ...{ slug: isText, name: isText, bytes_per_s: isAmount, iops: isAmount },
});
const isSentence = has({ kind: isText });

const isEntry = has({
  ...{ started_at: isTime, family: isFamilyId, profile: isText, status: isText, engine: isText },
  client: has({ browser: isSystem, os: isSystem }),
  file_bytes: orNull(isAmount),
  ticket: orNull(has({ run_id: isText, expires_at: isTime })),
  sentence: (value) => value === undefined || isSentence(value),
  scores: has({}),
  figures: (value) => Array.isArray(value) && value.every(isFigure),
});

/** Whether lists can show it: one that is broken must not take the others with it. */
export const isHistoryEntry = (value: unknown): value is HistoryEntry => isEntry(value);
