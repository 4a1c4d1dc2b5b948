import {
  BLOCK_BYTES,
  DriveGone,
  type CapacityDrive,
  type FileParts,
  type Journal,
  type Written,
} from '@opfsmark/schema/capacity';
import type { PickedFolders } from '../messages.ts';

/** Of the browser's own storage; TypeScript's DOM library does not know it. */
interface HoleFile {
  truncate(bytes: number): void;
  read(into: Uint8Array, options: { at: number }): number;
  close(): void;
}
interface HoleFileHandle extends FileSystemFileHandle {
  createSyncAccessHandle(): Promise<HoleFile>;
}

const HOLE_FILE = 'capacity-hole';
const HOLE_BLOCK = 4 * BLOCK_BYTES;
/** Between two looks at whether memory still answers. */
const HOLE_STEP_BYTES = 512 * BLOCK_BYTES;
/** Browsers read what was written through them to look for malware, and memory holds on to what was used twice. */
const HOLE_READS = 2;
const MAX_HELD = 256;
const MAX_HOLE_BYTES = 128 * 1024 * BLOCK_BYTES;
/** As blocks are read and judged: nearly all of these samples come from the drive, in so many steps one after the other. */
const SAMPLE = { count: 8, minSlow: 6, factor: 2, steps: 2 } as const;

const nameOf = (error: unknown) => (error instanceof Error ? error.name : '');
/** The names of errors of browsers for a full drive. */
const FULL = ['QuotaExceededError', 'NoSpaceError'];

