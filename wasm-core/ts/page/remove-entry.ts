import { sleep, type Clock } from './clock.ts';
import { errorName } from './errors.ts';

/** A handle of a worker that was just ended may be held a moment longer. */
const RETRY_MS = 10;
const PATIENCE_MS = 3000;

/** Deletes a file, or a folder with all that is in it, once nobody holds a part of it any more. What is gone already is no error. */
export async function removeEntry(clock: Clock, from: FileSystemDirectoryHandle, name: string): Promise<void> {
  const giveUpAtMs = clock.nowMs() + PATIENCE_MS;
  for (;;) {
    try {
      await from.removeEntry(name, { recursive: true });
      return;
    } catch (error) {
      if (errorName(error) === 'NotFoundError') return;
      if (errorName(error) !== 'NoModificationAllowedError' || clock.nowMs() > giveUpAtMs) throw error;
    }
    await sleep(clock, RETRY_MS);
  }
}
