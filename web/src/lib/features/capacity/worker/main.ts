import {
  CapacityStopped,
  checkCapacity,
  DriveGone,
  Lag,
  readJournal,
  writeJournal,
  type Journal,
} from '@opfsmark/schema/capacity';
import type { Ending, FromWorker, PickedFolders, ToWorker } from '../messages.ts';
import { PickedDrive } from './picked-drive.ts';

const PROGRESS_MS = 200;
const JOURNAL_MS = 1000;

const say = (message: FromWorker) => postMessage(message);
const stop = new AbortController();

async function endingOf(folders: PickedFolders, journal: Journal): Promise<Ending> {
  let [nextProgressMs, nextJournalMs, phase] = [0, 0, ''];
  const lag = new Lag();
  try {
    await checkCapacity(new PickedDrive(folders, journal), journal, {
      signal: stop.signal,
      takeLagMs: () => lag.takeMs(),
      onProgress: (progress) => {
        const now = performance.now();
        if (now < nextProgressMs && progress.phase === phase) return;
        phase = progress.phase;
        nextProgressMs = now + PROGRESS_MS;
        say({ kind: 'progress', progress });
        if (now < nextJournalMs) return;
        nextJournalMs = now + JOURNAL_MS;
        say({ kind: 'journal', journal: writeJournal(journal) });
      },
      save: () => say({ kind: 'journal', journal: writeJournal(journal) }),
    });
    return 'done';
  } catch (error) {
    if (error instanceof DriveGone) return 'gone';
    if (error instanceof CapacityStopped) return 'stopped';
    throw error;
  }
}

/** The file that was being written when a tab was closed. */
async function removeUnfinished(folder: FileSystemDirectoryHandle, { files }: Journal): Promise<void> {
  try {
    const unfinished: string[] = [];
    for await (const name of folder.keys()) if (!files.some((file) => file.name === name)) unfinished.push(name);
    for (const name of unfinished) await folder.removeEntry(name).catch(() => undefined);
  } catch {
    // A drive that has lost the list of its files is told when they are read.
  }
}

async function start({ journal: text, ...folders }: PickedFolders & { readonly journal: string }): Promise<void> {
  const journal = readJournal(text);
  if (journal === null) throw new Error('the journal cannot be read');
  await removeUnfinished(folders.folder, journal);
  const ending = await endingOf(folders, journal);
  say({ kind: 'ended', ending, journal: writeJournal(journal) });
}

addEventListener('message', ({ data }: MessageEvent<ToWorker>) => {
  if (data.kind === 'stop') stop.abort();
  else start(data).catch((error: unknown) => say({ kind: 'failed', message: String(error) }));
});
