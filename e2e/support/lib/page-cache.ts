import { execFileSync, spawnSync } from 'node:child_process';
import { join } from 'node:path';

const SCRIPT = join(import.meta.dirname, 'page-cache.py');
const PAGE_BYTES = 4096;

/** Why the page cache cannot be looked into here; `null` where it can. */
export function whyNoPageCache(): string | null {
  if (process.platform !== 'linux') return `mincore and posix_fadvise are Linux's, this is ${process.platform}`;
  if (process.getuid?.() !== 0) return 'which pages are in memory is shown to root only';
  return spawnSync('python3', ['--version']).status === 0 ? null : 'python3 is not installed';
}

/** Which pages of a file are in memory. */
export class PageCache {
  readonly #residentPages: Buffer;

  constructor(residentPages: Buffer) {
    this.#residentPages = residentPages;
  }

  get share(): number {
    return this.#residentPages.reduce((sum, page) => sum + page, 0) / this.#residentPages.length;
  }

  holds(offsetBytes: number, bytes: number): boolean {
    return this.#residentPages.subarray(offsetBytes / PAGE_BYTES, (offsetBytes + bytes) / PAGE_BYTES).every(Boolean);
  }
}

function run(file: string, partBytes: number, parts: readonly number[], extra: readonly string[]): PageCache {
  const output = execFileSync('python3', [SCRIPT, file, `${partBytes}`, ...extra], {
    input: parts.join(' '),
    maxBuffer: 64 * 1024 * 1024,
  });
  return new PageCache(output);
}

/** Evicts these parts of the file, and looks. */
export function evict(file: string, partBytes: number, parts: readonly number[]): PageCache {
  return run(file, partBytes, parts, []);
}

/** The same, and reads in all other parts. */
export function keepAllBut(file: string, partBytes: number, parts: readonly number[]): PageCache {
  return run(file, partBytes, parts, ['refill']);
}
