import {
  BLOCK_BYTES,
  DriveGone,
  type CapacityDrive,
  type CapacityFile,
  type FileParts,
  type RandomRates,
  type Written,
} from '@opfsmark/schema/capacity';
import { execFileSync } from 'node:child_process';
import { constants, existsSync, readdirSync, rmSync, statfsSync, truncateSync, writeFileSync } from 'node:fs';
import { open, rm, type FileHandle } from 'node:fs/promises';
import { randomInt } from 'node:crypto';
import { totalmem } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { directFlag, readsPastMemory } from '../direct.ts';
import { codeOf } from '../folder-problem.ts';

const WASM_PAGE = 65_536;
const FULL = ['ENOSPC', 'EDQUOT', 'EFBIG'];
const GONE = ['ENODEV', 'ENXIO', 'ENOENT', 'ENOTDIR', 'EHOSTDOWN', 'ENOTCONN'];
/** Files that stay open: what was read of a folder stays known even where a false drive has written over it. */
const MAX_OPEN = 800;
const TRIAL = 'trial';
const MIN_FREE_BYTES = 4 * BLOCK_BYTES;
const HOLE_STEP = 4 * BLOCK_BYTES;
const HOLE_READS = 2;
/** Some count what is free in steps. */
const TRIAL_BYTES = 32 * BLOCK_BYTES;

/** So many blocks are written by one call: between two calls the drive waits for this computer. */
const CALL_BLOCKS = 4;
/** One is made while the drive is at work on the others. */
const WRITE_BUFFERS = 3;
/** One is looked at while the drive is at work on the next. */
const READ_BUFFERS = 4;
/** Past memory. Elsewhere nothing is won, and not every file system in user space takes two calls on one file. */
const MAX_DIRECT_WRITES = 2;
/** As many at once as there are buffers: Node.js makes no more calls than that at the same time. */
const RANDOM = { bytes: 4096, ms: 4000 } as const;

/** Some pieces of memory in turn, as direct calls need it: WebAssembly's begins at a page. */
function ringOf(pieces: number, bytes: number): () => Uint8Array {
  const { buffer } = new WebAssembly.Memory({ initial: (pieces * bytes) / WASM_PAGE });
  let count = 0;
  return () => new Uint8Array(buffer, (count++ % pieces) * bytes, bytes);
}

/** A call that writes, and how much of it lies on the drive. */
interface WriteCall {
  readonly bytes: number;
  doneBytes: number;
}

/** The whole blocks from the front that were written. */
export function blocksOf(calls: readonly WriteCall[]): number {
  const firstCut = calls.findIndex(({ bytes, doneBytes }) => doneBytes < bytes);
  const counted = firstCut < 0 ? calls : calls.slice(0, firstCut + 1);
  return Math.floor(counted.reduce((sum, { doneBytes }) => sum + doneBytes, 0) / BLOCK_BYTES);
}

/** The files of a capacity test in a folder of its own, read past memory where the system can. */
export class FolderDrive implements CapacityDrive {
  readonly readsDrive: boolean;
  canReserve: boolean;
  readonly #folder: string;
  /** A file of holes, on another drive: reading it fills memory. */
  readonly #holePath: string;
  readonly #flags: number;
  readonly #nextToWrite = ringOf(WRITE_BUFFERS, CALL_BLOCKS * BLOCK_BYTES);
  readonly #nextToRead = ringOf(READ_BUFFERS, BLOCK_BYTES);
  readonly #open = new Map<string, Promise<FileHandle>>();
  #lastReadMs = 0;

  constructor(folder: string, holePath: string) {
    this.#folder = folder;
    this.#holePath = holePath;
    const trial = join(folder, TRIAL);
    this.readsDrive = readsPastMemory(trial);
    rmSync(trial, { force: true });
    this.canReserve = this.#tryToReserve(trial);
    this.#flags = constants.O_RDWR | (this.readsDrive ? directFlag() : 0);
  }

