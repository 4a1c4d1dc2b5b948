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
  MIN_TESTED_BYTES,
  newJournal,
  type CapacityProgress,
  type CapacityVerdict,
  type Journal,
} from '@opfsmark/schema/capacity';
import words from '@opfsmark/schema/capacity/words/en';
import { randomInt } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, realpathSync, rmdirSync, rmSync, statfsSync, statSync } from 'node:fs';
import { availableParallelism, homedir, loadavg } from 'node:os';
import { basename, join } from 'node:path';
import { FILE, FolderDrive } from '../ts/node/capacity/folder-drive.ts';
import { KeptJournal } from '../ts/node/capacity/kept-journal.ts';
import { codeOf, FolderProblem, reasonOf } from '../ts/node/folder-problem.ts';
import { realFolder } from '../ts/node/own-folder.ts';
import type { CapacityCommand } from './capacity-arguments.ts';
import { complain, plainLines, print, tell } from './print.ts';
import { agree, exitCodeOf, fileProblem, StatusLine, stopOnSignals, write } from './terminal.ts';
import { EXIT } from './usage.ts';

const FOLDER = '.opfsmark-capacity';
/** Left free on the drive of the system, which stands still without. */
const SYSTEM_BYTES = 1e9;
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

/** Whether filling it would leave no room for the system, or for this user's files. */
function isSystemDrive(dir: string): boolean {
  const device = statSync(dir).dev;
  return ['/', homedir(), process.env['SystemRoot'] ?? '/'].some(
    (path) => existsSync(path) && statSync(path).dev === device,
  );
}

/** A name that nobody has taken. */
function makeFolder(dir: string): string {
  for (let number = 1; ; number++) {
    const path = join(dir, number === 1 ? FOLDER : `${FOLDER}-${number}`);
    try {
      mkdirSync(path);
      return path;
    } catch (error) {
      if (codeOf(error) === 'EEXIST' && number < 100) continue;
      throw new FolderProblem(
        'not_writable',
        `Nothing can be written into ${dir}: ${reasonOf(error)}. Choose another folder.`,
      );
    }
  }
}

/** Only what a test makes; anything else that lies there stays. */
function removeFolder(folder: string): boolean {
  try {
    for (const name of readdirSync(folder)) if (FILE.test(name)) rmSync(join(folder, name), { force: true });
    rmdirSync(folder);
    return true;
  } catch {
    return !existsSync(folder);
  }
}

function freeBytesOf(dir: string): number {
  const { bavail, bsize } = statfsSync(dir);
  return bavail * bsize;
}

/** The test that is to be done: that which was begun, or a new one. */
async function journalFor(
  command: CapacityCommand,
  dir: string,
  kept: KeptJournal,
  stop: AbortSignal,
): Promise<Journal | null> {
  const begun = kept.read();
  if (begun !== null && begun.phase !== 'done') {
    if (!existsSync(join(dir, begun.folder))) {
      throw new FolderProblem(
        'not_found',
        `A test of ${dir} was begun, and its files are not there. Plug the drive in again, or give it up with --discard.`,
      );
    }
    if (begun.isQuick === command.isQuick) {
      tell(`Going on with the test that was begun: ${formatSize(begun.states.length * BLOCK_BYTES)} were written.`);
      return begun;
    }
    // A quick test leaves out most of the drive.
    tell(`The ${begun.isQuick ? 'quick' : 'whole'} test that was begun is given up for this one.`);
    removeFolder(join(dir, begun.folder));
  }
  const isSystem = isSystemDrive(dir);
  const allFree = freeBytesOf(dir);
  const free = isSystem ? allFree - SYSTEM_BYTES : allFree;
  if (free < MIN_TESTED_BYTES) {
    const least = formatSize(MIN_TESTED_BYTES + (isSystem ? SYSTEM_BYTES : 0));
    const where = isSystem ? ' on the drive of the system' : '';
    throw new FolderProblem(
      'no_space',
      `${dir} has ${formatSize(allFree)} free: less than ${least}${where} say nothing. Free some space.`,
    );
  }
  const limit = isSystem ? Math.min(free, command.sizeBytes ?? free) : command.sizeBytes;
  const bytes = Math.min(free, limit ?? free);
  const isAll = bytes === free && !isSystem;
  const sentence = isSystem
    ? `${dir} is on the drive that your system or your files are on. This writes ${formatSize(bytes)} to it, until the test is over.`
    : `Writes ${formatSize(bytes)} to ${dir}${isAll ? ', all that is free' : ''}, until the test is over. What is there stays.`;
  if (isSystem && !command.isSystemAgreed && !(process.stdin.isTTY && process.stderr.isTTY)) {
    complain(`${sentence} Say --system-drive if that is meant.`);
    return null;
  }
  const isAgreed = isSystem ? command.isSystemAgreed : command.isAgreed;
  if (!(await agree(sentence, Math.max(bytes, isSystem ? Infinity : 0), { isAgreed, stop }))) {
    complain('Nothing was written.');
    return null;
  }
  const folder = makeFolder(dir);
  return newJournal(randomInt(2 ** 32), basename(folder), { isQuick: command.isQuick, limitBytes: limit });
}

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
  const save = () => json === null || json === '-' || write('--json', json, text);
  // Where memory answered, the drive can still be asked.
  const canGoOn = verdict.kind === 'unknown' && verdict.blocks.memory > 0;
  if (canGoOn) {
    save();
    tell('The same command goes on, with the drive plugged in again. To give it up: --discard.');
    return EXIT.failed;
  }
  const isClean = removeFolder(join(dir, journal.folder));
  kept.remove();
  if (!isClean) complain(`${join(dir, journal.folder)} could not be deleted. Format the drive, or delete it by hand.`);
  // It may lie on the drive that was full until now.
  const isSaved = save();
  return verdict.kind === 'true' && isSaved && isClean ? EXIT.done : EXIT.failed;
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
      if (begun !== null && !removeFolder(join(dir, begun.folder)))
        complain(`${join(dir, begun.folder)} could not be deleted.`);
      kept.remove();
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
