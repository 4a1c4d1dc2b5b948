import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { vi } from 'vitest';
import { execute } from '../main.ts';

/** The program that a person starts, and the process that does the work, which the other one starts. */
export const PROGRAM = fileURLToPath(new URL('../opfsmark.mjs', import.meta.url));
export const MEASURING = fileURLToPath(new URL('../run.mjs', import.meta.url));

interface Ended {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

type Kill = (signal: NodeJS.Signals) => void;
type OnError = (text: string, kill: Kill) => void;

interface Setting {
  readonly program?: string;
  readonly input?: string;
  readonly onStart?: (kill: Kill) => void;
  /** Told all that the program has said beside its result, whenever there is more of it. */
  readonly onError?: OnError;
  readonly cwd?: string;
  readonly env?: NodeJS.ProcessEnv;
}

/** The command line in processes of its own: what signals, terminals and drives do to it. */
export function opfsmark(words: readonly string[], setting: Setting = {}): Promise<Ended> {
  const { program = PROGRAM, input, onStart, onError, ...as } = setting;
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [program, ...words], { stdio: ['pipe', 'pipe', 'pipe'], ...as });
    child.stdin.end(input ?? '');
    let out = '';
    let err = '';
    child.stdout.on('data', (chunk: Buffer) => (out += chunk.toString()));
    child.stderr.on('data', (chunk: Buffer) => {
      err += chunk.toString();
      onError?.(err, (signal) => child.kill(signal));
    });
    onStart?.((signal) => child.kill(signal));
    child.on('error', reject);
    child.on('close', (code) => resolve({ code, out, err }));
  });
}

/** The listeners of this process and of its streams, which a command of this process leaves there as its own. */
function listenersNow() {
  const emitters: readonly NodeJS.EventEmitter[] = [process, process.stdout, process.stderr];
  const all = emitters.flatMap((emitter) =>
    emitter.eventNames().flatMap((name) => emitter.listeners(name).map((listener) => ({ emitter, name, listener }))),
  );
  return all as { emitter: NodeJS.EventEmitter; name: string; listener: () => void }[];
}

/**
 * A command in this process: all of it but what signals and terminals do.
 *
 * @param onError told all that it has said beside its result, whenever there is more of it
 */
export async function executed(words: readonly string[], onError?: OnError): Promise<Ended> {
  let [out, err] = ['', ''];
  const say = (text: string) => {
    err += text;
    onError?.(err, (signal) => void process.emit(signal));
  };
  const listeners = listenersNow();
  vi.spyOn(console, 'log').mockImplementation((text: string) => void (out += `${text}\n`));
  vi.spyOn(console, 'error').mockImplementation((text: string) => say(`${text}\n`));
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => Boolean((out += String(text))));
  vi.spyOn(process.stderr, 'write').mockImplementation((text) => (say(String(text)), true));
  try {
    const code = await execute(words);
    return { code, out, err };
  } finally {
    vi.restoreAllMocks();
    const isNew = (one: (typeof listeners)[number]) => !listeners.some(({ listener }) => listener === one.listener);
    for (const { emitter, name, listener } of listenersNow().filter(isNew)) emitter.off(name, listener);
    // A command does not wait for who started it; a process of tests does.
    process.channel?.ref();
  }
}

/** Acts when the text is there for the first time. */
export function onceSaid(text: string, act: (kill: Kill) => void): OnError {
  let isOver = false;
  return (output, kill) => {
    if (isOver || !output.includes(text)) return;
    isOver = true;
    act(kill);
  };
}

/** The path of a record of a real run. */
export const real = (name: string) => fileURLToPath(new URL(`../../../fixtures/records/${name}.json`, import.meta.url));

export const lineWith = (table: string, name: string) => table.split('\n').find((line) => line.startsWith(name)) ?? '';
