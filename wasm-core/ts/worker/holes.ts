import type { Failure } from '@opfsmark/schema/documents';
import type { Control } from '../protocol/control.ts';
import type { HolesReply, HolesRequest, SampleReply, SampleRequest } from '../protocol/messages.ts';
import { describe, errorNameOf, failureOf } from './failure.ts';
import type { OwnFile } from './storage.ts';

const NS_PER_MS = 1e6;

const sinceNs = (startMs: number) => Math.round((performance.now() - startMs) * NS_PER_MS);

/** Grows the file; `false` where there is no room. Firefox may say nothing when a disk is full, so the size is asked. */
function grow(handle: FileSystemSyncAccessHandle, toBytes: number): boolean {
  try {
    handle.truncate(toBytes);
    handle.flush();
    return handle.getSize() >= toBytes;
  } catch (error) {
    if (['quota_exceeded', 'disk_full'].includes(errorNameOf(error))) return false;
    throw error;
  }
}

/** Grows a file by a hole and reads it once, until the limit or a stop. */
export function readHoles(
  handle: FileSystemSyncAccessHandle,
  { fromBytes, toBytes, blockBytes, limitNs }: HolesRequest,
  control: Control,
  workerIndex: number,
): HolesReply | Failure {
  const startMs = performance.now();
  try {
    const full = !grow(handle, toBytes);
    const growNs = sinceNs(startMs);
    const block = new Uint8Array(blockBytes);
    let at = fromBytes;
    let beats = 0;
    while (!full && at < toBytes && !control.stopped && sinceNs(startMs) < limitNs) {
      const bytes = handle.read(block, { at });
      if (bytes === 0) return failureOf('io_error', 'a hole could not be read');
      at += bytes;
      control.publish(workerIndex, 'beats', ++beats);
    }
    return { full, growNs, bytes: at - fromBytes, elapsedNs: sinceNs(startMs) };
  } catch (error) {
    return failureOf(errorNameOf(error), describe(error));
  }
}

/** Times a few small reads of each sample together: one alone may be shorter than a step of the clock. */
export async function timeSamples(
  hole: FileSystemSyncAccessHandle,
  storage: OwnFile,
  { file, blockBytes, samples }: SampleRequest,
): Promise<SampleReply | Failure> {
  const opened = await storage.open(file);
  if (typeof opened !== 'number') return opened;
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
  } finally {
    storage.close();
  }
}
