import { fileSizes, type Layout, type MatrixPlan } from '@opfsmark/schema';
import { SHARED_FILE, workerFile } from '../files.ts';
import type { AttachRequest } from '../protocol.ts';
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

/** Opens every handle that the run will need, before anything is timed. `filled`: the files have their size already. */
export async function attachAll(
  pool: WorkerPool,
  plan: MatrixPlan,
  layout: Layout,
  files: 'new' | 'filled',
): Promise<void> {
  const requests = Array.from({ length: workersNeeded(plan) }, (_, index): AttachRequest => {
    const create = files === 'new';
    return layout === 'shared'
      ? { fileName: SHARED_FILE, create, mode: 'readwrite-unsafe' }
      : { fileName: workerFile(index), create, mode: 'readwrite' };
  });
  const replies = await pool.together('attach', requests);
  if (files === 'new') return;
  const sizes = fileSizes(plan, layout);
  const short = replies.find(({ sizeBytes }, index) => sizeBytes < (sizes[layout === 'shared' ? 0 : index] ?? 0));
  if (short) throw new CallFailed(failureOf('handle_lost', `a file has only ${short.sizeBytes} bytes left`));
}
