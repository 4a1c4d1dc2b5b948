import {
  CapacityStopped,
  checkCapacity,
  DriveGone,
  Lag,
  readJournal,
  writeJournal,
  type Journal,
} from '@opfsmark/schema/capacity';
import type { Ending, FromWorker, ToWorker } from '../messages.ts';
import { PickedDrive } from './picked-drive.ts';

const PROGRESS_MS = 200;
const JOURNAL_MS = 1000;

const say = (message: FromWorker) => postMessage(message);
const stop = new AbortController();

async function endingOf(folder: FileSystemDirectoryHandle, journal: Journal): Promise<Ending> {
  let [nextProgressMs, nextJournalMs, phase] = [0, 0, ''];
  const lag = new Lag();
  try {
    await checkCapacity(new PickedDrive(folder, journal), journal, {
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

async function start(folder: FileSystemDirectoryHandle, text: string): Promise<void> {
  const journal = readJournal(text);
  if (journal === null) throw new Error('the journal cannot be read');
  // The file that was being written when a tab was closed.
  const names = journal.files.map(({ name }) => name);
  const leftNames: string[] = [];
  for await (const name of folder.keys()) if (!names.includes(name)) leftNames.push(name);
  for (const name of leftNames) await folder.removeEntry(name).catch(() => undefined);
  const ending = await endingOf(folder, journal);
  say({ kind: 'ended', ending, journal: writeJournal(journal) });
}

addEventListener('message', ({ data }: MessageEvent<ToWorker>) => {
  if (data.kind === 'stop') stop.abort();
  else start(data.folder, data.journal).catch((error: unknown) => say({ kind: 'failed', message: String(error) }));
});
