import type { Layout } from '@opfsmark/schema/documents';
import type { FilePart, MatrixPlan } from '@opfsmark/schema/families';
import { fileSizes } from '@opfsmark/schema/schedule';
import { PREPARED_FOLDER, partFile, SHARED_FILE, workerFile } from '../protocol/files.ts';
import type { AttachRequest } from '../protocol/messages.ts';
import { CallFailed, failureOf } from './errors.ts';
import { workersNeeded } from './requests.ts';
import type { WorkerPool } from './worker-pool.ts';

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

type FileState = 'new' | 'filled';

async function attach(
  pool: WorkerPool,
  requests: readonly AttachRequest[],
  state: FileState,
  sizeOf: (worker: number) => number,
): Promise<void> {
  const replies = await pool.together('attach', requests);
  if (state === 'new') return;
  const short = replies.find(({ sizeBytes }, worker) => sizeBytes < sizeOf(worker));
  if (short) throw new CallFailed(failureOf('handle_lost', `a file has only ${short.sizeBytes} bytes left`));
}

/** Opens every handle that the run will need, before anything is timed. `filled`: the files have their size already. */
export async function attachAll(pool: WorkerPool, plan: MatrixPlan, layout: Layout, state: FileState): Promise<void> {
  const create = state === 'new';
  const requests = Array.from({ length: workersNeeded(plan) }, (_, worker): AttachRequest =>
    layout === 'shared'
      ? { fileName: SHARED_FILE, create, mode: 'readwrite-unsafe' }
      : { fileName: workerFile(worker), create, mode: 'readwrite' },
  );
  const sizes = fileSizes(plan, layout);
  await attach(pool, requests, state, (worker) => sizes[layout === 'shared' ? 0 : worker] ?? 0);
}

/** The same for one part of a file that is read once. */
export async function attachPart(
  pool: WorkerPool,
  plan: MatrixPlan,
  layout: Layout,
  part: FilePart,
  state: FileState,
): Promise<void> {
  const where = { ...(plan.cache === 'cold' && { folder: PREPARED_FOLDER }), create: state === 'new' };
  const requests = Array.from({ length: workersNeeded(plan, part) }, (_, worker): AttachRequest =>
    layout === 'shared'
      ? { ...where, fileName: partFile(part.index, null), mode: 'readwrite-unsafe' }
      : { ...where, fileName: partFile(part.index, worker), mode: 'readwrite' },
  );
  const sizes = fileSizes(plan, layout, [part.row]);
  await attach(pool, requests, state, (worker) => sizes[layout === 'shared' ? 0 : worker] ?? 0);
}
