import { closeSync, constants, fdatasyncSync, fstatSync, ftruncateSync, openSync, readSync, writeSync } from 'node:fs';
import type { Failure } from '@opfsmark/schema/documents';
import { join } from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import { withoutPath } from '../../protocol/files.ts';
import type { AttachRequest, Request } from '../../protocol/messages.ts';
import { errorNameOf, failureOf } from '../../worker/failure.ts';
import { answerWith, createHandlers } from '../../worker/handlers.ts';
import type { OwnFile } from '../../worker/storage.ts';

type Bytes = ArrayBufferLike | ArrayBufferView;

/** A file of the operating system in the shape of a browser's sync access handle: one system call per call. */
class NodeSyncHandle implements FileSystemSyncAccessHandle {
  readonly #fd: number;
  #isOpen = true;
  #buffer: Bytes | null = null;
  #view: Uint8Array = new Uint8Array(0);

  /** Takes over the descriptor, and closes it. */
  constructor(fd: number) {
    this.#fd = fd;
  }

  read(buffer: Bytes, options?: FileSystemReadWriteOptions): number {
    const view = this.#viewOf(buffer);
    return readSync(this.#fd, view, 0, view.byteLength, options?.at ?? 0);
  }

  write(buffer: Bytes, options?: FileSystemReadWriteOptions): number {
    const view = this.#viewOf(buffer);
    return writeSync(this.#fd, view, 0, view.byteLength, options?.at ?? 0);
  }

  flush(): void {
    fdatasyncSync(this.#fd);
  }

  getSize(): number {
    return fstatSync(this.#fd).size;
  }

  truncate(newSize: number): void {
    ftruncateSync(this.#fd, newSize);
  }

  close(): void {
    if (!this.#isOpen) return;
    // The number is free also where the system tells an error, and may be another file's by the next call.
    this.#isOpen = false;
    closeSync(this.#fd);
  }

  /** node:fs wants views, of which the timed loop makes none: its buffer is the same in every call. */
  #viewOf(buffer: Bytes): Uint8Array {
    if (buffer !== this.#buffer) {
      this.#buffer = buffer;
      this.#view = ArrayBuffer.isView(buffer)
        ? new Uint8Array(buffer.buffer, buffer.byteOffset, buffer.byteLength)
        : new Uint8Array(buffer);
    }
    return this.#view;
  }
}

/** A worker's file in the folder that the run has made for itself. */
class NodeFile implements OwnFile {
  readonly #folder: string;
  readonly #openFlags: number;
  handle: NodeSyncHandle | null = null;

  /** `openFlags`: added to those that every file needs. */
  constructor(folder: string, openFlags: number) {
    this.#folder = folder;
    this.#openFlags = openFlags;
  }

  open({ fileName, create }: AttachRequest): number | Failure {
    this.close();
    try {
      // Not through a link that somebody has put there; Windows knows no such flag.
      const noFollow = (constants as Partial<typeof constants>).O_NOFOLLOW ?? 0;
      const flags = constants.O_RDWR | (create ? constants.O_CREAT : 0) | noFollow | this.#openFlags;
      this.handle = new NodeSyncHandle(openSync(join(this.#folder, fileName), flags, 0o600));
      return this.handle.getSize();
    } catch (error) {
      return failureOf(errorNameOf(error), withoutPath(error instanceof Error ? error.message : String(error)));
    }
  }

  close(): void {
    this.handle?.close();
    this.handle = null;
  }
}

/** The data that a worker thread of Node.js is started with. */
interface NodeWorkerData {
  readonly folder: string;
  /** Added to those with which files are opened; 0: none. */
  readonly openFlags: number;
}

// The names that Emscripten's output asks of a worker's global scope, beside what Node.js has too.
Object.assign(globalThis, { self: { location: { href: import.meta.url } } });

const { folder, openFlags } = workerData as NodeWorkerData;
const answer = answerWith(createHandlers(() => new NodeFile(folder, openFlags)));

parentPort?.on('message', (request: Request) => {
  void answer(request).then((reply) => parentPort?.postMessage(reply));
});