  freeBytes(): number | null {
    try {
      const { bavail, bsize } = statfsSync(this.#folder);
      return bavail * bsize;
    } catch {
      return null;
    }
  }

  /** Whether a file that is made longer takes its room: a file of holes takes none. */
  #tryToReserve(trial: string): boolean {
    const free = this.freeBytes();
    if (free === null || free < 2 * TRIAL_BYTES) return false;
    try {
      writeFileSync(trial, '');
      reserve(trial, TRIAL_BYTES);
      return free - (this.freeBytes() ?? free) >= TRIAL_BYTES / 2;
    } catch {
      return false;
    } finally {
      rmSync(trial, { force: true });
    }
  }

  /** How many blocks it could reserve after those that are to be written: all or none. */
  #reserveFor(name: string, blocks: number, wanted: number): number {
    if (wanted === 0) return 0;
    try {
      reserve(join(this.#folder, name), (blocks + wanted) * BLOCK_BYTES);
      return wanted;
    } catch {
      this.canReserve = false;
      return 0;
    }
  }

  async writeFile(
    name: string,
    { written: blocks, reserved: wanted }: FileParts,
    fill: (block: Uint8Array, index: number) => void,
  ): Promise<Written> {
    const start = performance.now();
    let file: FileHandle | null = null;
    const calls: WriteCall[] = [];
    const pending: Promise<void>[] = [];
    try {
      file = await open(join(this.#folder, name), this.#flags | constants.O_CREAT | constants.O_TRUNC, 0o600);
      const reserved = this.#reserveFor(name, blocks, wanted);
      for (let from = 0; from < blocks; from += CALL_BLOCKS) {
        const bytes = this.#nextToWrite().subarray(0, Math.min(CALL_BLOCKS, blocks - from) * BLOCK_BYTES);
        for (let at = 0; at < bytes.length; at += BLOCK_BYTES) {
          fill(bytes.subarray(at, at + BLOCK_BYTES), from + at / BLOCK_BYTES);
        }
        if (pending.length === (this.readsDrive ? MAX_DIRECT_WRITES : 1)) await pending.shift();
        const call = { bytes: bytes.length, doneBytes: 0 };
        calls.push(call);
        const writing = writeWhole(file, bytes, from * BLOCK_BYTES, call);
        writing.catch(() => undefined);
        pending.push(writing);
      }
      for (const writing of pending) await writing;
      await file.sync();
      this.#keepOpen(name, Promise.resolve(file));
      return { written: blocks, reserved, ended: 'whole', ms: performance.now() - start };
    } catch (error) {
      await Promise.allSettled(pending);
      if (file === null && codeOf(error) === '') throw error;
      return await this.#endEarly(name, file, blocksOf(calls), start, error);
    }
  }

  async #endEarly(
    name: string,
    file: FileHandle | null,
    written: number,
    start: number,
    error: unknown,
  ): Promise<Written> {
    const close = async () => file?.close().catch(() => undefined);
    if (this.#isGone(error)) {
      await close();
      throw new DriveGone(`${this.#folder} is gone`, { cause: error });
    }
    // Some file systems say something else where nothing more fits, or their folders take no more files.
    const hasNoPlace = file === null && codeOf(error) === 'ENOENT';
    const isFull = FULL.includes(codeOf(error)) || hasNoPlace || (this.freeBytes() ?? Infinity) < MIN_FREE_BYTES;
    if (codeOf(error) !== '' && !isFull && !(await this.#takesTrial())) {
      await close();
      throw new DriveGone(`${this.#folder} takes nothing any more`, { cause: error });
    }
    let blocks = written;
    try {
      await file?.truncate(written * BLOCK_BYTES);
      await file?.sync();
    } catch {
      blocks = 0;
    }
    // It was asked to stop, or it is a fault of ours.
    if (codeOf(error) === '') {
      await close();
      throw error;
    }
    if (file !== null && blocks > 0) this.#keepOpen(name, Promise.resolve(file));
    else {
      await close();
      await rm(join(this.#folder, name), { force: true }).catch(() => undefined);
      blocks = 0;
    }
    return { written: blocks, reserved: 0, ended: isFull ? 'full' : 'refused', ms: performance.now() - start };
  }

  /**
   * Systems may show the files of a drive that was pulled out for a while, but it takes no other. A false drive may have lost this
   * folder alone, and takes one beside it.
   */
  async #takesTrial(): Promise<boolean> {
    for (const folder of [this.#folder, dirname(this.#folder)]) if (await this.#takesTrialIn(folder)) return true;
    return false;
  }

  async #takesTrialIn(folder: string): Promise<boolean> {
    const path = join(folder, `.opfsmark-${TRIAL}-${process.pid}`);
    try {
      const file = await open(path, this.#flags | constants.O_CREAT | constants.O_EXCL, 0o600);
      try {
        await file.write(this.#nextToRead(), 0, BLOCK_BYTES, 0);
        await file.sync();
      } finally {
        await file.close();
        await rm(path, { force: true });
      }
      return true;
    } catch (error) {
      return FULL.includes(codeOf(error));
    }
  }

  async read(name: string, block: number): Promise<{ bytes: Uint8Array; ms: number }> {
    const bytes = this.#nextToRead();
    try {
      const file = await this.#fileOf(name);
      const start = performance.now();
      const { bytesRead } = await file.read(bytes, 0, BLOCK_BYTES, block * BLOCK_BYTES);
      const end = performance.now();
      // The time that it waited for those before it is not its own.
      const ms = end - Math.max(start, this.#lastReadMs);
      this.#lastReadMs = end;
      if (bytesRead < BLOCK_BYTES) throw Object.assign(new Error('cut off'), { code: 'EIO' });
      return { bytes, ms };
    } catch (error) {
      if (this.#isGone(error)) throw new DriveGone(`${this.#folder} is gone`, { cause: error });
      throw error;
    }
  }

  async randomRates(files: readonly CapacityFile[], signal: AbortSignal): Promise<RandomRates> {
    const opened: { file: FileHandle; written: number }[] = [];
    const place = () => {
      const { file, written } = opened[randomInt(opened.length)] ?? { written: 1 };
      return { file, at: randomInt(written * (BLOCK_BYTES / RANDOM.bytes)) * RANDOM.bytes };
    };
    const rateOf = async (call: (file: FileHandle, bytes: Uint8Array, at: number) => Promise<unknown>) => {
      const start = performance.now();
      let calls = 0;
      const work = async () => {
        const bytes = this.#nextToRead().subarray(0, RANDOM.bytes);
        while (performance.now() - start < RANDOM.ms && !signal.aborted) {
          const { file, at } = place();
          if (file) await call(file, bytes, at);
          calls++;
        }
      };
      await Promise.all(Array.from({ length: READ_BUFFERS }, work));
      return { calls, start };
    };
    const perS = ({ calls, start }: { calls: number; start: number }) => (calls / (performance.now() - start)) * 1e3;
    try {
      for (const { name, written } of files) opened.push({ file: await this.#fileOf(name), written });
      const readsPerS = perS(await rateOf((file, bytes, at) => file.read(bytes, 0, RANDOM.bytes, at)));
      const writing = await rateOf((file, bytes, at) => file.write(bytes, 0, RANDOM.bytes, at));
      for (const { file } of opened) await file.sync();
      return { readsPerS, writesPerS: perS(writing) };
    } catch (error) {
      if (this.#isGone(error)) throw new DriveGone(`${this.#folder} is gone`, { cause: error });
      throw error;
    }
  }

  /** A drive that was pulled out takes its folders along; a bad place does not. */
  #isGone(error: unknown): boolean {
    const code = codeOf(error);
    if (GONE.includes(code)) return !this.#isThere() || code !== 'ENOENT';
    return code === 'EIO' && !this.#isThere();
  }

  /** What a false drive has lost of a folder is not always its name. */
  #isThere(): boolean {
    try {
      return existsSync(this.#folder) || readdirSync(dirname(this.#folder)).includes(basename(this.#folder));
    } catch {
      return false;
    }
  }

  /** Reads holes: memory drops what was used longest ago, and what was used twice only for what was used twice, too. */
  async forget(signal: AbortSignal): Promise<void> {
    if (dropCaches()) return;
    // The drive of the user's files may have no room for it, or no holes: what memory then answers, the verdict counts.
    await this.#readHoles(signal).catch(() => undefined);
  }

  async #readHoles(signal: AbortSignal): Promise<void> {
    const file = await open(this.#holePath, 'w+');
    try {
      await file.truncate(totalmem());
      const into = new Uint8Array(HOLE_STEP);
      for (let at = 0; at < totalmem() && !signal.aborted; at += HOLE_STEP) {
        for (let time = 0; time < HOLE_READS; time++) await file.read(into, 0, HOLE_STEP, at);
      }
    } finally {
      await file.close();
      await rm(this.#holePath, { force: true });
    }
  }

  /** Two readings at once open a file once. */
  #fileOf(name: string): Promise<FileHandle> {
    const known = this.#open.get(name);
    if (known) return known;
    const opening = open(join(this.#folder, name), this.#flags);
    this.#keepOpen(name, opening);
    opening.catch(() => this.#open.delete(name));
    return opening;
  }

  #keepOpen(name: string, file: Promise<FileHandle>): void {
    this.#open.set(name, file);
    for (const [oldest, handle] of this.#open) {
      if (this.#open.size <= MAX_OPEN) break;
      this.#open.delete(oldest);
      void handle.then((one) => one.close()).catch(() => undefined);
    }
  }

  async close(): Promise<void> {
    for (const handle of this.#open.values()) await handle.then((one) => one.close()).catch(() => undefined);
    this.#open.clear();
  }

  /** Deletes all files of tests but these: what a process was writing when it was killed. */
  keepOnly(names: readonly string[]): void {
    try {
      for (const name of readdirSync(this.#folder)) {
        if (FILE.test(name) && !names.includes(name)) rmSync(join(this.#folder, name), { force: true });
      }
    } catch (error) {
      throw new DriveGone(`${this.#folder} cannot be changed`, { cause: error });
    }
  }
}

/** Linux lets its administrator empty memory of all that lies on drives. Whether that was so is judged by how fast blocks are read. */
function dropCaches(): boolean {
  try {
    writeFileSync('/proc/sys/vm/drop_caches', '1', { flag: 'r+' });
    return true;
  } catch {
    return false;
  }
}

/** The names that a test gives its files. */
export const FILE = /^(?:data-\d+|trial)$/;

/**
 * Gives a file room on the drive that is not written. Linux has a call for it, which Node.js has not; on FAT it lasts while the
 * file is open. Windows and macOS do so for a file that is made longer, where the file system has no holes.
 */
function reserve(path: string, bytes: number): void {
  if (process.platform !== 'linux') truncateSync(path, bytes);
  else execFileSync('fallocate', ['--keep-size', '--length', `${bytes}`, '--', path], { stdio: 'ignore' });
}

async function writeWhole(file: FileHandle, bytes: Uint8Array, at: number, call: WriteCall): Promise<void> {
  while (call.doneBytes < bytes.length) {
    const left = bytes.length - call.doneBytes;
    const { bytesWritten } = await file.write(bytes, call.doneBytes, left, at + call.doneBytes);
    if (bytesWritten === 0) throw Object.assign(new Error('ENOSPC: nothing more fits'), { code: 'ENOSPC' });
    call.doneBytes += bytesWritten;
  }
}
