import { spawn } from 'node:child_process';
import type { Message, Outcome, Task } from './task.ts';

/** The first word of the process that measures once: no command for people. */
export const MEASURE = 'ab-measure';

export interface Watch {
  /** Stops the measurement, which then deletes its files. */
  readonly stop: AbortSignal;
  /** Ends it at once; its files are deleted all the same. */
  readonly hurry: AbortSignal;
  onMessage(message: Exclude<Message, Outcome>): void;
}

const isOutcome = (message: Message): message is Outcome => ['measured', 'stopped', 'failed'].includes(message.kind);

function endedEarly(code: number | null, signal: string | null): Outcome {
  const how = signal === null ? `with exit code ${code ?? '?'}` : `by ${signal}`;
  return { kind: 'failed', sentence: `The process that measures ended by itself, ${how}.` };
}

/** Measures once, in a process of its own that has nothing in its memory from an earlier measurement. */
export function measureInChild(task: Task, { stop, hurry, onMessage }: Watch): Promise<Outcome> {
  if (stop.aborted) return Promise.resolve({ kind: 'stopped' });
  const [, program = ''] = process.argv;
  const child = spawn(process.execPath, [...process.execArgv, program, MEASURE], {
    // What a store prints is no result.
    stdio: ['ignore', 2, 2, 'ipc'],
    // Signals of the terminal come from here alone, once.
    detached: process.platform !== 'win32',
  });
  const interrupt = () => child.kill('SIGINT');
  stop.addEventListener('abort', interrupt);
  hurry.addEventListener('abort', interrupt);
  return new Promise<Outcome>((resolve) => {
    let outcome: Outcome | null = null;
    child.on('message', (message: Message) => {
      if (isOutcome(message)) outcome = message;
      else onMessage(message);
    });
    child.on('error', (error) => resolve({ kind: 'failed', sentence: `It could not be started: ${error.message}.` }));
    child.on('close', (code, signal) => {
      if (stop.aborted) resolve(outcome?.kind === 'measured' ? outcome : { kind: 'stopped' });
      else resolve(outcome ?? endedEarly(code, signal));
    });
    child.send(task);
  }).finally(() => {
    stop.removeEventListener('abort', interrupt);
    hurry.removeEventListener('abort', interrupt);
  });
}
