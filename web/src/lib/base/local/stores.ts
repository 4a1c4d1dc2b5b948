/** Where site data is blocked: nothing is found, and nothing can be kept. */
class NoStore implements Storage {
  readonly length = 0;
  clear(): void {
    // Nothing is there.
  }
  getItem(): null {
    return null;
  }
  key(): null {
    return null;
  }
  removeItem(): void {
    // Nothing is there.
  }
  setItem(): never {
    throw new DOMException('site data is blocked', 'SecurityError');
  }
}

const NO_STORE = new NoStore();

/** Browsers that block site data throw at the name of the store already. */
function storeOr(open: () => Storage): Storage {
  try {
    return open();
  } catch {
    return NO_STORE;
  }
}

/** The storage of this browser for the site. Reading never throws; writing does where site data is blocked or full. */
export const localStore = (): Storage => storeOr(() => localStorage);

/** The same of this tab alone. */
export const tabStore = (): Storage => storeOr(() => sessionStorage);

/** The rest behind the prefix in the names of a store that begin with it. */
export function namesAfter(prefix: string, store: Pick<Storage, 'key' | 'length'>): string[] {
  const names = Array.from({ length: store.length }, (_, index) => store.key(index) ?? '');
  return names.filter((name) => name.startsWith(prefix)).map((name) => name.slice(prefix.length));
}
