/**
 * How long the browser keeps what this site stores. `agreed`: until somebody deletes it. `room`: until the drive is nearly
 * full. `unvisited`: until it was used for 7 days without a visit, as WebKit does whatever it has agreed to.
 */
export type Lasting = 'agreed' | 'room' | 'unvisited';

/** As much of `navigator` as is asked. */
export interface Keeper {
  /** Browsers have one, other hosts of the page's code have none. */
  readonly vendor?: string;
  readonly storage?: Pick<StorageManager, 'persisted' | 'persist'>;
}

const lastingOf = (hasAgreed: boolean, { vendor = '' }: Keeper): Lasting =>
  vendor.startsWith('Apple') ? 'unvisited' : hasAgreed ? 'agreed' : 'room';

export async function readLasting(keeper: Keeper = navigator): Promise<Lasting> {
  const hasAgreed = await keeper.storage?.persisted().catch(() => false);
  return lastingOf(hasAgreed === true, keeper);
}

/**
 * Asks the browser to keep what is stored until somebody deletes it. Only after something was kept, and where the browser
 * may put the question to a person, as Firefox does, only when that person has just clicked for it.
 */
export async function askToLast(keeper: Keeper = navigator): Promise<Lasting> {
  const hasAgreed = await keeper.storage?.persist().catch(() => false);
  return lastingOf(hasAgreed === true, keeper);
}
