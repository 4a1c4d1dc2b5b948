import type { AppStoragePlan } from '@opfsmark/schema/families/app-storage/schema';
import { englishOf, nameText, reportOf, type ReportFigure } from '@opfsmark/schema/report';
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { NodePlan } from '../../ts/node/families.ts';
import { FolderProblem } from '../../ts/node/folder-problem.ts';
import { OwnFolder } from '../../ts/node/own-folder.ts';
import { runInFolder } from '../../ts/node/run-in-folder.ts';
import { measureOwnStore, type StoreFigure } from '../../ts/stores/measure-store.ts';
import type { OwnStore } from '../../ts/stores/own-store.ts';
import type { BrowserProgram } from '../browser.ts';
import { runInBrowser } from '../browser-page.ts';
import { explain, leftoverLines } from '../report.ts';
import { stopOnSignals } from '../terminal.ts';

/** One measurement of one side, made in a process of its own so that none finds what an earlier one left in this one. */
type Task =
  | { readonly kind: 'folder'; readonly dir: string; readonly plan: NodePlan; readonly isDirect: boolean }
  | { readonly kind: 'store'; readonly module: string; readonly dir: string; readonly size: AppStoragePlan }
  /** `page`: the folder of the page, which is made once for all. */
  | {
      readonly kind: 'browser';
      readonly program: BrowserProgram;
      readonly dir: string;
      readonly plan: NodePlan;
      readonly page: string;
    };

/** The messages of that process, the last three once and at the end. */
type Message =
  | { readonly kind: 'progress'; readonly fraction: number; readonly bytesWritten: number }
  /** Something that a person must know, such as a folder that could not be deleted. */
  | { readonly kind: 'said'; readonly sentence: string; readonly isLeftBehind: boolean }
  | { readonly kind: 'measured'; readonly figures: readonly ReportFigure[] }
  | { readonly kind: 'stopped' }
  | { readonly kind: 'failed'; readonly sentence: string };

/** How a measurement ended. */
export type Outcome = Extract<Message, { readonly kind: 'measured' | 'stopped' | 'failed' }>;

/** The first word of the process that measures once: no command for people. */
export const MEASURE = 'ab-measure';
/** What it is told after its task, to end and to delete its files. */
export const STOP = 'stop';

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

const isWindows = process.platform === 'win32';

/** On Windows `kill` would end it at once, its files left. */
function askToStop(child: ChildProcess): void {
  if (!isWindows) child.kill('SIGINT');
  else if (child.connected) child.send(STOP);
}

