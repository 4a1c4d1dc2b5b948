import { closeSync, fdatasyncSync, fstatSync, ftruncateSync, readSync, writeSync } from 'node:fs';

type Bytes = ArrayBufferLike | ArrayBufferView;

/** A file of the operating system in the shape of a browser's sync access handle: one system call per call. */
export class NodeSyncHandle implements FileSystemSyncAccessHandle {
  readonly #fd: number;
  #open = true;
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
    if (this.#open) closeSync(this.#fd);
    this.#open = false;
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
