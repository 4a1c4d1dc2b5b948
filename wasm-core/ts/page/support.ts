import { MESSAGE_NS } from '@opfsmark/schema/checkup';
import type { Support, SupportProblem } from '../api.ts';
import { HANDLE_PROBLEMS, hasFiles, SHARED_FILE } from '../protocol/files.ts';
import { CallFailed, CoreNotLoaded, RunRefused, Stopped } from './errors.ts';
import { attachFiles, detectLayout } from './handles.ts';
import { compileCore, deleteLeftovers, exclusively, type Host } from './host.ts';
import type { Session } from './session.ts';
import { watch, WorkerPool } from './worker-pool.ts';

const FILE_PROBLEMS: readonly SupportProblem[] = ['no_opfs', 'storage_failed', 'private_window', 'storage_blocked'];

/** Refuses what the page alone can tell is missing. Only engines with files need a place for them. */
export async function refuseMissing(host: Host, engine: Parameters<typeof hasFiles>[0]): Promise<void> {
  const problems = await host.missing();
  const relevantProblems = hasFiles(engine) ? problems : problems.filter((problem) => !FILE_PROBLEMS.includes(problem));
  if (relevantProblems.length > 0) throw new RunRefused('unsupported', relevantProblems);
}

/** Refuses what would write more than a person has agreed to. */
export function refuseNotAgreed(bytes: number, agreedToWriteBytes: number): void {
  if (agreedToWriteBytes < bytes) throw new RunRefused('not_agreed', [`writes up to ${bytes} bytes`]);
}

/** The problem of this page by the failure of the first handles; `null` for one that says nothing about it. */
function supportProblemOf(error: unknown): { problem: SupportProblem; detail: string } | null {
  if (error instanceof CoreNotLoaded) return { problem: 'core_not_loaded', detail: error.message };
  if (!(error instanceof CallFailed)) return null;
  const { code, detail } = error.failure;
  for (const problem of ['no_sync_handles', 'old_sync_handles'] as const) {
    if (detail.startsWith(HANDLE_PROBLEMS[problem])) return { problem, detail };
  }
  if (detail.startsWith('SecurityError')) return { problem: 'private_window', detail };
  return code === 'not_allowed' ? { problem: 'probe_failed', detail } : null;
}

/** Deletes leftovers, starts the workers, finds out the layout and opens the files. */
export async function startSession(session: Session): Promise<void> {
  const { host, engine } = session;
  if (hasFiles(engine) && !session.isResumed) await session.unlessStopped(deleteLeftovers(host));
  try {
    await session.startPool();
    session.layout = await detectLayout(session.pool, SHARED_FILE);
    await attachFiles(session.pool, session.fileSet, 'new');
  } catch (error) {
    const refusal = supportProblemOf(error);
    throw refusal ? new RunRefused('unsupported', [refusal.problem], refusal.detail) : error;
  }
  session.throwIfStopped();
}

function refusalOf(error: unknown): Support {
  const refusal = supportProblemOf(error);
  if (refusal) return { ok: false, problems: [refusal.problem], detail: refusal.detail };
  if (!(error instanceof CallFailed)) return { ok: false, problems: ['probe_failed'], detail: String(error) };
  const { code, detail } = error.failure;
  const isFull = code === 'quota_exceeded' || code === 'disk_full';
  return { ok: false, problems: [isFull ? 'no_space' : 'probe_failed'], detail };
}

const READS_PER_SAMPLE = 8;
const SMALL_BLOCK_BYTES = 4096;
/** The least of them counts, so that a busy computer is not taken for a private window. */
const SAMPLES = 8;

/** A doubt alone: where it cannot be found out, the page measures all the same. */
async function findMemoryBacked(pool: WorkerPool, fileName: string): Promise<boolean> {
  const file = { fileName, create: true, mode: 'readwrite-unsafe' } as const;
  const sample = { of: 'hole', places: Array.from({ length: READS_PER_SAMPLE }, () => 0) } as const;
  try {
    await pool.one(0, 'attach', file);
    const samples = Array.from({ length: SAMPLES }, () => sample);
    const { ns } = await pool.one(0, 'sample', { file, blockBytes: SMALL_BLOCK_BYTES, samples });
    return Math.min(...ns) > READS_PER_SAMPLE * MESSAGE_NS;
  } catch (error) {
    if (error instanceof CallFailed && error.failure.code !== 'worker_died') return false;
    throw error;
  } finally {
    await Promise.allSettled([pool.one(0, 'detach', {})]);
  }
}

/** Opens two handles on one file, in two workers. */
async function probe(host: Host, fileName: string): Promise<Support> {
  const pool = new WorkerPool(host.spawn, 2);
  const unwatch = watch(
    host.clock,
    () => pool,
    (reason) => pool.terminate(reason),
  );
  try {
    await pool.start(await compileCore(host), 'opfs-sync');
    const layout = await detectLayout(pool, fileName);
    // Where two handles are refused, one must do.
    if (layout === 'per-worker') await pool.one(0, 'attach', { fileName, create: true, mode: 'readwrite' });
    // Other browsers refuse storage to a private window.
    const isMemoryBacked = layout === 'shared' && (await findMemoryBacked(pool, fileName));
    return { ok: true, layout, isMemoryBacked, spaceBytes: await host.spaceLeft().catch(() => null) };
  } catch (error) {
    return refusalOf(error);
  } finally {
    unwatch();
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
  const lockedSupport = await exclusively(host, async (closeWith) => {
    const support = await probe(host, fileName);
    closeWith(deleteLeftovers(host));
    return support;
  });
  if (lockedSupport) return lockedSupport;
  const support = await probe(host, fileName);
  void host.deleteFiles(fileName).catch(() => undefined);
  void deleteAfterReload(host).catch(() => undefined);
  return support;
}
