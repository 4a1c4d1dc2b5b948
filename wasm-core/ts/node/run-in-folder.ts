import { formatBytes, type Client, BOUNDS } from '@opfsmark/schema/documents';
import { release, availableParallelism, uptime } from 'node:os';
import { estimate, planProblemsFor, type FamilyId } from '@opfsmark/schema/families';
import type { MeasuredRates } from '@opfsmark/schema/schedule';
import type { RecordOfPlan, RunEvent } from '../api.ts';
import { runOn } from '../families/run.ts';
import { RunRefused } from '../page/errors.ts';
import { whenClosed, type Host } from '../page/host.ts';
import { directFlag, needDirect } from './direct.ts';
import { fileSetsOf, fileSizesOf, type NodePlan } from './families.ts';
import { FolderProblem } from './folder-problem.ts';
import { OwnFolder, type Leftovers } from './own-folder.ts';
import { readFileSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import { COMPILER, CORE_VERSION, WASM_SHA256 } from '../../dist/core-info.mjs';
import { PAGE_CLOCK } from '../page/clock.ts';
import type { WorkerLike } from '../page/worker-pool.ts';
import { workloadOf } from '../families/registry.ts';

/** Whether a plan measures writes, or reads alone. */
function measuresWrites(plan: NodePlan): boolean {
  return !('directions' in plan) || plan.directions.some((direction) => direction !== 'read');
}

/** The largest power of two below the size of a plan that may stand in its place and whose files fit; `null` where there is none. */
async function smallerSize(plan: NodePlan, fits: (sizes: readonly number[]) => boolean): Promise<number | null> {
  if (!('file_bytes' in plan)) return null;
  const { plans, schema } = await workloadOf<FamilyId>(plan.family);
  const { min } = BOUNDS.file_bytes;
  for (let size = min * 2 ** Math.ceil(Math.log2(plan.file_bytes / min) - 1); size >= min; size /= 2) {
    const smaller = { ...plan, file_bytes: size };
    const isPlan = planProblemsFor(plans, schema, smaller).length === 0;
    if (isPlan && fits(await fileSizesOf(smaller))) return size;
  }
  return null;
}

/** A worker thread in the shape of a browser's worker; `ended` resolves when it is gone, and with it its files are closed. */
export function spawnIn(folder: string, openFlags = 0): { worker: WorkerLike; ended: Promise<void> } {
  const workerData = { folder, openFlags };
  return workerOf(new Worker(new URL('./worker/main.ts', import.meta.url), { workerData }));
}

function workerOf(thread: Worker): { worker: WorkerLike; ended: Promise<void> } {
  const worker: WorkerLike = {
    postMessage: (message) => thread.postMessage(message),
    terminate: () => void thread.terminate(),
    addEventListener: (about, listener) => {
      switch (about) {
        case 'message':
          thread.on('message', (data: unknown) => listener({ data }));
          return;
        case 'error':
          thread.on('error', (error) => listener({ message: String(error), data: null }));
          thread.on('exit', (code) => listener({ message: `the thread ended with code ${code}`, data: null }));
          return;
        case 'messageerror':
          thread.on('messageerror', (error) => listener({ message: error.message, data: null }));
          return;
        default:
          about satisfies never;
      }
    },
  };
  return { worker, ended: new Promise((resolve) => thread.once('exit', () => resolve())) };
}

/**
 * A run under Node.js, on the files of one folder; `openFlags`: see `directFlag`. There is no page that could be hidden, and no tab beside
 * it.
 */
export function nodeHost(folder: OwnFolder, openFlags = 0): Host {
  const ends = new Set<Promise<void>>();
  return {
    clock: PAGE_CLOCK,
    spawn: () => {
      const { worker, ended } = spawnIn(folder.path, openFlags);
      ends.add(ended);
      void ended.then(() => ends.delete(ended));
      return worker;
    },
    core: {
      version: CORE_VERSION,
      sha256: WASM_SHA256,
      compiler: COMPILER,
      compile: () => WebAssembly.compile(readFileSync(new URL('../../dist/core.wasm', import.meta.url))),
    },
    isolated: true,
    processors: {
      count: availableParallelism(),
      usedMs() {
        const { user, system } = process.cpuUsage();
        return (user + system) / 1e3;
      },
    },
    pulse: {
      // Counts sleep, and nobody sets it.
      now: () => ({ atMs: performance.timeOrigin + performance.now(), realMs: uptime() * 1e3 }),
      spawn: () => workerOf(new Worker(new URL('./worker/pulse.ts', import.meta.url))).worker,
    },
    missing: () => Promise.resolve([]),
    lock: () => Promise.resolve(() => Promise.resolve()),
    keepAwake: () => () => undefined,
    watchPage: () => ({ changes: () => 0, end: () => undefined }),
    async deleteFiles(name) {
      // A thread that is still in a call holds its file until it is back.
      if (name === undefined) await Promise.all(ends);
      await folder.empty(name);
    },
    spaceLeft: () => Promise.resolve(folder.spaceForHoles),
  };
}

const OS_FAMILIES: Partial<Record<NodeJS.Platform, Client['os']['family']>> = {
  android: 'android',
  darwin: 'macos',
  linux: 'linux',
  win32: 'windows',
};
const WINDOWS_11_BUILD = 22_000;

/** As the page counts versions: macOS by its own (Darwin 24 is 15, Darwin 25 is 26), Windows 10 or 11, Linux not at all. */
export function osMajor(platform: NodeJS.Platform, version: string): number | null {
  const [major = 0, , build = 0] = version.split('.').map(Number);
  if (platform === 'darwin' && major > 0) return major >= 25 ? major + 1 : major - 9;
  if (platform === 'win32') return build >= WINDOWS_11_BUILD ? 11 : 10;
  return null;
}

/** Node.js stands where a record names the browser. */
function nodeClient(): Client {
  return {
    browser: { family: 'node', major: Number.parseInt(process.versions.node, 10) },
    os: { family: OS_FAMILIES[process.platform] ?? 'other', major: osMajor(process.platform, release()) },
  };
}

/** How often the folder is looked for: a drive can be gone without any call having failed. */
const WATCH_PERIOD_MS = 500;

interface FolderRunOptions<Of extends NodePlan = NodePlan> {
  /** The folder to be measured: all files lie in one folder that is made inside it, and removed. */
  readonly dir: string;
  readonly plan: Of;
  readonly signal?: AbortSignal;
  readonly rates?: MeasuredRates;
  /** Past the page cache, with an engine of its own: every call ends on the drive. */
  readonly isDirect?: boolean;
  /** Asked once the folder is found fit, before anything is written there; `false` refuses as `not_agreed`. Default: agreed. */
  agree?(bytesWrittenMax: number): Promise<boolean>;
  onEvent?(event: RunEvent<Of['family']>): void;
  /** Called where there are folders of earlier runs. */
  onLeftovers?(leftovers: Leftovers): void;
  /** The run's own folder could not be deleted, as on a drive that broke. The record is kept all the same. */
  onLeftBehind?(problem: FolderProblem): void;
}

const ADVICE = { no_space: 'Free some space', file_too_large: 'Choose another folder' } as const;

/** Throws where the files of a plan cannot lie in the folder; names a smaller size where there is one whose files can. */
async function needSpace(folder: OwnFolder, plan: NodePlan): Promise<void> {
  const problem = folder.spaceProblem(await fileSizesOf(plan));
  if (problem === null) return;
  const size = await smallerSize(plan, (sizes) => folder.spaceProblem(sizes) === null);
  const also = size === null ? '' : `, or take a smaller --size, such as ${formatBytes(size)}`;
  throw new FolderProblem(problem.code, `${problem.sentence} ${ADVICE[problem.code]}${also}.`);
}

/** Makes the folder a run's; throws `FolderProblem` where its files do not fit, or cannot be opened with these flags. */
async function claim(folder: OwnFolder, plan: NodePlan, openFlags: number): Promise<void> {
  await needSpace(folder, plan);
  folder.writeOwner();
  if (openFlags === 0) return;
  const fileSets = await fileSetsOf(plan);
  const blocksBytes = fileSets.flatMap(({ rows }) => rows.map(({ block_bytes }) => block_bytes));
  await needDirect(folder, openFlags, { blocksBytes, writes: measuresWrites(plan) });
}

/** Throws `FolderProblem` where `runInFolder` would, and leaves nothing behind. */
export async function checkFolder(dir: string, plan: NodePlan, isDirect: boolean): Promise<void> {
  const openFlags = isDirect ? directFlag() : 0;
  const folder = new OwnFolder(dir);
  try {
    await claim(folder, plan, openFlags);
  } finally {
    folder.remove();
  }
}

/**
 * Runs a plan on the drive that a folder lies on: the same core and the same engine as in a browser, on files of the
 * operating system. Rejects with `FolderProblem` where the folder cannot be measured, and with `RunRefused`; any other end
 * is in the record.
 */
export async function runInFolder<Of extends NodePlan>(options: FolderRunOptions<Of>): Promise<RecordOfPlan<Of>> {
  const { plan, signal, rates, isDirect = false } = options;
  const openFlags = isDirect ? directFlag() : 0;
  const folder = new OwnFolder(options.dir);
  const remove = () => {
    try {
      folder.remove();
    } catch (error) {
      if (!(error instanceof FolderProblem)) throw error;
      options.onLeftBehind?.(error);
    }
  };
  // For a process that is ended early.
  process.once('exit', remove);
  const goneController = new AbortController();
  const watch = setInterval(() => {
    if (!folder.inPlace) goneController.abort();
  }, WATCH_PERIOD_MS);
  try {
    const leftovers = folder.clearLeftovers();
    if (Object.values(leftovers).some(({ length }) => length > 0)) options.onLeftovers?.(leftovers);
    await claim(folder, plan, openFlags);
    const { bytesWrittenMax } = estimate(plan);
    if ((await options.agree?.(bytesWrittenMax)) === false) throw new RunRefused('not_agreed');
    const record = await runOn<Of>(nodeHost(folder, openFlags), {
      plan,
      agreedToWriteBytes: bytesWrittenMax,
      engine: isDirect ? 'node-direct' : 'node',
      client: nodeClient(),
      signal: signal ? AbortSignal.any([signal, goneController.signal]) : goneController.signal,
      onEvent: (event) => options.onEvent?.(event),
      ...(rates && { rates }),
    });
    if (!goneController.signal.aborted) return record;
    const detail = 'the drive was unmounted while it was measured';
    return { ...record, status: 'failed', failure: { code: 'handle_lost', detail } };
  } finally {
    clearInterval(watch);
    await whenClosed();
    process.removeListener('exit', remove);
    remove();
  }
}
