/**
 * The order of random access: a seeded permutation of 0..count-1 that needs no memory, the same in C++
 * (`wasm-core/include/opfsmark/permutation.h`) and here; `fixtures/vectors/permutation.json` holds both to it.
 *
 * A four-round Feistel network over the smallest 2^bits >= count. `bits` is split into a low half (floor) and a high
 * half (ceil); results outside the range are permuted again until one falls inside (cycle walking: under two rounds on
 * average, because 2^bits < 2 * count). The round function is the 32-bit finaliser of MurmurHash3 by Austin Appleby.
 */
const ROUNDS = 4;
const ROUND_STEP = 0x9e3779b9;

export function mix32(value: number): number {
  let h = value | 0;
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return (h ^ (h >>> 16)) >>> 0;
}

export class Permutation {
  readonly count: number;
  readonly #lowBits: number;
  readonly #lowMask: number;
  readonly #highMask: number;
  readonly #keys: readonly number[];

  /** @param count 1..2^32, how many there are. @param seed 32 bits; another seed is another order. */
  constructor(count: number, seed: number) {
    if (!Number.isInteger(count) || count < 1 || count > 2 ** 32) throw new RangeError(`count ${count} is not 1..2^32`);
    this.count = count;
    // Counted, because Math.log2 need not be exact at powers of two.
    let bits = 2;
    while (2 ** bits < count) bits++;
    this.#lowBits = Math.floor(bits / 2);
    this.#lowMask = 2 ** this.#lowBits - 1;
    this.#highMask = 2 ** (bits - this.#lowBits) - 1;
    this.#keys = Array.from({ length: ROUNDS }, (_, round) => mix32((seed ^ Math.imul(round + 1, ROUND_STEP)) >>> 0));
  }

  /** Where the `index`-th visit goes. */
  at(index: number): number {
    let value = index;
    do value = this.#permute(value);
    while (value >= this.count);
    return value;
  }

  #permute(value: number): number {
    let low = (value & this.#lowMask) >>> 0;
    let high = Math.floor(value / 2 ** this.#lowBits) & this.#highMask;
    for (let round = 0; round < ROUNDS; round += 2) {
      high = ((high ^ mix32(low ^ (this.#keys[round] ?? 0))) & this.#highMask) >>> 0;
      low = ((low ^ mix32(high ^ (this.#keys[round + 1] ?? 0))) & this.#lowMask) >>> 0;
    }
    return (high >>> 0) * 2 ** this.#lowBits + low;
  }
}
