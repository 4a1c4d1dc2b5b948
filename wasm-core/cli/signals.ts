import * as os from 'node:os';
import { codeOf } from '../ts/node/folder-problem.ts';

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGBREAK'] as const;
export type Signal = (typeof SIGNALS)[number];

/** As shells count: 130 for Ctrl-C. */
export const exitCodeOf = (signal: Signal) => 128 + os.constants.signals[signal];

const STOPPING =
  'Stopping: the drive finishes the calls that it has begun, then the files are deleted. Ctrl-C once more ends this at once.';

export interface Signals {
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
  let first: Signal | null = null;
  let last: string | null = null;
  const hear = (signal: Signal) => {
    if (last !== null) say(last);
    if (first !== null || last !== null) {
      leave(signal);
      return;
    }
    first = signal;
    say(stopping);
    stop.abort();
  };
  for (const signal of SIGNALS) process.on(signal, hear);
  // Whoever started this process was killed, and nobody would stop it any more.
  process.once('disconnect', () => hear('SIGTERM'));
  process.channel?.unref();
  // The terminal is gone.
  process.stderr.on('error', () => undefined);
  // The reader of standard output is gone.
  process.stdout.on('error', (error) => {
    if (codeOf(error) !== 'EPIPE') throw error;
    first ??= 'SIGTERM';
    stop.abort();
  });
  return { heard: () => first, leaveSaying: (sentence) => (last = sentence) };
}
