import { estimate, type MatrixPlan, type RunRecord } from '@opfsmark/schema/families';
import { fileSizes } from '@opfsmark/schema/schedule';
import { whenClosed } from '../page/host.ts';
import { runOn } from '../families/matrix/run.ts';
import type { RunEvent } from '../api.ts';
import { nodeClient } from './client.ts';
import { FolderProblem } from './folder-problem.ts';
import { nodeHost } from './host.ts';
import type { Leftovers } from './leftovers.ts';
import { OwnFolder } from './own-folder.ts';

/** How often the folder is looked for: the drive may be gone without any call having failed. */
const WATCH_PERIOD_MS = 500;

export interface FolderRunOptions {
  /** The folder to be measured: all files lie in one folder that is made inside it, and removed. */
  readonly dir: string;
  readonly plan: MatrixPlan;
  readonly signal?: AbortSignal;
  readonly onEvent?: (event: RunEvent) => void;
  /** Folders that look like ours and are not this run's; told where there are any. */
  readonly onLeftovers?: (found: Leftovers) => void;
  /** The run's own folder could not be deleted, as on a drive that broke: what was measured is kept all the same. */
  readonly onLeftBehind?: (problem: FolderProblem) => void;
}

/**
 * Runs a plan on the drive that a folder lies on: the same core and the same orchestrator as in a browser, with the files
 * of the operating system behind them. Rejects with `FolderProblem` where the folder cannot be measured, and with
 * `RunRefused`; any other end is told by the record.
 */
export async function runInFolder(options: FolderRunOptions): Promise<RunRecord> {
  const { plan, signal, onEvent = () => undefined } = options;
  const folder = new OwnFolder(options.dir);
  const remove = () => {
    try {
      folder.remove();
    } catch (error) {
      if (!(error instanceof FolderProblem)) throw error;
      options.onLeftBehind?.(error);
    }
  };
  // Where the process is ended by whoever had enough of waiting.
  process.once('exit', remove);
  const gone = new AbortController();
  const watch = setInterval(() => {
    if (!folder.inPlace) gone.abort();
  }, WATCH_PERIOD_MS);
  try {
    const leftovers = folder.clearLeftovers();
    if (Object.values(leftovers).some(({ length }) => length > 0)) options.onLeftovers?.(leftovers);
    folder.needSpace(Math.max(...fileSizes(plan, 'shared')));
    folder.sign();
    const record = await runOn(nodeHost(folder), {
      plan,
      // Whoever asked for the folder to be measured was told before.
      agreedToWriteBytes: estimate(plan).bytesWrittenMax,
      engine: 'node',
      client: nodeClient(),
      signal: signal ? AbortSignal.any([signal, gone.signal]) : gone.signal,
      onEvent,
    });
    if (!gone.signal.aborted) return record;
    const detail = 'the drive was unmounted while it was measured';
    return { ...record, status: 'failed', failure: { code: 'handle_lost', detail } };
  } finally {
    clearInterval(watch);
    await whenClosed();
    process.removeListener('exit', remove);
    remove();
  }
}
