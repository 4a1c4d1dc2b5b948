import { MIB } from '@opfsmark/schema/documents';
import type { AttachRequest } from '../../protocol/messages.ts';
import type { Probe } from '../messages.ts';

/** TypeScript's own declarations do not have the option yet. */
interface FileHandle extends FileSystemFileHandle {
  createSyncAccessHandle(options?: { mode: AttachRequest['mode'] }): Promise<FileSystemSyncAccessHandle>;
}

const NS_PER_MS = 1e6;
const CLOCK_CALLS = 4096;
const CLOCK_STEPS = 20;
/** A clock that does not move for so many looks is given up on. */
const MAX_LOOKS = 2_000_000;
const HOLE_BYTES = 64 * MIB;
/** As much as a flush needs to have to do in order to tell whether it does anything: see schema/src/families/flushes.ts. */
const FLUSH_BYTES = 16 * MIB;
const SMALL_BLOCK_BYTES = 4096;
const READS_PER_SAMPLE = 64;
const SAMPLES = 8;

/** Name of an exception, as far as a report may hold it. */
const errorName = (error: unknown): string =>
  error instanceof Error && /^[A-Za-z]{1,40}$/.test(error.name) ? error.name : 'Error';

function nsOf(work: () => void): number {
  const startMs = performance.now();
  work();
  return Math.max(0, Math.round((performance.now() - startMs) * NS_PER_MS));
}

/** Smallest difference that the clock shows, and what a look at it costs. */
function measureClock(): NonNullable<Probe['clock']> {
  let looks = 0;
  let smallestMs = Number.POSITIVE_INFINITY;
  for (let step = 0; step < CLOCK_STEPS && looks < MAX_LOOKS; step++) {
    const before = performance.now();
    let after = before;
    while (after === before && looks++ < MAX_LOOKS) after = performance.now();
    if (after > before) smallestMs = Math.min(smallestMs, after - before);
  }
  const call_ns = nsOf(() => {
    for (let call = 0; call < CLOCK_CALLS; call++) performance.now();
  });
  const stepMs = Number.isFinite(smallestMs) ? smallestMs : 1_000;
  return { step_ns: Math.max(1, Math.round(stepMs * NS_PER_MS)), call_ns: call_ns / CLOCK_CALLS };
}

async function fileIn(folder: string, name: string): Promise<FileHandle> {
  const root = await navigator.storage.getDirectory();
  const directory = await root.getDirectoryHandle(folder, { create: true });
  return directory.getFileHandle(name, { create: true });
}

async function openHandle(
  folder: string,
  name: string,
  mode?: AttachRequest['mode'],
): Promise<FileSystemSyncAccessHandle> {
  const file = await fileIn(folder, name);
  return file.createSyncAccessHandle(mode && { mode });
}

/** Opens handles until one is refused. */
async function openMany(
  count: number,
  open: (index: number) => Promise<FileSystemSyncAccessHandle>,
): Promise<{ readonly handles: FileSystemSyncAccessHandle[]; readonly error?: string }> {
  const handles: FileSystemSyncAccessHandle[] = [];
  try {
    while (handles.length < count) handles.push(await open(handles.length));
    return { handles };
  } catch (error) {
    return { handles, error: errorName(error) };
  }
}

/** Whether what the first wrote is what the second reads. */
function sees(writer: FileSystemSyncAccessHandle, reader: FileSystemSyncAccessHandle): boolean {
  const written = crypto.getRandomValues(new Uint8Array(SMALL_BLOCK_BYTES));
  writer.write(written, { at: 0 });
  const read = new Uint8Array(SMALL_BLOCK_BYTES);
  return reader.read(read, { at: 0 }) === written.length && read.every((byte, index) => byte === written[index]);
}

/** Each tries one thing and hands on what it found; what throws is a finding, too. */
export class Probes {
  readonly #folder: string;
  readonly #found: (probe: Probe) => void;

  constructor(folder: string, found: (probe: Probe) => void) {
    this.#folder = folder;
    this.#found = found;
  }

  clock(): void {
    this.#found({ clock: measureClock() });
  }

  /** Whether there are handles as the core has them. */
  async handle(): Promise<boolean> {
    const handle = await this.#tryHandle();
    this.#found({ handle });
    return handle.outcome === 'sync';
  }

