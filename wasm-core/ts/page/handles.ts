import type { Layout } from '@opfsmark/schema/documents';
import { fileSizes, workersOfFiles, type DataFiles } from '@opfsmark/schema/schedule';
import { partFile, SHARED_FILE, workerFile } from '../protocol/files.ts';
import type { AttachRequest } from '../protocol/messages.ts';
import { CallFailed, failureOf } from './errors.ts';
import type { WorkerPool } from './worker-pool.ts';

/** Data files as they lie in a folder. The workers of a pool have one set open at a time. */
export interface FileSet {
  readonly files: DataFiles;
  readonly layout: Layout;
  /** Where a run has several sets, each of which is read once: the number of this one. */
  readonly part?: number;
  /** Default: the benchmark's own folder. */
  readonly folder?: string;
}

/** Only by opening two handles on one file can a page learn whether this browser has `readwrite-unsafe`. */
export async function detectLayout(pool: WorkerPool, fileName: string): Promise<Layout> {
  const body: AttachRequest = { fileName, create: true, mode: 'readwrite-unsafe' };
  try {
    await pool.one(0, 'attach', body);
    await pool.one(1, 'attach', body);
    return 'shared';
  } catch (error) {
    if (error instanceof CallFailed && error.failure.code !== 'worker_died') return 'per-worker';
    throw error;
  } finally {
    await Promise.allSettled([pool.one(0, 'detach', {}), pool.one(1, 'detach', {})]);
  }
}

/** Closes the files of all workers. */
export async function detachFiles(pool: WorkerPool): Promise<void> {
  await pool.together(
    'detach',
    Array.from({ length: pool.size }, () => ({})),
  );
}

function fileName({ layout, part }: FileSet, worker: number): string {
  if (part !== undefined) return partFile(part, layout === 'shared' ? null : worker);
  return layout === 'shared' ? SHARED_FILE : workerFile(worker);
}

/** How a worker opens its file of a set. `filled`: the files have their size already. */
export function attachRequest(set: FileSet, worker: number, state: 'new' | 'filled'): AttachRequest {
  const { layout, folder } = set;
  return {
    ...(folder !== undefined && { folder }),
    fileName: fileName(set, worker),
    create: state === 'new',
    mode: layout === 'shared' ? 'readwrite-unsafe' : 'readwrite',
  };
}

/**
 * How many workers fill a set. A file has one: Chromium counts what it grows by once for each handle that is open on it
 * meanwhile, never takes that back, and so has no room left after a few gigabytes that nobody wrote.
 */
export function fillersOf({ files, layout }: FileSet): number {
  return layout === 'shared' ? Math.min(1, workersOfFiles(files)) : workersOfFiles(files);
}

/** Opens a set of files, before anything is timed: new ones only for who fills them. */
export async function attachFiles(pool: WorkerPool, set: FileSet, state: 'new' | 'filled'): Promise<void> {
  const { files, layout } = set;
  const count = state === 'new' ? fillersOf(set) : workersOfFiles(files);
  const workers = Array.from({ length: count }, (_, worker) => worker);
  const replies = await pool.together(
    'attach',
    workers.map((worker) => attachRequest(set, worker, state)),
  );
  if (state === 'new') return;
  const sizes = fileSizes(files, layout);
  replies.forEach(({ sizeBytes }, worker) => {
    const isWhole = sizeBytes === null || sizeBytes >= (sizes[layout === 'shared' ? 0 : worker] ?? 0);
    if (!isWhole) throw new CallFailed(failureOf('handle_lost', `a file has only ${sizeBytes} bytes left`));
  });
}
