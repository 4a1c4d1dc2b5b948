import { localStore } from '$lib/base/local/stores.ts';

/** A hint that something waits: read on every page, so that the outbox itself is loaded only where it is needed. */
const KEY = 'opfsmark.outbox';

export function outboxMayHold(): boolean {
  return localStore().getItem(KEY) !== null;
}

export function hintOutbox(isWaiting: boolean): void {
  if (isWaiting) localStore().setItem(KEY, '1');
  else localStore().removeItem(KEY);
}