  async #tryHandle(): Promise<NonNullable<Probe['handle']>> {
    let file: FileHandle;
    try {
      file = await fileIn(this.#folder, 'checkup-one');
    } catch (error) {
      return { outcome: 'no_storage', error: errorName(error) };
    }
    if (!('createSyncAccessHandle' in file)) return { outcome: 'missing' };
    try {
      const handle = await file.createSyncAccessHandle();
      try {
        const size: unknown = handle.getSize();
        handle.read(new ArrayBuffer(0), { at: 0 });
        return { outcome: typeof size === 'number' ? 'sync' : 'early' };
      } catch (error) {
        return { outcome: error instanceof TypeError ? 'early' : 'refused', error: errorName(error) };
      } finally {
        handle.close();
      }
    } catch (error) {
      return { outcome: 'refused', error: errorName(error) };
    }
  }

  /** How many may be open at once. */
  async handles(tried: number): Promise<void> {
    const own = await openMany(tried, (index) => openHandle(this.#folder, `checkup-own-${index}`));
    for (const handle of own.handles) handle.close();
    const shared = await openMany(tried, () => openHandle(this.#folder, 'checkup-shared', 'readwrite-unsafe'));
    const [first, second] = shared.handles;
    let isSeen: boolean | null = null;
    try {
      if (first && second) isSeen = sees(first, second);
    } catch {
      isSeen = false;
    }
    for (const handle of shared.handles) handle.close();
    this.#found({
      handles: {
        tried,
        of_one_file: shared.handles.length,
        of_own_files: own.handles.length,
        seen_by_others: isSeen,
        ...(shared.error !== undefined && { error: shared.error }),
      },
    });
  }

  async flush(blockBytes: number): Promise<void> {
    await this.#withFile('checkup-written', (handle) => {
      const has_flush = typeof (handle as Partial<FileSystemSyncAccessHandle>).flush === 'function';
      const block = new Uint8Array(blockBytes);
      for (let at = 0; at < blockBytes; at += 65_536) crypto.getRandomValues(block.subarray(at, at + 65_536));
      const write_ns = nsOf(() => {
        for (let at = 0; at < FLUSH_BYTES; at += blockBytes) handle.write(block, { at });
      });
      const flush = () => {
        if (has_flush) handle.flush();
      };
      const flush_ns = nsOf(flush);
      const clean_flush_ns = nsOf(flush);
      const get_size_ns = nsOf(() => void handle.getSize());
      this.#found({ flush: { has_flush, bytes: FLUSH_BYTES, write_ns, flush_ns, clean_flush_ns, get_size_ns } });
    });
  }

  async hole(askUsage: () => Promise<number | null>): Promise<void> {
    const usage_before_bytes = await askUsage();
    await this.#withFile('checkup-hole', async (handle) => {
      const grow_ns = nsOf(() => {
        handle.truncate(HOLE_BYTES);
        (handle as Partial<FileSystemSyncAccessHandle>).flush?.();
      });
      const small = new Uint8Array(SMALL_BLOCK_BYTES);
      const samples = Array.from({ length: SAMPLES }, () =>
        nsOf(() => {
          for (let read = 0; read < READS_PER_SAMPLE; read++) handle.read(small, { at: 0 });
        }),
      );
      const block = new Uint8Array(4 * MIB);
      const read_ns = nsOf(() => {
        for (let at = 0; at < HOLE_BYTES; at += block.length) handle.read(block, { at });
      });
      this.#found({
        hole: {
          bytes: HOLE_BYTES,
          grow_ns,
          read_ns,
          usage_before_bytes,
          usage_after_bytes: await askUsage(),
          call_ns: Math.min(...samples) / READS_PER_SAMPLE,
        },
      });
    });
  }

  /** A trial that a browser refuses here was not reached, and the rest is tried all the same. */
  async #withFile(name: string, use: (handle: FileSystemSyncAccessHandle) => void | Promise<void>): Promise<void> {
    try {
      const handle = await openHandle(this.#folder, name);
      try {
        await use(handle);
      } finally {
        handle.close();
      }
    } catch {
      // Nothing found: the report leaves it out.
    }
  }
}
