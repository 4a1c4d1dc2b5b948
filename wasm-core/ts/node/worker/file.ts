import type { Failure } from '@opfsmark/schema/documents';
import { constants, openSync } from 'node:fs';
import { join } from 'node:path';
import type { AttachRequest } from '../../protocol/messages.ts';
import { errorNameOf, failureOf } from '../../worker/failure.ts';
import type { OwnFile } from '../../worker/storage.ts';
import { NodeSyncHandle } from './sync-handle.ts';

/** What the system said without the path in it: records are published. */
function withoutPath(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.message.replace(/, open '.*'$/s, ', open');
}

/** A worker's file in the folder that the run has made for itself. */
export class NodeFile implements OwnFile {
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
      return failureOf(errorNameOf(error), withoutPath(error));
    }
  }

  close(): void {
    this.handle?.close();
    this.handle = null;
  }
}
