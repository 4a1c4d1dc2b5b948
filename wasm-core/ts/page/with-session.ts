import {
  FILL_BLOCK_BYTES,
  MAX_PAUSES,
  type Client,
  type CpuPressure,
  type Engine,
  type Environment,
  type Layout,
  type Pause,
} from '@opfsmark/schema/documents';
import { flushOf } from '@opfsmark/schema/evidence';
import type { DataFiles, MeasuredRates, Step, TimedStep } from '@opfsmark/schema/schedule';
import type { Progress } from '../api.ts';
import type { StartReply } from '../protocol/messages.ts';
import { sleep } from './clock.ts';
import { RunRefused } from './errors.ts';
import { exclusively, type Core, type Host } from './host.ts';
import { placeOf, type Earlier } from './progress.ts';
import { Session } from './session.ts';

export const UNKNOWN_CLIENT: Client = {
  browser: { family: 'other', major: null },
  os: { family: 'other', major: null },
};

export interface Surroundings {
  readonly engine: Engine;
  readonly core: Pick<Core, 'version' | 'sha256' | 'compiler'>;
  readonly client: Client;
  readonly isolated: boolean;
  readonly clocks: readonly StartReply[];
  readonly layout: Layout;
  readonly visibilityChanges: number;
  readonly cpuPressure: CpuPressure | null;
  readonly pauses: readonly Pause[];
}

/** Files that only the core has are flushed nowhere. */
const WITHOUT_FILES: ReadonlySet<Engine> = new Set(['memory', 'scripted']);

/** The smallest, or 0 of none: of what the workers saw of their clocks. */
function smallest(values: readonly number[]): number {
  return values.length > 0 ? Math.min(...values) : 0;
}

export function clockStepOf(clocks: readonly StartReply[]): number {
  return smallest(clocks.map((clock) => clock.clockStepNs));
}

export function environmentOf(around: Surroundings): Environment {
  return {
    engine: around.engine,
    core_version: around.core.version,
    compiler: around.core.compiler,
    wasm_sha256: around.core.sha256,
    client: around.client,
    cross_origin_isolated: around.isolated,
    // Times of a made-up drive are exact: to the nanosecond in which records are written.
    clock_step_ns: Math.max(1, clockStepOf(around.clocks)),
    clock_call_ns: smallest(around.clocks.map((clock) => clock.clockCallNs)),
    layout: around.layout,
    fill_block_bytes: FILL_BLOCK_BYTES,
    flush_primitive: WITHOUT_FILES.has(around.engine) ? 'none' : (flushOf(around) ?? 'unknown'),
    visibility_changes: around.visibilityChanges,
    ...(around.cpuPressure && { cpu_pressure: around.cpuPressure }),
    ...(around.pauses.length > 0 && { pauses: around.pauses.slice(0, MAX_PAUSES) }),
  };
}

interface SessionSetup {
  readonly files: DataFiles;
  readonly engine: Engine;
  /** From the start to the clean-up. */
  readonly steps: readonly Step[];
  readonly client?: Client | undefined;
  readonly rates?: MeasuredRates | undefined;
  /** What a run had done that goes on after the page has reloaded itself. */
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
  const { client = UNKNOWN_CLIENT, rates = {} } = setup;
  const done = await exclusively(
    host,
    async (closeWith) => {
      const cpuPressure = host.pressure?.end() ?? null;
      const startedAt = new Date();
      const startedMs = host.clock.nowMs();
      const session = new Session(host, { ...setup, rates });
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