/** Measures once, in a process of its own that has nothing in its memory from an earlier measurement. */
export function measureInChild(task: Task, { stop, hurry, onMessage }: Watch): Promise<Outcome> {
  if (stop.aborted) return Promise.resolve({ kind: 'stopped' });
  const [, program = ''] = process.argv;
  const child = spawn(process.execPath, [...process.execArgv, program, MEASURE], {
    // The prints of a store are no result.
    stdio: ['ignore', 2, 2, 'ipc'],
    // Signals of the terminal come from here alone, once.
    detached: !isWindows,
  });
  const interrupt = () => askToStop(child);
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

type Tell = (message: Message) => void;

async function measureFolder(task: Task & { kind: 'folder' }, signal: AbortSignal, tell: Tell): Promise<Outcome> {
  const say = (sentence: string, isLeftBehind = false) => tell({ kind: 'said', sentence, isLeftBehind });
  const { dir, plan, isDirect } = task;
  let writtenBytes = 0;
  const record = await runInFolder({
    dir,
    plan,
    isDirect,
    signal,
    onEvent: (event) => {
      if (event.type !== 'progress') return;
      const { fraction, bytesWritten } = event.progress;
      writtenBytes = bytesWritten;
      tell({ kind: 'progress', fraction, bytesWritten });
    },
    onLeftovers: (leftovers) => leftoverLines(leftovers).forEach((line) => say(line)),
    onLeftBehind: ({ message }) => say(message, true),
  });
  if (record.failure) return { kind: 'failed', sentence: explain(record.failure, resolve(dir), writtenBytes) };
  if (record.status !== 'done') return { kind: 'stopped' };
  return { kind: 'measured', figures: reportOf(record).figures };
}

/** The exports of a module of a store's adapter. */
interface Adapter {
  /** A store in this folder, which is empty and there. */
  readonly openStore: (folder: string) => OwnStore | Promise<OwnStore>;
}

const isAdapter = (module: object): module is Adapter =>
  'openStore' in module && typeof module.openStore === 'function';

const words = englishOf('app-storage');

const storeFigure = ({ workload, value, low, high, once }: StoreFigure): ReportFigure => ({
  ...{ id: workload, name: nameText(workload, words), unit: 'ns', better: 'lower', value, low, high, once },
  quantity: { value, unit: 'ns' },
  p99: null,
});

async function measureStore({ module, dir, size }: Task & { kind: 'store' }, signal: AbortSignal): Promise<Outcome> {
  // Whatever the module or its store is doing when it is stopped: neither can be asked to end.
  signal.addEventListener('abort', () => process.exit());
  const adapter = (await import(pathToFileURL(resolve(module)).href)) as object;
  if (!isAdapter(adapter)) {
    return { kind: 'failed', sentence: `${module} exports no function openStore(folder), which an adapter has.` };
  }
  const ownFolder = new OwnFolder(dir);
  process.once('exit', () => ownFolder.remove());
  try {
    ownFolder.writeOwner();
    const folder = join(ownFolder.path, 'store');
    mkdirSync(folder);
    const { figures } = await measureOwnStore(await adapter.openStore(folder), size);
    return { kind: 'measured', figures: figures.map(storeFigure) };
  } finally {
    ownFolder.remove();
  }
}

async function measureBrowser(task: Task & { kind: 'browser' }, signal: AbortSignal, tell: Tell): Promise<Outcome> {
  const { program, dir, plan, page } = task;
  const ownFolder = new OwnFolder(dir);
  process.once('exit', () => ownFolder.remove());
  try {
    ownFolder.writeOwner();
    const record = await runInBrowser({
      ...{ program, page, plan, signal, profile: join(ownFolder.path, 'profile') },
      onProgress: (fraction) => tell({ kind: 'progress', fraction, bytesWritten: 0 }),
    });
    if (record.status === 'stopped' || signal.aborted) return { kind: 'stopped' };
    if (record.failure) return { kind: 'failed', sentence: explain(record.failure, program.path, 0) };
    return { kind: 'measured', figures: reportOf(record).figures };
  } catch (error) {
    if (signal.aborted) return { kind: 'stopped' };
    throw error;
  } finally {
    ownFolder.remove();
  }
}

function sentenceOf(error: unknown, task: Task): string {
  if (error instanceof FolderProblem) return error.message;
  const reason = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  if (task.kind === 'browser')
    return `${task.program.path} could not be measured: ${error instanceof Error ? error.message : reason}.`;
  return task.kind === 'store'
    ? `The store of ${task.module} failed. (${reason})`
    : `It could not be measured. (${reason})`;
}

/** Measures once; what goes wrong is said in the outcome. */
export async function measureOnce(task: Task, stop: AbortSignal, tell: Tell): Promise<Outcome> {
  // It may have been stopped before it had its task.
  if (stop.aborted) return { kind: 'stopped' };
  try {
    if (task.kind === 'folder') return await measureFolder(task, stop, tell);
    return await (task.kind === 'browser' ? measureBrowser(task, stop, tell) : measureStore(task, stop));
  } catch (error) {
    return { kind: 'failed', sentence: sentenceOf(error, task) };
  }
}

/** The work of the process that `measureInChild` starts. */
export async function measureForParent(): Promise<void> {
  const stop = new AbortController();
  stopOnSignals(stop, () => undefined);
  const tell: Tell = (message) => {
    if (process.connected) process.send?.(message);
  };
  // Signals let the process end while it waits for nobody; here it waits for its task.
  process.channel?.ref();
  const task = await new Promise<Task>((take) => process.once('message', (message) => take(message as Task)));
  process.on('message', (message) => {
    if (message === STOP) stop.abort();
  });
  tell(await measureOnce(task, stop.signal, tell));
  if (process.connected) process.disconnect();
}
