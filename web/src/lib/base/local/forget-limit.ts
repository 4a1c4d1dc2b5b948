const FORGET_KEY = 'opfsmark.forget';
const TOO_MUCH = 'limit_bytes';

/** Whether the last forgetting in this browser read all that it may and still left the file in memory. */
export function hadTooMuchMemory(store: Pick<Storage, 'getItem'>): boolean {
  try {
    return store.getItem(FORGET_KEY) === TOO_MUCH;
  } catch {
    return false;
  }
}

/** Keeps how a forgetting ended. A browser that keeps nothing does not ask. */
export function keepForgetEnd(ended: string, store: Pick<Storage, 'setItem'>): void {
  try {
    store.setItem(FORGET_KEY, ended);
  } catch {
    // Site data is blocked, or its room is used up.
  }
}
