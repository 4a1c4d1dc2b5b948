import type { SupportProblem } from '../api.ts';
import { HANDLE_PROBLEMS, hasFiles, SHARED_FILE } from '../protocol/files.ts';
import { CallFailed, CoreNotLoaded, RunRefused } from './errors.ts';
import { attachFiles, detectLayout } from './handles.ts';
import type { Host } from './host.ts';
import { deleteLeftovers } from './prepared.ts';
import type { Session } from './session.ts';

const FILE_PROBLEMS: readonly SupportProblem[] = ['no_opfs', 'private_window', 'storage_blocked'];

/** Refuses what the page alone can tell is missing. Only engines with files need a place for them. */
export async function refuseMissing(host: Host, engine: Parameters<typeof hasFiles>[0]): Promise<void> {
  const missing = await host.missing();
  const unmet = hasFiles(engine) ? missing : missing.filter((problem) => !FILE_PROBLEMS.includes(problem));
  if (unmet.length > 0) throw new RunRefused('unsupported', unmet);
}

/** Refuses what would write more than a person has agreed to. */
export function refuseNotAgreed(bytes: number, agreedToWriteBytes: number): void {
  if (agreedToWriteBytes < bytes) throw new RunRefused('not_agreed', [`writes up to ${bytes} bytes`]);
}

/** What the failure of the first handles says about this page; `null` for one that says nothing about it. */
export function supportProblemOf(error: unknown): { problem: SupportProblem; detail: string } | null {
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
    const known = supportProblemOf(error);
    throw known ? new RunRefused('unsupported', [known.problem], known.detail) : error;
  }
  session.throwIfStopped();
}
