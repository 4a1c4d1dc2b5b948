import {
  BLOCK_BYTES,
  DriveGone,
  type CapacityDrive,
  type FileParts,
  type RandomRates,
  type Written,
} from '../../src/capacity/index.ts';

export interface Traits {
  /** What it says it holds, in blocks. */
  readonly blocks: number;
  /** What it holds; writes beyond it do as `past` says. */
  readonly realBlocks?: number;
  readonly past?: 'wrap' | 'drop';
  /** What was written last is answered from here. */
  readonly cacheBlocks?: number;
  readonly changed?: (block: number) => boolean;
  readonly unreadable?: (block: number) => boolean;
  readonly slow?: (block: number, reading: number) => boolean;
  /** What memory answers: nothing said of the drive. */
  readonly isInMemory?: boolean;
  /** Other programs make each call longer, by this and more, in proportions that vary as those of a busy computer do. */
  readonly busyMs?: number;
  readonly lagMs?: number;
  readonly failsSmallCalls?: boolean;
  /** Each place is the drive's once, then memory's. */
  readonly remembers?: boolean;
  readonly canReserve?: boolean;
  readonly maxFileBlocks?: number;
}

const EMPTY = new Uint8Array(BLOCK_BYTES);
/** What drives before this one have written into: to get a MiB of the system takes longer than to fill it. */
const sharedBlocks: Uint8Array[] = [];

/** A block device in memory. It has it to itself: the next one that is made writes over what it holds. */
export class MadeUpDrive implements CapacityDrive {
  readonly readsDrive: boolean;
  readonly canReserve: boolean;
  writtenBlocks = 0;
  readonly #traits: Traits;
  readonly #kept = new Map<number, Uint8Array>();
  readonly #cache = new Map<number, Uint8Array>();
  readonly #fileStarts = new Map<string, number>();
  readonly #readings = new Map<number, number>();
  #used = 0;
  #random = 7;
  /** Calls until it is pulled out. */
  callsLeft = Infinity;
  /** Some systems answer that each call failed. */
  saysGone = true;

  constructor(traits: Traits) {
    this.#traits = traits;
    this.readsDrive = traits.isInMemory !== true && traits.remembers !== true;
    this.canReserve = traits.canReserve === true;
  }

  freeBytes(): number {
    return (this.#traits.blocks - this.#used) * BLOCK_BYTES;
  }

  /** What memory had not written is gone with the drive. */
  loseLast(blocks: number): void {
    for (const place of [...this.#kept.keys()].toSorted((a, b) => b - a).slice(0, blocks)) this.#kept.delete(place);
  }

  #call(): void {
    if (--this.callsLeft < 0) throw this.saysGone ? new DriveGone('pulled out') : new Error('EIO');
  }

  async writeFile(
    name: string,
    { written, reserved }: FileParts,
    fill: (block: Uint8Array, index: number) => void,
  ): Promise<Written> {
    await Promise.resolve();
    // A file that was cut off is written anew in its place.
    const start = this.#fileStarts.get(name) ?? this.#used;
    this.#fileStarts.set(name, start);
    this.#used = start;
    for (let index = 0; index < written; index++) {
      const isFull = this.#used >= this.#traits.blocks || index >= (this.#traits.maxFileBlocks ?? Infinity);
      if (isFull) return { written: index, reserved: 0, ended: 'full', ms: index };
      if (this.callsLeft <= 0 && !this.saysGone) return { written: 0, reserved: 0, ended: 'refused', ms: 0 };
      this.#call();
      const block = (sharedBlocks[this.writtenBlocks] ??= new Uint8Array(BLOCK_BYTES));
      fill(block, index);
      this.#store(this.#used++, block);
      this.writtenBlocks++;
    }
    this.#used += reserved;
    return { written, reserved, ended: 'whole', ms: written };
  }

  #store(place: number, block: Uint8Array): void {
    const { realBlocks = Infinity, past, cacheBlocks = 0 } = this.#traits;
    if (place < realBlocks) this.#kept.set(place, block);
    else if (past === 'wrap') this.#kept.set(place % realBlocks, block);
    if (cacheBlocks === 0) return;
    this.#cache.set(place, block);
    for (const oldest of this.#cache.keys()) {
      if (this.#cache.size <= cacheBlocks) break;
      this.#cache.delete(oldest);
    }
  }

  async read(name: string, block: number): Promise<{ bytes: Uint8Array; ms: number }> {
    this.#call();
    const place = (this.#fileStarts.get(name) ?? 0) + block;
    const { realBlocks = Infinity, past, changed, unreadable, slow, isInMemory } = this.#traits;
    if (unreadable?.(place)) throw new Error('EIO');
    const reading = this.#readings.get(place) ?? 0;
    this.#readings.set(place, reading + 1);
    const keptPlace = past === 'wrap' ? place % realBlocks : place;
    const stored = this.#cache.get(place) ?? this.#kept.get(keptPlace) ?? EMPTY;
    const isChanged = changed?.(place) ?? false;
    const bytes = isChanged ? stored.slice() : stored;
    if (isChanged) bytes[5 * 4096 + 77] = (bytes[5 * 4096 + 77] ?? 0) ^ 4;
    const isFromMemory = isInMemory === true || (this.#traits.remembers === true && reading > 0);
    const ownMs = isFromMemory ? 1 : slow?.(place, reading) ? 1000 : 30;
    return Promise.resolve({ bytes, ms: ownMs + this.#waitMs() });
  }

  /** Log-normal, as the logarithm of a sum of twelve random numbers is about. */
  #waitMs(): number {
    const { busyMs = 0 } = this.#traits;
    let sum = -6;
    for (let index = 0; index < 12; index++) {
      this.#random = (Math.imul(this.#random, 1664525) + 1013904223) >>> 0;
      sum += this.#random / 2 ** 32;
    }
    return busyMs * Math.exp(sum);
  }

  randomRates(): Promise<RandomRates> {
    if (this.#traits.failsSmallCalls) return Promise.reject(new Error('EIO'));
    return Promise.resolve({ readsPerS: 1500, writesPerS: 500 });
  }

  forget(): Promise<void> {
    return Promise.resolve();
  }
}