async function timeOf(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

const medianOf = (values: readonly number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

/** A folder that a person has picked. Its files can only be written anew and read through the browser, so memory may answer. */
export class PickedDrive implements CapacityDrive {
  readonly readsDrive = false;
  /** A file that is made longer takes no room on some file systems, and no page is told which. */
  readonly canReserve = false;
  readonly #parent: FileSystemDirectoryHandle;
  readonly #folder: FileSystemDirectoryHandle;
  readonly #journal: Journal;
  readonly #files = new Map<string, File>();
  /** Streams that were begun keep their files open. */
  readonly #held: ReadableStreamDefaultReader<Uint8Array>[] = [];
  #leastHoleBytes = 0;
  readonly #blocks = [new Uint8Array(BLOCK_BYTES), new Uint8Array(BLOCK_BYTES)] as const;

  constructor({ parent, folder }: PickedFolders, journal: Journal) {
    this.#parent = parent;
    this.#folder = folder;
    this.#journal = journal;
  }

  /** No browser says. */
  freeBytes(): null {
    return null;
  }

  async writeFile(
    name: string,
    { written }: FileParts,
    fill: (block: Uint8Array, index: number) => void,
  ): Promise<Written> {
    const start = performance.now();
    let file: FileSystemWritableFileStream | null = null;
    const faults: Error[] = [];
    try {
      const handle = await this.#folder.getFileHandle(name, { create: true });
      file = await handle.createWritable();
      let pending: Promise<void> = Promise.resolve();
      for (let index = 0; index < written; index++) {
        const block = this.#blocks[index % 2 === 0 ? 0 : 1];
        try {
          fill(block, index);
        } catch (error) {
          if (error instanceof Error) faults.push(error);
          throw error;
        }
        await pending;
        pending = file.write(block);
        pending.catch(() => undefined);
      }
      await pending;
      await file.close();
      this.#files.delete(name);
      await this.#holdOpen(await handle.getFile());
      return { written, reserved: 0, ended: 'whole', ms: performance.now() - start };
    } catch (error) {
      await file?.abort().catch(() => undefined);
      await this.#folder.removeEntry(name).catch(() => undefined);
      // It was asked to stop.
      if (faults[0]) throw faults[0];
      await this.#throwIfGone(error);
      const ended = FULL.includes(nameOf(error)) ? 'full' : 'refused';
      return { written: 0, reserved: 0, ended, ms: performance.now() - start };
    }
  }

  /** A false drive writes over its own folders: a file that is open is found without them. */
  async #holdOpen(file: File): Promise<void> {
    if (this.#held.length >= MAX_HELD) return;
    const reader = file.stream().getReader();
    await reader.read();
    this.#held.push(reader);
  }

  async read(name: string, block: number): Promise<{ bytes: Uint8Array; ms: number }> {
    try {
      const file = await this.#fileOf(name);
      const start = performance.now();
      const buffer = await file.slice(block * BLOCK_BYTES, (block + 1) * BLOCK_BYTES).arrayBuffer();
      const ms = performance.now() - start;
      if (buffer.byteLength < BLOCK_BYTES) throw new Error('cut off');
      return { bytes: new Uint8Array(buffer), ms };
    } catch (error) {
      this.#files.delete(name);
      await this.#throwIfGone(error);
      throw error;
    }
  }

  /**
   * Reads a large empty file of the browser's own storage: memory drops what was used longest ago, until samples of what was
   * written come from the drive.
   */
  async forget(signal: AbortSignal): Promise<void> {
    const root = await navigator.storage.getDirectory();
    const handle = (await root.getFileHandle(HOLE_FILE, { create: true })) as HoleFileHandle;
    const hole = await handle.createSyncAccessHandle();
    try {
      const into = new Uint8Array(HOLE_BLOCK);
      let slowSteps = 0;
      let at = 0;
      while (at < MAX_HOLE_BYTES && !signal.aborted && (slowSteps < SAMPLE.steps || at < this.#leastHoleBytes)) {
        hole.truncate(at + HOLE_STEP_BYTES);
        for (const end = at + HOLE_STEP_BYTES; at < end; at += HOLE_BLOCK) {
          for (let time = 0; time < HOLE_READS; time++) hole.read(into, { at });
        }
        slowSteps = (await this.#areSamplesSlow()) ? slowSteps + 1 : 0;
      }
      // The samples of a later time say nothing of what was read last.
      this.#leastHoleBytes = Math.max(this.#leastHoleBytes, at);
    } catch {
      // The storage of this site is full: what was cleared is judged by how fast it is read.
    } finally {
      hole.close();
      await root.removeEntry(HOLE_FILE).catch(() => undefined);
    }
  }

  /** Random blocks, each once before and once after it is in memory. */
  async #areSamplesSlow(): Promise<boolean> {
    const { files } = this.#journal;
    let slow = 0;
    for (let sample = 0; sample < SAMPLE.count; sample++) {
      const chosen = files[Math.floor(Math.random() * files.length)];
      if (chosen === undefined) return true;
      const at = Math.floor(Math.random() * chosen.written) * BLOCK_BYTES;
      try {
        const file = await this.#fileOf(chosen.name);
        const read = () => file.slice(at, at + BLOCK_BYTES).arrayBuffer();
        // The time to open a file is not the drive's.
        await file.slice(0, 1).arrayBuffer();
        const firstMs = await timeOf(read);
        const againMs = medianOf([await timeOf(read), await timeOf(read), await timeOf(read)]);
        if (firstMs > SAMPLE.factor * againMs) slow++;
      } catch {
        // Reading tells of it when its turn comes.
        slow++;
      }
    }
    return slow >= SAMPLE.minSlow;
  }

  async #fileOf(name: string): Promise<File> {
    const kept = this.#files.get(name);
    if (kept) return kept;
    const file = await (await this.#folder.getFileHandle(name)).getFile();
    this.#files.set(name, file);
    return file;
  }

  /** A drive that was pulled out takes its folders along; a bad place does not. */
  async #throwIfGone(cause: unknown): Promise<void> {
    try {
      for await (const name of this.#folder.keys()) if (name) return;
    } catch (error) {
      const { states } = this.#journal;
      // A drive that is known to be false may have lost the list of its files instead.
      const isFalse = states.includes('o') || states.includes('l');
      if (isFalse && nameOf(error) !== 'NotFoundError') return;
      if (!(await this.#isNamed())) throw new DriveGone('the folder is gone', { cause });
    }
  }

  /** What was picked lies where a drive is good for longest: if that is there and names the folder, what the folder holds is lost. */
  async #isNamed(): Promise<boolean> {
    try {
      for await (const name of this.#parent.keys()) if (name === this.#folder.name) return true;
    } catch {
      // The drive is gone.
    }
    return false;
  }
}
