import { pairAddress } from './address.ts';
import { localStore } from '$lib/base/local/stores.ts';
import { whenWanted } from '$lib/base/when-idle.ts';

/** A thing that can be compared with another of its kind: a run, published or kept in this browser, or a device. */
export interface Candidate {
  readonly kind: 'run' | 'device';
  /** The id of a run, or the slug of a device. */
  readonly id: string;
  readonly name: string;
}

type Store = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

const KEY = 'opfsmark.compare-with';
/** Who comes back another day has another question. */
const MAX_AGE_MS = 24 * 60 * 60 * 1000;

function parse(text: string | null, now: number): Candidate | null {
  try {
    const { kind, id, name, picked_at } = JSON.parse(text ?? 'null') as Record<string, unknown>;
    if (typeof picked_at !== 'number' || Math.abs(now - picked_at) > MAX_AGE_MS) return null;
    if ((kind !== 'run' && kind !== 'device') || typeof id !== 'string' || typeof name !== 'string') return null;
    return { kind, id, name };
  } catch {
    return null;
  }
}

/** The first half of a comparison. It is kept for a day, so that the second can be chosen on any page. */
export class Picked {
  #current = $state.raw<Candidate | null>(null);
  #isUnread = false;

  get current(): Candidate | null {
    return this.#current;
  }

  /** Once for all buttons of a page, and not while it comes to life: the first look into a store waits for the drive. */
  async readSoon(): Promise<void> {
    if (this.#isUnread) return;
    this.#isUnread = true;
    await whenWanted();
    if (this.#isUnread) this.read();
  }

  read(store: Store = localStore(), now = Date.now()): void {
    this.#isUnread = false;
    this.#current = parse(store.getItem(KEY), now);
  }

  /** The address of the comparison where this is the second of a kind; `null` where it was kept, or taken back. */
  choose(candidate: Candidate, store: Store = localStore(), now = Date.now()): string | null {
    if (this.#isUnread) this.read(store, now);
    const first = this.#current;
    const isSame = first?.kind === candidate.kind && first.id === candidate.id;
    const isSecond = first?.kind === candidate.kind && !isSame;
    this.#current = isSame || isSecond ? null : candidate;
    try {
      if (this.#current === null) store.removeItem(KEY);
      else store.setItem(KEY, JSON.stringify({ ...candidate, picked_at: now }));
    } catch {
      // It lasts as long as the page.
    }
    return isSecond ? pairAddress(candidate.kind, [first.id, candidate.id]) : null;
  }

  /** A run that is gone cannot stand beside another. */
  forget(id: string, store: Store = localStore()): void {
    if (parse(store.getItem(KEY), Date.now())?.id === id) store.removeItem(KEY);
    if (this.#current?.id === id) this.#current = null;
  }
}

/** The picks on this page: every button shows the same. Only a browser fills it. */
export const picked = new Picked();
