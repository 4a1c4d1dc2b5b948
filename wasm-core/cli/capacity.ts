import {
  BLOCK_BYTES,
  capacityVerdict,
  CapacityStopped,
  checkCapacity,
  describeCapacity,
  DriveGone,
  formatSize,
  Lag,
  mapOf,
  type CapacityProgress,
  type CapacityVerdict,
  type Journal,
} from '@opfsmark/schema/capacity';
import words from '@opfsmark/schema/capacity/words/en';
import { realpathSync } from 'node:fs';
import { availableParallelism, loadavg } from 'node:os';
import { join } from 'node:path';
import { FolderDrive } from '../ts/node/capacity/folder-drive.ts';
import { KeptJournal } from '../ts/node/capacity/kept-journal.ts';
import { removeTest } from '../ts/node/capacity/test-folder.ts';
import { realFolder } from '../ts/node/own-folder.ts';
import type { CapacityCommand } from './capacity-arguments.ts';
import { journalFor } from './capacity-begin.ts';
import { complain, plainLines, print, tell } from './print.ts';
import { exitCodeOf, fileProblem, StatusLine, stopOnSignals, write } from './terminal.ts';
import { EXIT } from './usage.ts';

const MAP_CELLS = 64;
const PHASES: Record<CapacityProgress['phase'], string> = {
  fill: 'writing',
  sample: 'reading some places',
  read: 'reading all',
  again: 'reading slow places again',
  random: 'reading and writing random places',
  forget: 'clearing it from memory',
  done: 'done',
};

const STOPPING = 'Stopping: the file that is written now is given up. The same command goes on later.';

/** On a terminal in one line, elsewhere a line for each part. */
class Printer extends StatusLine {
  #phase = '';
  #nextMs = 0;

  show({ phase, doneBlocks, totalBlocks }: CapacityProgress): void {
    if (!this.isTerminal) {
      if (phase !== this.#phase) this.say(PHASES[phase]);
      this.#phase = phase;
      return;
    }
    const now = performance.now();
    if (now < this.#nextMs) return;
    this.#nextMs = now + 200;
    const of = totalBlocks > 0 ? ` of ${formatSize(totalBlocks * BLOCK_BYTES)}` : '';
    this.overwrite(`${PHASES[phase]}: ${formatSize(doneBlocks * BLOCK_BYTES)}${of}`);
  }
}

const SIGNS: Readonly<Record<string, string>> = {
  i: '.',
  o: 'O',
  l: 'L',
  c: 'C',
  e: 'E',
  s: 'S',
  m: 'm',
  w: ' ',
  u: ' ',
};
const LEGEND: Readonly<Record<string, string>> = {
  '.': 'unchanged',
  O: 'overwritten',
  L: 'lost',
  C: 'changed',
  E: 'unreadable',
  S: 'slow',
  m: 'from memory',
  ' ': 'not read',
};

function reportOf(journal: Journal, verdict: CapacityVerdict): string {
  const { sentence, advice, rows, classes, appClass, video } = describeCapacity(journal, verdict, words);
  const width = Math.max(...rows.map(([label]) => label.length));
  const map = mapOf(journal, MAP_CELLS)
    .map((state) => SIGNS[state] ?? '?')
    .join('');
  const legend = [...new Set(map)].map((sign) => `${sign === ' ' ? 'blank' : sign} ${LEGEND[sign] ?? ''}`).join(', ');
  return [
    sentence,
    ...(advice === '' ? [] : [advice]),
    '',
    ...rows.map(([label, value]) => `${label.padEnd(width)}  ${value}`),
    '',
    `[${map}]`,
    `${words.map}: ${legend}`,
    ...(classes === null ? [] : ['', `${classes}. ${words.classNote}`]),
    ...(appClass === null ? [] : ['', `${appClass}. ${words.appNote}`]),
    ...(video.length === 0
      ? []
      : [
          '',
          `${words.video.title} (${words.video.streams.toLowerCase()} at once, ${words.video.minutes.toLowerCase()})`,
        ]),
    ...video.map(
      ({ name, streams, minutes }) =>
        `${name.padEnd(26)} ${`${streams}`.padStart(4)} ${(minutes?.toFixed(0) ?? '–').padStart(6)}`,
    ),
  ].join('\n');
}

function finish(command: CapacityCommand, journal: Journal, dir: string, kept: KeptJournal): number {
  const { json } = command;
  const verdict = capacityVerdict(journal);
  const text = `${JSON.stringify(verdict)}\n`;
  if (json === '-') process.stdout.write(plainLines(text));
  else print(reportOf(journal, verdict));
  // Where memory answered, the drive can still be asked.
  const canGoOn = verdict.kind === 'unknown' && verdict.blocks.memory > 0;
  if (canGoOn) tell('The same command goes on, with the drive plugged in again. To give it up: --discard.');
  const problem = canGoOn ? null : removeTest(dir, journal, kept);
  if (problem) complain(problem.message);
  // It may lie on the drive that was full until now.
  const isSaved = json === null || json === '-' || write('--json', json, text);
  return verdict.kind === 'true' && isSaved && problem === null ? EXIT.done : EXIT.failed;
}

export async function capacity(command: CapacityCommand): Promise<number> {
  const outputProblem = fileProblem('--json', command.json);
  if (outputProblem !== null) {
    complain(outputProblem);
    return EXIT.usage;
  }
  // Two paths to one folder have one journal.
  const dir = realpathSync(realFolder(command.dir));
  const kept = new KeptJournal(dir);
  if (!kept.lock()) {
    complain(`Another test of ${dir} is at work. Wait for its end.`);
    return EXIT.failed;
  }
  const printer = new Printer(process.stderr);
  let drive: FolderDrive | null = null;
  try {
    if (command.isDiscard) {
      const begun = kept.read();
      const problem = begun && removeTest(dir, begun, kept);
      // One that is not whole, too.
      kept.remove();
      if (problem) throw problem;
      return EXIT.done;
    }
    const stop = new AbortController();
    const signals = stopOnSignals(stop, (text) => printer.say(text), { stopping: STOPPING });
    const journal = await journalFor(command, dir, kept, stop.signal);
    if (journal === null) return EXIT.usage;
    kept.write(journal);
    drive = new FolderDrive(join(dir, journal.folder), kept.holePath);
    const lag = new Lag();
    try {
      drive.keepOnly(journal.files.map(({ name }) => name));
      await checkCapacity(drive, journal, {
        signal: stop.signal,
        takeLagMs: () => lag.takeMs((loadavg()[0] ?? 0) / availableParallelism()),
        onProgress: (progress) => printer.show(progress),
        save: (now) => kept.write(now),
      });
    } catch (error) {
      printer.clear();
      if (!(error instanceof DriveGone) && !(error instanceof CapacityStopped)) throw error;
      kept.write(journal);
      const { sentence } = describeCapacity(journal, capacityVerdict(journal), words);
      (command.json === '-' ? tell : print)(sentence);
      tell(
        error instanceof DriveGone
          ? 'The drive is gone. Plug it in again: the same command goes on where this one stopped. To give it up: --discard.'
          : 'The same command goes on where this one stopped. To delete what it has written: --discard.',
      );
      const signal = signals.heard();
      return signal === null ? EXIT.failed : exitCodeOf(signal);
    } finally {
      lag.end();
    }
    printer.clear();
    await drive.close();
    return finish(command, journal, dir, kept);
  } finally {
    await drive?.close();
    kept.unlock();
  }
}
