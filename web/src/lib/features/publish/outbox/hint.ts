/** A hint that something waits: read on every page, so that the outbox itself is loaded only where it is needed. */
const KEY = 'opfsmark.outbox';

export function outboxMayHold(): boolean {
  try {
    return localStorage.getItem(KEY) !== null;
  } catch {
    // Site data is blocked: nothing can have been kept.
    return false;
  }
}

export function hintOutbox(waiting: boolean): void {
  if (waiting) localStorage.setItem(KEY, '1');
  else localStorage.removeItem(KEY);
}
