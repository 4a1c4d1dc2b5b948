import type { Client, Engine, Environment } from '@opfsmark/schema/documents';
import type { Earlier } from './progress.ts';
import type { DataFiles, Paces, Step, TimedStep } from '@opfsmark/schema/schedule';
import type { Progress } from '../api.ts';
import { sleep } from './clock.ts';
import { environmentOf, UNKNOWN_CLIENT } from './environment.ts';
import { RunRefused } from './errors.ts';
import { exclusively, type Host } from './host.ts';
import { placeOf } from './progress.ts';
import { Session } from './session.ts';

interface SessionSetup {
  readonly files: DataFiles;
  readonly engine: Engine;
  /** From the start to the clean-up. */
  readonly steps: readonly Step[];
  readonly client?: Client | undefined;
  readonly paces?: Paces | undefined;
  /** Of a run that goes on after the page has reloaded itself. */
  readonly earlier?: Earlier | undefined;
  readonly lease?: string | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly onProgress: (progress: Progress) => void;
  readonly onTimed: (steps: readonly TimedStep[]) => void;
}

/** What every record says of a run, whatever it measured. */
export interface Frame {
  readonly started_at: string;
  readonly wall_ms: number;
  readonly environment: Environment;
}

interface Ended {
  readonly status: 'done' | 'stopped' | 'failed';
}

/**
 * Runs `use` with what every run has around it: alone under the lock, awake, ended by a page that goes away, its files
 * deleted.
 */
export async function withSession<Found extends Ended>(
  host: Host,
  setup: SessionSetup,
  use: (session: Session, frameSoFar: () => Frame) => Promise<Found>,
): Promise<{ readonly frame: Frame; readonly found: Found }> {
  const { client = UNKNOWN_CLIENT, paces = {} } = setup;
  const done = await exclusively(
    host,
    async (closeWith) => {
      const cpuPressure = host.pressure?.end() ?? null;
      const startedAt = new Date();
      const startedMs = host.clock.nowMs();
      const session = new Session(host, { ...setup, paces });
      const page = host.watchPage(() => session.leave());
      const letSleep = host.keepAwake();
      const clean = async (isTimed: boolean) => {
        if (!isTimed) session.abandonStep();
        session.enter(placeOf('cleaning'), setup.steps.at(-1));
        session.close();
        page.end();
        letSleep();
        host.pressure?.start();
        // Ending many workers and deleting a large file may take longer than a Stop may: that is answered first, and
        // whoever wants to run or look for files next waits for the rest.
        const cleaned = session.stopped ? sleep(host.clock, 0).then(() => session.clean()) : session.clean();
        closeWith(cleaned);
        if (session.stopped) return;
        await cleaned.catch(() => undefined);
        session.progress.finishStep();
      };
      const frameSoFar = (): Frame => ({
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
          cpuPressure,
          pauses: session.pauses,
        }),
      });
      let found: Found;
      try {
        session.enter(placeOf('preparing'), setup.steps[0]);
        found = await use(session, frameSoFar);
      } catch (error) {
        await clean(false);
        throw error;
      }
      const frame = frameSoFar();
      // The step under way in a run that is not done was cut off.
      await clean(found.status === 'done');
      setup.onTimed(session.timed);
      return { frame, found };
    },
    { lease: setup.lease, isPatient: true },
  );
  if (!done) throw new RunRefused('busy');
  return done;
}
