import type { Support } from '../api.ts';
import { compileCore } from './compile-core.ts';
import { CallFailed, Stopped } from './errors.ts';
import { detectLayout } from './handles.ts';
import { exclusively, type Host } from './host.ts';
import { deleteLeftovers } from './prepared.ts';
import { supportProblemOf } from './start.ts';
import { WorkerPool } from './worker-pool.ts';

function refusalOf(error: unknown): Support {
  const known = supportProblemOf(error);
  if (known) return { ok: false, problems: [known.problem], detail: known.detail };
  if (!(error instanceof CallFailed)) return { ok: false, problems: ['probe_failed'], detail: String(error) };
  const { code, detail } = error.failure;
  const isFull = code === 'quota_exceeded' || code === 'disk_full';
  return { ok: false, problems: [isFull ? 'no_space' : 'probe_failed'], detail };
}

/** Opens two handles on one file, in two workers. */
async function probe(host: Host, fileName: string): Promise<Support> {
  const pool = new WorkerPool(host.spawn, 2);
  try {
    await pool.start(await compileCore(host), 'opfs-sync');
    const layout = await detectLayout(pool, fileName);
    // Where two handles are refused, one must do.
    if (layout === 'per-worker') await pool.one(0, 'attach', { fileName, create: true, mode: 'readwrite' });
    return { ok: true, layout };
  } catch (error) {
    return refusalOf(error);
  } finally {
    pool.terminate(new Stopped());
  }
}

/** A page that reloads itself in the middle of a run may never come back: then its files are deleted as well. */
async function deleteAfterReload(host: Host): Promise<void> {
  await host.reloads?.whenOver();
  await exclusively(host, (closeWith) => {
    closeWith(deleteLeftovers(host));
    return Promise.resolve(null);
  });
}

/**
 * See `CheckSupport` in api.ts. Where no other tab measures it also deletes what an earlier run left behind, because a
 * browser that was killed could not.
 */
export async function checkSupportOn(host: Host): Promise<Support> {
  const problems = await host.missing();
  if (problems.length > 0) return { ok: false, problems };
  host.pressure?.start();
  // Its own name, so that a run in another tab is not disturbed.
  const fileName = `check-${crypto.randomUUID()}`;
  const checked = await exclusively(host, async (closeWith) => {
    const support = await probe(host, fileName);
    closeWith(deleteLeftovers(host));
    return support;
  });
  if (checked) return checked;
  const support = await probe(host, fileName);
  void host.deleteFiles(fileName).catch(() => undefined);
  void deleteAfterReload(host).catch(() => undefined);
  return support;
}
