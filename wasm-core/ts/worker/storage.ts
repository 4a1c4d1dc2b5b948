import type { Failure } from '@opfsmark/schema/documents';
import type { Control } from '../protocol/control.ts';
import { HANDLE_PROBLEMS, OPFS_FOLDER } from '../protocol/files.ts';
import type {
  AttachRequest,
  HolesReply,
  HolesRequest,
  SampleReply,
  SampleRequest,
  WriteTextRequest,
} from '../protocol/messages.ts';
import { describe, errorNameOf, failureOf } from './failure.ts';

/** TypeScript's own declarations do not have the option yet. */
interface FileHandle extends FileSystemFileHandle {
  createSyncAccessHandle(options?: { mode: AttachRequest['mode'] }): Promise<FileSystemSyncAccessHandle>;
}

/** A worker's file, wherever it lies. */
export interface OwnFile {
  readonly handle: FileSystemSyncAccessHandle | null;
  /** Opens a file in place of the one before; its size, or why it could not be opened. */
  open(request: AttachRequest): Promise<number | Failure> | number | Failure;
  close(): void;
}

/** The core reads into an ArrayBuffer; reading nothing shows whether that is taken, and leaves the drive alone. */
const EMPTY_BUFFER = new ArrayBuffer(0);

/** Why the core cannot use what this browser has; `null` where it can. */
function handleProblem(handle: FileSystemSyncAccessHandle): Failure | null {
  try {
    handle.read(EMPTY_BUFFER, { at: 0 });
  } catch (error) {
    if (error instanceof TypeError)
      return failureOf('not_allowed', `${HANDLE_PROBLEMS.old_sync_handles} (${describe(error)})`);
    throw error;
  }
  // In the first versions it returned a promise.
  const size: unknown = handle.getSize();
  return typeof size === 'number' ? null : failureOf('not_allowed', HANDLE_PROBLEMS.old_sync_handles);
}

/** This worker's file. The core's imports use `handle`. */
export class Storage implements OwnFile {
  handle: FileSystemSyncAccessHandle | null = null;

  async open(request: AttachRequest): Promise<number | Failure> {
    this.close();
    try {
      const root = await navigator.storage.getDirectory();
      const folder = await root.getDirectoryHandle(request.folder ?? OPFS_FOLDER, { create: request.create });
      const file: FileHandle = await folder.getFileHandle(request.fileName, { create: request.create });
      if (!('createSyncAccessHandle' in file)) return failureOf('not_allowed', HANDLE_PROBLEMS.no_sync_handles);
      this.handle = await file.createSyncAccessHandle({ mode: request.mode });
      return handleProblem(this.handle) ?? this.handle.getSize();
    } catch (error) {
      return failureOf(errorNameOf(error), describe(error));
    }
  }

  close(): void {
    this.handle?.close();
    this.handle = null;
  }
}

/** Writes a small file through a handle of its own. */
export async function writeTextFile({ folder, fileName, text }: WriteTextRequest): Promise<Failure | null> {
  const storage = new Storage();
  const result = await storage.open({ folder, fileName, create: true, mode: 'readwrite' });
  if (typeof result !== 'number') return result;
  try {
    const bytes = new TextEncoder().encode(text);
    storage.handle?.truncate(0);
    const writtenBytes = storage.handle?.write(bytes, { at: 0 });
    storage.handle?.flush();
    return writtenBytes === bytes.length ? null : failureOf('short_write');
  } catch (error) {
    return failureOf(errorNameOf(error), describe(error));
  } finally {
    storage.close();
  }
}

const NS_PER_MS = 1e6;

const sinceNs = (startMs: number) => Math.round((performance.now() - startMs) * NS_PER_MS);

/** Grows the file; `false` where there is no room. Firefox may say nothing when a disk is full, so the size is asked. */
function grow(handle: FileSystemSyncAccessHandle, toBytes: number, flush: boolean): boolean {
  try {
    handle.truncate(toBytes);
    if (flush) handle.flush();
    return handle.getSize() >= toBytes;
  } catch (error) {
    if (['quota_exceeded', 'disk_full'].includes(errorNameOf(error))) return false;
    throw error;
  }
}

/**
 * Reads holes, each once, until the blocks of all workers are taken, the limit or a stop. The block is not in shared memory:
 * browsers copy what they read into that twice.
 */
export function readHoles(
  handle: FileSystemSyncAccessHandle,
  { fromBytes, blocks, blockBytes, growBytes, flush, limitNs }: HolesRequest,
  control: Control,
  workerIndex: number,
): HolesReply | Failure {
  const startMs = performance.now();
  try {
    const block = new Uint8Array(blockBytes);
    let sizeBytes = handle.getSize();
    let growNs = 0;
    let isFull = false;
    let at = fromBytes;
    while (!control.stopped && sinceNs(startMs) < limitNs && control.claim() < blocks) {
      if (at + blockBytes > sizeBytes) {
        const growMs = performance.now();
        const toBytes = at + Math.max(growBytes, blockBytes);
        isFull = !grow(handle, toBytes, flush);
        growNs += sinceNs(growMs);
        if (isFull) break;
        sizeBytes = toBytes;
      }
      const bytes = handle.read(block, { at });
      if (bytes === 0) return failureOf('io_error', 'a hole could not be read');
      at += bytes;
      control.publish(workerIndex, 'work', at);
    }
    return { full: isFull, growNs, bytes: at - fromBytes, elapsedNs: sinceNs(startMs) };
  } catch (error) {
    return failureOf(errorNameOf(error), describe(error));
  }
}

/**
 * Times a few small reads of each sample together: one alone may be shorter than a step of the clock. The file stays open for
 * the next samples: opening takes several messages, during which nobody reads.
 */
export async function timeSamples(
  hole: FileSystemSyncAccessHandle,
  storage: OwnFile,
  { file, blockBytes, samples }: SampleRequest,
): Promise<SampleReply | Failure> {
  if (!storage.handle) {
    const result = await storage.open(file);
    if (typeof result !== 'number') return result;
  }
  try {
    const block = new Uint8Array(blockBytes);
    const ns = samples.map(({ of, places }) => {
      const handle = of === 'hole' ? hole : storage.handle;
      const startMs = performance.now();
      for (const at of places) handle?.read(block, { at });
      return sinceNs(startMs);
    });
    return { ns };
  } catch (error) {
    return failureOf(errorNameOf(error), describe(error));
  }
}
