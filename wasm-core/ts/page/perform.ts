import { RECORD_FORMAT, type MatrixPlan, type RunRecord } from '@opfsmark/schema/families';
import { hasFiles } from '../protocol/files.ts';
import type { RunOptions, SupportProblem } from '../api.ts';
import { sleep } from './clock.ts';
import { environmentOf, UNKNOWN_CLIENT } from './environment.ts';
import { RunRefused } from './errors.ts';
import { exclusively, type Host } from './host.ts';
import { placeBeforeJobs } from './progress.ts';
import { Session } from './session.ts';

export type SessionOptions = Pick<RunOptions, 'engine' | 'client' | 'signal' | 'onEvent'>;
export type Frame = Pick<RunRecord, 'format' | 'started_at' | 'wall_ms' | 'environment'>;

export async function refuseMissing(host: Host, engine: RunOptions['engine']): Promise<void> {
  const missing = await host.missing();
  // Only the real engine has files.
  const fileProblems: readonly SupportProblem[] = ['no_opfs', 'private_window'];
  const needless = hasFiles(engine ?? 'opfs-sync') ? [] : fileProblems;
  const unmet = missing.filter((problem) => !needless.includes(problem));
  if (unmet.length > 0) throw new RunRefused('unsupported', unmet);
}

/**
 * What every run has around it, whatever it measures: alone under the lock, awake, ended by a page that goes away, its
 * files deleted. `files` says which files and workers it needs; what `measure` returns is put into the frame of a record.
 */
export async function perform<Found>(
  host: Host,
  options: SessionOptions,
  files: MatrixPlan,
  measure: (session: Session) => Promise<Found>,
): Promise<Frame & Found> {
  const { client = UNKNOWN_CLIENT } = options;
  const record = await exclusively(host, async (closeWith) => {
    const startedAt = new Date();
    const startedMs = host.clock.nowMs();
    const session = new Session(host, files, options);
    const page = host.watchPage(() => session.leave());
    const letSleep = host.keepAwake();
    try {
      const found = await measure(session);
      return {
        format: RECORD_FORMAT,
        started_at: startedAt.toISOString(),
        wall_ms: host.clock.nowMs() - startedMs,
        environment: environmentOf({
          engine: session.engine,
          core: host.core,
          client,
          isolated: host.isolated,
          clocks: session.clocks,
          layout: session.layout,
          visibilityChanges: page.changes(),
        }),
        ...found,
      } as const;
    } finally {
      session.enter(placeBeforeJobs('cleaning'));
      session.close();
      page.end();
      letSleep();
      // Ending many workers and deleting a large file may take longer than a Stop may: that is answered first, and
      // whoever wants to run or look for files next waits for the rest.
      const cleaned = session.stopped ? sleep(host.clock, 0).then(() => session.clean()) : session.clean();
      closeWith(cleaned);
      if (!session.stopped) await cleaned.catch(() => undefined);
    }
  });
  if (!record) throw new RunRefused('busy');
  return record;
}
