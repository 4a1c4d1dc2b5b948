import { plainLine } from '@opfsmark/schema/documents';
import { needsConsent } from '@opfsmark/schema/families';
import { accessSync, constants, statSync, writeFileSync } from 'node:fs';
import * as os from 'node:os';
import { dirname, resolve } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { codeOf, reasonOf } from '../ts/node/folder-problem.ts';
import { complain, tell } from './print.ts';

/** The part of a stream that is used here, so that a test can give its own. */
export interface Terminal {
  readonly isTTY?: boolean;
  readonly columns?: number;
  write(text: string): unknown;
}

const CLEAR_LINE = '\r\u001b[K';

/** On a terminal one line that is written over and over; elsewhere there are only lines of their own. */
export class StatusLine {
  readonly #to: Terminal;

  constructor(to: Terminal) {
    this.#to = to;
  }

  get isTerminal(): boolean {
    return this.#to.isTTY ?? false;
  }

  overwrite(text: string): void {
    // A line that wraps could not be overwritten. Some terminals do not tell their width, and say 0.
    const columns = this.#to.columns ?? 0;
    this.#to.write(`${CLEAR_LINE}${plainLine(text).slice(0, columns > 0 ? Math.max(20, columns - 1) : 79)}`);
  }

  /** Prints a line of its own, above the one that is overwritten. */
  say(text: string): void {
    this.clear();
    this.#to.write(`${plainLine(text)}\n`);
  }

  clear(): void {
    if (this.isTerminal) this.#to.write(CLEAR_LINE);
  }
}

/** Options that take `-` for standard output. */
const TO_OUTPUT = ['--json', '--markdown'];

/** Why nothing can be written to this path: found before minutes are spent on it. */
export function fileProblem(option: string, path: string | null): string | null {
  if (path === null || (path === '-' && TO_OUTPUT.includes(option))) return null;
  if (path === '' || path === '-') return `${option} "${path}" names no file. Name one, or leave ${option} out.`;
  try {
    const there = statSync(path, { throwIfNoEntry: false });
    if (there?.isDirectory()) return `${option} ${path} is a folder. Name a file.`;
    // A file that is there is overwritten, wherever it lies: a device too, or the pipe of a shell.
    accessSync(there ? path : dirname(resolve(path)), constants.W_OK);
    return null;
  } catch (error) {
    return `${option} ${path} cannot be written: ${reasonOf(error)}. Name another file.`;
  }
}

/** Whether a file could be written; a drive may have become full meanwhile. */
export function write(option: string, path: string, text: string, flag: 'w' | 'a' = 'w'): boolean {
  try {
    writeFileSync(path, text, { flag });
    return true;
  } catch (error) {
    complain(`${option} ${path} could not be written: ${reasonOf(error)}.`);
    return false;
  }
}

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGBREAK'] as const;
export type Signal = (typeof SIGNALS)[number];

/** As shells count: 130 for Ctrl-C. */
export const exitCodeOf = (signal: Signal) => 128 + os.constants.signals[signal];

/** A signal came where a person was asked, before anything was begun. */
export class Interrupted extends Error {
  override readonly name = 'Interrupted';
  readonly signal: Signal;

  constructor(signal: Signal) {
    super(signal);
    this.signal = signal;
  }
}

interface Terms {
  /** Whatever it writes was agreed to. */
  readonly isAgreed: boolean;
  /** Aborted with the signal that was heard. */
  readonly stop: AbortSignal;
}

/**
 * Says what will be written. At a terminal it asks where that is much; a script that runs the command has agreed to it. Throws
 * `Interrupted`.
 */
export async function agree(sentence: string, bytesWrittenMax: number, { isAgreed, stop }: Terms): Promise<boolean> {
  tell(sentence);
  const isAtTerminal = process.stdin.isTTY && process.stderr.isTTY;
  if (isAgreed || !isAtTerminal || !needsConsent({ bytesWrittenMax })) return true;
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  let signal: Signal | null = null;
  // Ctrl-C, which a terminal that is asked something does not make a signal.
  terminal.once('SIGINT', () => {
    signal = 'SIGINT';
    terminal.close();
  });
  const whenClosed = new Promise<string>((end) => terminal.once('close', () => end('')));
  // Rejected where it was stopped, also before this is asked.
  const asked = terminal.question('Go on? [y/N] ', { signal: stop }).catch(() => '');
  const answer = await Promise.race([asked, whenClosed]);
  terminal.close();
  if (stop.aborted) signal = stop.reason as Signal;
  if (signal !== null) throw new Interrupted(signal);
  return /^y(?:es)?$/i.test(answer.trim());
}

const STOPPING =
  'Stopping: the drive finishes the calls that it has begun, then the files are deleted. Ctrl-C once more ends this at once.';

interface Signals {
  readonly heard: () => Signal | null;
  /** Nothing is left to be stopped: the next signal ends the process, which says this first. */
  leaveSaying(sentence: string): void;
}

/** The first signal asks the run to stop, later ones `leave`, which ends the process; files are deleted in both cases. */
export function stopOnSignals(
  stop: AbortController,
  say: (text: string) => void,
  { stopping = STOPPING, leave = (signal: Signal): void => process.exit(exitCodeOf(signal)) } = {},
): Signals {
  let firstSignal: Signal | null = null;
  let lastSentence: string | null = null;
  const hear = (signal: Signal) => {
    if (lastSentence !== null) say(lastSentence);
    if (firstSignal !== null || lastSentence !== null) {
      leave(signal);
      return;
    }
    firstSignal = signal;
    say(stopping);
    stop.abort(signal);
  };
  for (const signal of SIGNALS) process.on(signal, hear);
  // Whoever started this process was killed, and nobody would stop it any more.
  process.once('disconnect', () => hear('SIGTERM'));
  process.channel?.unref();
  // The terminal is gone.
  process.stderr.on('error', () => undefined);
  // The reader of standard output is gone.
  process.stdout.on('error', (error) => {
    if (codeOf(error) !== 'EPIPE') return;
    firstSignal ??= 'SIGTERM';
    stop.abort(firstSignal);
  });
  return { heard: () => firstSignal, leaveSaying: (sentence) => (lastSentence = sentence) };
}
