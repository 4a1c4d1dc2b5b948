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
import { atMost, sleep } from './clock.ts';
import { RunRefused } from './errors.ts';
import { exclusively, type Core, type Host, whenClosed } from './host.ts';
import { placeOf, ProgressMeter, type Earlier } from './progress.ts';
import { PROGRESS_PERIOD_MS, Session } from './session.ts';

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

export function environmentOf(surroundings: Surroundings): Environment {
  return {
    engine: surroundings.engine,
    core_version: surroundings.core.version,
    compiler: surroundings.core.compiler,
    wasm_sha256: surroundings.core.sha256,
    client: surroundings.client,
    cross_origin_isolated: surroundings.isolated,
    // Times of a made-up drive are exact: to the nanosecond in which records are written.
    clock_step_ns: Math.max(1, clockStepOf(surroundings.clocks)),
    clock_call_ns: smallest(surroundings.clocks.map((clock) => clock.clockCallNs)),
    layout: surroundings.layout,
    fill_block_bytes: FILL_BLOCK_BYTES,
    flush_primitive: WITHOUT_FILES.has(surroundings.engine) ? 'none' : (flushOf(surroundings) ?? 'unknown'),
    visibility_changes: surroundings.visibilityChanges,
    ...(surroundings.cpuPressure && { cpu_pressure: surroundings.cpuPressure }),
    ...(surroundings.pauses.length > 0 && { pauses: surroundings.pauses.slice(0, MAX_PAUSES) }),
  };
}

interface SessionSetup {
  readonly files: DataFiles;
  readonly engine: Engine;
  /** From the start to the clean-up. */
  readonly steps: readonly Step[];
  readonly client?: Client | undefined;
  readonly rates?: MeasuredRates | undefined;
  /** The work of a run that goes on after the page has reloaded itself. */
  readonly earlier?: Earlier | undefined;
  readonly lease?: string | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly onProgress: (progress: Progress) => void;
  readonly onTimed: (steps: readonly TimedStep[]) => void;
}

/** The fields that every record has of a run, whatever it measured. */
export interface Frame {
  readonly started_at: string;
  readonly wall_ms: number;
  readonly environment: Environment;
}

interface Ended {
  readonly status: 'done' | 'stopped' | 'failed';
}

/** On a drive that fails a deletion may take minutes, and who has lost one is not to wait for that. */
export const CLEANING_PATIENCE_MS = 3_000;

/**
 * Waits until the files of the run before are gone, and shows that: until then a drive that dies answers no other question. Who stops
 * the run does not wait: the frame of a run that never began; else `null`.
 */
export async function waitForLastCleaning(
  { clock, core, isolated }: Host,
  { engine, client = UNKNOWN_CLIENT, steps, rates = {}, signal, onProgress }: SessionSetup,
): Promise<Frame | null> {
  const startedAt = new Date();
  const startedMs = clock.nowMs();
  const meter = new ProgressMeter(clock, steps, rates);
  meter.enter(placeOf('cleaning'), null);
  const cancel = clock.runEvery(PROGRESS_PERIOD_MS, () => onProgress(meter.read(null)));
  const isOver = await Promise.race([whenClosed().then(() => true), whenAborted(signal).then(() => false)]);
  cancel();
  if (isOver) return null;
  const surroundings = { clocks: [], layout: 'shared', visibilityChanges: 0, cpuPressure: null, pauses: [] } as const;
  return {
    started_at: startedAt.toISOString(),
    wall_ms: clock.nowMs() - startedMs,
    environment: environmentOf({ engine, core, client, isolated, ...surroundings }),
  };
}

const whenAborted = (signal: AbortSignal | undefined) =>
  new Promise<void>((resolve) => {
    if (signal?.aborted) resolve();
    else signal?.addEventListener('abort', () => resolve(), { once: true });
  });

/**
 * Runs `use` with what every run has around it: alone under the lock, awake, ended by a page that goes away, its files
 * deleted.
 */
export async function withSession<Outcome extends Ended>(
  host: Host,
  setup: SessionSetup,
  use: (session: Session, frameSoFar: () => Frame) => Promise<Outcome>,
): Promise<{ readonly frame: Frame; readonly outcome: Outcome }> {
  const { client = UNKNOWN_CLIENT, rates = {} } = setup;
  const outcome = await exclusively(
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
        const cleanup = session.stopped ? sleep(host.clock, 0).then(() => session.clean()) : session.clean();
        closeWith(cleanup);
        if (session.stopped) return;
        await atMost(host.clock, CLEANING_PATIENCE_MS, cleanup);
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
      let result: Outcome;
      try {
        session.enter(placeOf('preparing'), setup.steps[0]);
        result = await use(session, frameSoFar);
      } catch (error) {
        await clean(false);
        throw error;
      }
      const frame = frameSoFar();
      // The step under way in a run that is not done was cut off.
      await clean(result.status === 'done');
      setup.onTimed(session.timed);
      return { frame, outcome: result };
    },
    { lease: setup.lease, isPatient: true },
  );
  if (!outcome) throw new RunRefused('busy');
  return outcome;
}
