import { expectPattern, fillPattern } from '../../../worker/tasks/pattern.ts';
import { VerifyFailed } from '../../../worker/tasks/serve.ts';

/** The pattern is made once; what tells one block from another is a number at its beginning. */
export class Content {
  readonly #words: Uint32Array<ArrayBuffer>;
  readonly #expected: Uint32Array<ArrayBuffer>;
  readonly #seed: number;

  constructor(blockBytes: number, seed: number) {
    this.#words = new Uint32Array(blockBytes / 4);
    this.#expected = new Uint32Array(1);
    this.#seed = seed;
    fillPattern(this.#words, seed, 0);
  }

  /** Valid until the next call. */
  block(index: number): Uint8Array<ArrayBuffer> {
    fillPattern(this.#words.subarray(0, 1), this.#seed, index + 1);
    return new Uint8Array(this.#words.buffer);
  }

  /** Throws where what was read at this offset is not what was written there. */
  check(read: ArrayBuffer, offsetBytes: number): void {
    const blockBytes = this.#words.byteLength;
    const within = offsetBytes % blockBytes;
    if (within === 0) {
      expectPattern(read.slice(0, 4), this.#expected, this.#seed, offsetBytes / blockBytes + 1);
      return;
    }
    const differs = new Uint32Array(read)[0] !== this.#words[within / 4];
    if (differs) throw new VerifyFailed(`what was read at ${offsetBytes} is not what was written there`);
  }
}
