import type { SideName } from './blocks.ts';

/** The part of a stream that is used here. */
interface Terminal {
  readonly isTTY?: boolean;
  readonly columns?: number;
  write(text: string): unknown;
}

const CLEAR_LINE = '\r\u001b[K';

/** Shows where a comparison is: on a terminal in one line that is overwritten, elsewhere a line for each block. */
export class AbProgress {
  readonly #to: Terminal;
  readonly #maxBlocks: number;
  #known = '';

  constructor(to: Terminal, maxBlocks: number) {
    this.#to = to;
    this.#maxBlocks = maxBlocks;
  }

  /** `block` 0 is the warm-up. */
  show(block: number, side: SideName, fraction: number): void {
    if (!this.#to.isTTY) return;
    const where = block === 0 ? 'warm-up' : `block ${block} of at most ${this.#maxBlocks}`;
    const text = [`${where}, ${side}`, `${Math.floor(fraction * 100)} %`, this.#known].filter(Boolean).join('  ');
    // A line that wraps could not be overwritten. Some terminals do not tell their width, and say 0.
    const columns = this.#to.columns ?? 0;
    this.#to.write(`${CLEAR_LINE}${text.slice(0, columns > 20 ? columns - 1 : 79)}`);
  }

  /** After a block: how far the least known ratio is known. */
  showBlock(blocks: number, reach: number): void {
    // Beyond that it says nothing.
    this.#known = reach < 1 ? `all ratios known to ${(reach * 100).toPrecision(2)} %` : '';
    if (this.#to.isTTY) return;
    const known = this.#known === '' ? '' : `, ${this.#known}`;
    this.#to.write(`block ${blocks} of at most ${this.#maxBlocks}${known}\n`);
  }

  /** Prints a line of its own, above the one that is overwritten. */
  say(text: string): void {
    this.clear();
    this.#to.write(`${text}\n`);
  }

  clear(): void {
    if (this.#to.isTTY) this.#to.write(CLEAR_LINE);
  }
}
