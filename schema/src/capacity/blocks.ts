import { mix32 } from '../documents/permutation.ts';
import { KIB, MIB } from '../documents/units.ts';

/** The bytes of one call, by which the map of a drive counts. */
export const BLOCK_BYTES = MIB;
/** The smallest part of a block that says by itself which it is: file systems move data by no less. */
export const CELL_BYTES = 4 * KIB;
export const CELLS_PER_BLOCK = BLOCK_BYTES / CELL_BYTES;

const CELL_WORDS = CELL_BYTES / 4;
const HEADER_WORDS = 4;
const MAGIC = 0x4f504d4b;

/** The finding of the cells of one block. */
export interface BlockFinding {
  readonly intact: number;
  /** They hold other cells of the same test. */
  readonly overwritten: number;
  /** They hold mostly what was written, and some of it differs. */
  readonly changed: number;
  /** They hold nothing of what was written. */
  readonly lost: number;
  /** How many cells later the one that stands in place of the first overwritten cell belongs; `null` where there is none. */
  readonly distanceCells: number | null;
}

/**
 * Makes numbered blocks and recognises them. Each cell of 4 KiB begins with the seed and its own number, so that a cell that
 * stands in another's place says where it belongs; the rest is noise that differs from cell to cell, so that nothing can be
 * compressed or kept once for all.
 */
export class BlockContent {
  readonly seed: number;
  readonly #noise = new Uint32Array(BLOCK_BYTES / 4);

  constructor(seed: number) {
    this.seed = seed >>> 0;
    let state = mix32(this.seed ^ MAGIC) || 1;
    for (let word = 0; word < this.#noise.length; word++) {
      state ^= state << 13;
      state ^= state >>> 17;
      state ^= state << 5;
      this.#noise[word] = state;
    }
  }

  fill(block: Uint8Array, index: number): void {
    const words = wordsOf(block);
    words.set(this.#noise);
    for (let cell = 0; cell < CELLS_PER_BLOCK; cell++) {
      const number = index * CELLS_PER_BLOCK + cell;
      const [low, high] = halvesOf(number);
      const from = cell * CELL_WORDS;
      const key = this.#keyOf(low, high);
      words[from] = MAGIC ^ this.seed;
      words[from + 1] = low;
      words[from + 2] = high;
      words[from + 3] = key;
      for (let word = from + HEADER_WORDS; word < from + CELL_WORDS; word++) words[word] = (words[word] ?? 0) ^ key;
    }
  }

  /** The block that stands where the one of this index was written. */
  inspect(block: Uint8Array, index: number): BlockFinding {
    const words = wordsOf(block);
    const counts = { intact: 0, overwritten: 0, changed: 0, lost: 0 };
    let distanceCells: number | null = null;
    for (let cell = 0; cell < CELLS_PER_BLOCK; cell++) {
      const number = index * CELLS_PER_BLOCK + cell;
      if (this.#isIntact(words, cell, number)) {
        counts.intact++;
        continue;
      }
      const found = this.#numberAt(words, cell);
      if (found !== null && found !== number) {
        counts.overwritten++;
        distanceCells ??= found - number;
      } else if (this.#isMostlyThere(words, cell, number)) counts.changed++;
      else counts.lost++;
    }
    return { ...counts, distanceCells };
  }

  #keyOf(low: number, high: number): number {
    return mix32(low ^ mix32(high ^ this.seed));
  }

  #isIntact(words: Uint32Array, cell: number, number: number): boolean {
    const [low, high] = halvesOf(number);
    const from = cell * CELL_WORDS;
    const key = this.#keyOf(low, high);
    let difference =
      ((words[from] ?? 0) ^ MAGIC ^ this.seed) |
      ((words[from + 1] ?? 0) ^ low) |
      ((words[from + 2] ?? 0) ^ high) |
      ((words[from + 3] ?? 0) ^ key);
    for (let word = from + HEADER_WORDS; word < from + CELL_WORDS; word++) {
      difference |= (words[word] ?? 0) ^ (this.#noise[word] ?? 0) ^ key;
    }
    return difference === 0;
  }

  /** The number that a cell gives itself; `null` where it is none of this test. */
  #numberAt(words: Uint32Array, cell: number): number | null {
    const from = cell * CELL_WORDS;
    const [magic = 0, low = 0, high = 0, key = 0] = words.subarray(from, from + HEADER_WORDS);
    const isOurs = (magic ^ MAGIC ^ this.seed) === 0 && key === this.#keyOf(low, high) && high < 2 ** 20;
    return isOurs ? high * 2 ** 32 + low : null;
  }

  #isMostlyThere(words: Uint32Array, cell: number, number: number): boolean {
    const [low, high] = halvesOf(number);
    const from = cell * CELL_WORDS;
    const key = this.#keyOf(low, high);
    let same = 0;
    for (let word = from + HEADER_WORDS; word < from + CELL_WORDS; word++) {
      if (((words[word] ?? 0) ^ (this.#noise[word] ?? 0) ^ key) === 0) same++;
    }
    return same >= CELL_WORDS / 2;
  }
}

const wordsOf = (block: Uint8Array) => new Uint32Array(block.buffer, block.byteOffset, BLOCK_BYTES / 4);
const halvesOf = (number: number): [low: number, high: number] => [number >>> 0, Math.floor(number / 2 ** 32)];
