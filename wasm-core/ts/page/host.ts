import type { CpuPressure } from '@opfsmark/schema/documents';
import type { PreparedFile } from '@opfsmark/schema/families/matrix/prepared';
import type { SupportProblem } from '../api.ts';
import type { Clock } from './clock.ts';
import { CoreNotLoaded } from './errors.ts';
import type { Pulse } from './stillness.ts';
import type { Spawn } from './worker-pool.ts';

export interface Core {
  readonly version: string;
  readonly sha256: string;
  /** The compiler it was built with, as in "emscripten 3.1.6". */
  readonly compiler: string;
  /** Compiled once, handed to every worker. */
  readonly compile: () => Promise<WebAssembly.Module>;
}

export interface PreparedStore {
  /** Its manifest, if any, and the bytes that lie beside it; `null` where there is nothing at all. */
  read(): Promise<{ readonly manifest: string | null; readonly bytes: number } | null>;
  /** Deletes its manifest: whoever finds it from now on deletes it. */
  markIncomplete(): Promise<void>;
  delete(): Promise<void>;
}

/** Watches how busy the processors are while nothing is measured. */
export interface PressureWatch {
  start(): void;
  /** Ends it, and returns the highest state of the last seconds; `null` where none was told. */
  end(): CpuPressure | null;
}

/** Keeps the lock, and all that is stored, for a page that reloads itself. */
interface Reloads {
  /** Returns the id of the lease; `null` where this browser keeps nothing. */
  begin(): string | null;
  /** Ends a reload that is under way: the page stays. */
  cancel(): void;
  /** Ends this lease where a page that came back does not go on, so that the next run need not wait for its end. */
  giveBack(lease: string): void;
  /** Resolves when no page is reloading itself any more: at once, or after a while. */
  whenOver(): Promise<void>;
}

export interface LockRequest {
  readonly lease?: string | undefined;
  readonly isPatient?: boolean;
}

/** Everything a run needs of its page. The browser's is in browser-host.ts; a test gives its own. */
export interface Host {
  readonly clock: Clock;
  readonly spawn: Spawn;
  readonly core: Core;
  readonly isolated: boolean;
  /** The needs that the page lacks, as far as it can be told without a worker. */
  missing(): Promise<readonly SupportProblem[]>;
  /**
   * Returns how to release it, which takes a moment, or `null` where another tab has it, or a page that reloads itself, which
   * gets it by its lease. `isPatient`: waits for a page that was just left, which a busy computer ends late.
   */
  lock(request: LockRequest): Promise<(() => Promise<void>) | null>;
  /** Keeps the screen on where the browser lets it; returns how to end that. */
  keepAwake(): () => void;
  /** Counts how often the page is hidden or shown, calls back when it goes away; `end` returns the count. */
  watchPage(onLeave: () => void): { readonly changes: () => number; readonly end: () => void };
  /** Deletes all files of the benchmark, or one. */
  deleteFiles(name?: string): Promise<void>;
  /** How many bytes more the site may store; `null` where that is not told. */
  spaceLeft(): Promise<number | null>;
  /** Where the page can reload itself in the middle of a run. */
  readonly reloads?: Reloads;
  /** Where the browser tells it. Between runs only: while one goes on it would see the run itself, and disturb it. */
  readonly pressure?: PressureWatch;
  /** The processor time of this process, where that is told. */
  readonly processors?: { readonly count: number; usedMs(): number };
  /** By which it is noticed that computer or page stood still. */
  readonly pulse?: Pulse;
  /** The file that waits for a cold read, which `deleteFiles` spares. */
  readonly prepared?: PreparedStore;
}

/** The work that this page has yet to finish: the lock may still be held while files of an earlier run are being deleted. */
let closing: Promise<unknown> = Promise.resolve();

/** After a run was stopped: resolves when its files are gone. */
export async function whenClosed(): Promise<void> {
  await closing.catch(() => undefined);
}

/**
 * Runs `use` under the lock; `null` where another tab holds it. The lock is held until the work that `use` gave to
 * `closeWith` has ended, even if that is after its result.
 */
export async function exclusively<T>(
  host: Host,
  use: (closeWith: (work: Promise<unknown>) => void) => Promise<T>,
  request: LockRequest = {},
): Promise<T | null> {
  await closing;
  const release = await host.lock(request);
  if (!release) return null;
  let lastWork: Promise<unknown> = Promise.resolve();
  try {
    return await use((work) => {
      lastWork = work;
    });
  } finally {
    closing = lastWork.then(release, release);
  }
}

/** Whatever goes wrong here is the core's absence, not a worker's fault. */
export async function compileCore(host: Host): Promise<WebAssembly.Module> {
  try {
    return await host.core.compile();
  } catch (error) {
    throw new CoreNotLoaded(String(error));
  }
}

/** Few people have such a file, so what checks its description is loaded only for them. */
async function parseManifest(text: string): Promise<PreparedFile | null> {
  const { parsePreparedFile } = await import('./prepared-file.ts');
  return parsePreparedFile(text);
}

/** The file that waits for a cold run; `null` where there is none, or what is there is not complete. */
export async function findPreparedOn(host: Host): Promise<PreparedFile | null> {
  const content = await host.prepared?.read();
  const manifest = content?.manifest ? await parseManifest(content.manifest) : null;
  return manifest && content && content.bytes >= manifest.bytes ? manifest : null;
}

/** Deletes all files of the benchmark, except one that was prepared for a cold read and is complete. */
export async function deleteLeftovers(host: Host): Promise<void> {
  const sparePrepared = async () => {
    if (!(await findPreparedOn(host))) await host.prepared?.delete();
  };
  await Promise.all([host.deleteFiles(), sparePrepared()]);
}
