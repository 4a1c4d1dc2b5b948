import { MAX_FOREIGN_BYTES } from '@opfsmark/schema/foreign';
import { spawn } from 'node:child_process';
import { figuresOfSide, readText } from '../compare.ts';
import type { Watch } from './child.ts';
import type { Outcome } from './task.ts';

const isWindows = process.platform === 'win32';

/** The last line that a command wrote beside its result: most say there what is wrong. */
const lastLine = (text: string) => text.trimEnd().split('\n').at(-1)?.trim() ?? '';

function outcomeOf(command: string, printed: Buffer): Outcome {
  const isWhole = printed.length <= MAX_FOREIGN_BYTES;
  const { side, sentences } = readText('it', printed.subarray(0, MAX_FOREIGN_BYTES), isWhole);
  if (side) return { kind: 'measured', figures: figuresOfSide(side) };
  const why = sentences[0] ?? 'nothing was understood of it';
  return { kind: 'failed', sentence: `What "${command}" printed is no result: ${why}` };
}

/** Runs a command of a shell once, and reads the result that it prints. */
export function measureByCommand(command: string, { stop, hurry }: Watch): Promise<Outcome> {
  if (stop.aborted) return Promise.resolve({ kind: 'stopped' });
  // A group of its own, so that a signal reaches all that the command has started.
  const child = spawn(command, { shell: true, stdio: ['ignore', 'pipe', 'pipe'], detached: !isWindows });
  const kill = (signal: NodeJS.Signals) => {
    try {
      if (isWindows || child.pid === undefined) child.kill(signal);
      else process.kill(-child.pid, signal);
    } catch {
      // It has just ended.
    }
  };
  const interrupt = () => kill('SIGINT');
  const end = () => kill('SIGKILL');
  stop.addEventListener('abort', interrupt);
  hurry.addEventListener('abort', end);
  const printed: Buffer[] = [];
  let said = '';
  let bytes = 0;
  child.stdout.on('data', (chunk: Buffer) => {
    if (bytes <= MAX_FOREIGN_BYTES) printed.push(chunk);
    bytes += chunk.length;
  });
  child.stderr.on('data', (chunk: Buffer) => (said = `${said}${chunk.toString()}`.slice(-1000)));
  return new Promise<Outcome>((resolve) => {
    child.on('error', (error) => resolve({ kind: 'failed', sentence: `It could not be started: ${error.message}.` }));
    child.on('close', (code, signal) => {
      if (stop.aborted) resolve({ kind: 'stopped' });
      else if (code === 0) resolve(outcomeOf(command, Buffer.concat(printed)));
      else {
        const how = code === null ? `by ${signal ?? 'a signal'}` : `with exit code ${code}`;
        const why = lastLine(said) === '' ? '' : `: ${lastLine(said)}`;
        resolve({ kind: 'failed', sentence: `"${command}" ended ${how}${why}` });
      }
    });
  }).finally(() => {
    stop.removeEventListener('abort', interrupt);
    hurry.removeEventListener('abort', end);
  });
}
