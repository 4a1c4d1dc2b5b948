import { RUN_ID_PATTERN } from '@opfsmark/schema/documents';
import { DELETION_KEY, deletionKeyOf, ID_KEY, PUBLISHED_KEY } from '$lib/base/local/keeper.ts';

/** A deletion key as it is kept: the result that it deletes, and whether that is known to be published. */
export interface KeptKey {
  readonly run_id: string;
  readonly key: string;
  readonly published: boolean;
}

const SECRET_PATTERN = /^[\w-]{43}$/;
export const isSecret = (value: unknown): value is string => typeof value === 'string' && SECRET_PATTERN.test(value);

/** All deletion keys of this browser. */
export function keptKeys(store: Pick<Storage, 'getItem' | 'key' | 'length'>): KeptKey[] {
  const names = Array.from({ length: store.length }, (_, index) => store.key(index) ?? '');
  const ids = names.filter((name) => name.startsWith(DELETION_KEY)).map((name) => name.slice(DELETION_KEY.length));
  return ids.flatMap((run_id) => {
    const key = deletionKeyOf(run_id, store);
    if (!RUN_ID_PATTERN.test(run_id) || !isSecret(key)) return [];
    return [{ run_id, key, published: store.getItem(PUBLISHED_KEY + run_id) !== null }];
  });
}

/** The id that a run without a ticket was published under, so that its page is found again. */
export function keepRunId(startedAt: string, runId: string, store: Pick<Storage, 'getItem' | 'setItem'>): void {
  if (store.getItem(ID_KEY + startedAt) === null) store.setItem(ID_KEY + startedAt, runId);
}
