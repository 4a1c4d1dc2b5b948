import { VerifyFailed } from './serve.ts';

/** Bytes that do not compress and are known from the seed and a number: xorshift32, another stream for every item. */
export function fillPattern(target: Uint32Array, seed: number, item: number): void {
  let state = Math.imul(seed ^ 0x9e3779b9, item + 1) ^ (item + 0x85ebca6b) || 1;
  for (let index = 0; index < target.length; index++) {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    target[index] = state;
  }
}

/** Throws where the content is not that of this item. */
export function expectPattern(
  content: ArrayBuffer | Uint8Array,
  expected: Uint32Array,
  seed: number,
  item: number,
): void {
  fillPattern(expected, seed, item);
  const bytes = content instanceof ArrayBuffer ? new Uint8Array(content) : content;
  const words = new Uint32Array(bytes.buffer, bytes.byteOffset, bytes.byteLength >> 2);
  if (bytes.byteLength !== expected.byteLength) {
    throw new VerifyFailed(`item ${item} has ${bytes.byteLength} bytes instead of ${expected.byteLength}`);
  }
  const differs = words.findIndex((word, index) => word !== expected[index]);
  if (differs >= 0) throw new VerifyFailed(`item ${item} differs at byte ${differs * 4}`);
}
