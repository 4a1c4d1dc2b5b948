import { MAX_PAUSES, type Engine, type Layout } from '@opfsmark/schema/documents';
import { RELOAD_STEP_ID } from '@opfsmark/schema/families/app-storage/plan';
import type { FamilyId, FamilyPlan, PlanOf, ResultOf } from '@opfsmark/schema/families';
import type { DataFiles, Step, TimedStep } from '@opfsmark/schema/schedule';
import type * as z from 'zod/mini';
import type { PausedRun, RunOptions } from '../api.ts';
import type { Host } from './host.ts';
import type { Session } from './session.ts';
import type { Frame } from './with-session.ts';

/** The steps that are left when the page has come back: the start of every run, then those from the reload on. */
export function stepsAfterReload(steps: readonly Step[]): Step[] {
  return [...steps.slice(0, 1), ...steps.slice(steps.findIndex(({ id }) => id === RELOAD_STEP_ID))];
}

/** The whole run, of which `frame` is the part after the reload. The reload itself is not counted. */
export function withPaused(frame: Frame, { record }: PausedRun): Frame {
  const { environment, started_at, wall_ms } = record;
  const { cpu_pressure: _, pauses: laterPauses = [], ...rest } = frame.environment;
  const pauses = [
    ...(environment.pauses ?? []),
    ...laterPauses.map((pause) => ({ ...pause, after_ms: wall_ms + pause.after_ms })),
  ];
  return {
    started_at,
    wall_ms: wall_ms + frame.wall_ms,
    environment: {
      ...rest,
      visibility_changes: environment.visibility_changes + frame.environment.visibility_changes,
      ...(environment.cpu_pressure && { cpu_pressure: environment.cpu_pressure }),
      ...(pauses.length > 0 && { pauses: pauses.slice(0, MAX_PAUSES) }),
    },
  };
}

interface ReloadingOptions extends Pick<RunOptions, 'onReload' | 'resume'> {
  readonly host: Host;
  readonly session: Session;
  readonly recordSoFar: () => PausedRun['record'];
  readonly onTimed: (steps: readonly TimedStep[]) => void;
}

/** Lets the page reload itself in the middle of a run, where it can and whoever began the run goes on with it. */
export class Reloading {
  readonly #options: ReloadingOptions;

  constructor(options: ReloadingOptions) {
    this.#options = options;
  }

  /** The state of the run before the reload. */
  get paused(): PausedRun | null {
    return this.#options.resume ?? null;
  }

  get isPossible(): boolean {
    const { host, onReload } = this.#options;
    return this.paused === null && host.reloads !== undefined && onReload !== undefined;
  }

  /** Hands over all that is known to whoever reloads the page. `false`: the page stays. */
  begin(acknowledged: PausedRun['acknowledged']): boolean {
    const { host, session, recordSoFar, onReload, onTimed } = this.#options;
    const lease = host.reloads?.begin() ?? null;
    if (lease === null) return false;
    session.isReloading = true;
    onTimed(session.timed);
    const bytesWritten = session.progress.bytesWritten(session.pool.control);
    try {
      if (onReload?.({ lease, record: recordSoFar(), acknowledged, bytesWritten })) return true;
    } catch {
      // A run that cannot be kept cannot be resumed.
    }
    this.cancel();
    return false;
  }

  /** The page is still there, and stays. */
  cancel(): void {
    const { host, session } = this.#options;
    if (!session.isReloading) return;
    session.isReloading = false;
    host.reloads?.cancel();
  }
}

/** Hands on all that is known so far. What was handed on last goes into the record, however the run ends. */
type Publish<Id extends FamilyId> = (result: ResultOf<Id>) => void;

/** One family, as the engine sees it: its plans, the files it needs, and how it measures. */
export interface Workload<Id extends FamilyId> {
  readonly plans: FamilyPlan<PlanOf<Id>, ResultOf<Id>>;
  /** The schema that a plan from outside must fit. */
  readonly schema: z.ZodMiniType<PlanOf<Id>>;
  /** The files that the session prepares; none for a family whose own worker makes what it measures. */
  files(plan: PlanOf<Id>): DataFiles;
  /** All files that lie there at once. Default: `files`. */
  fileSets?(plan: PlanOf<Id>): DataFiles[];
  /**
   * Measures. Files are open and not yet filled. Throws `Stopped` and `CallFailed` on, as they come, and `RunRefused` only
   * before it writes anything.
   */
  measure(session: Session, plan: PlanOf<Id>, publish: Publish<Id>, reloading: Reloading): Promise<void>;

  /** Default: that of the options. */
  readonly engine?: Engine;
  /** Default: those of the schema. */
  steps?(plan: PlanOf<Id>, layout: Layout): Step[];
  /** Last chance to refuse: the layout is known, and nothing is written. */
  checkReady?(session: Session, plan: PlanOf<Id>): Promise<void>;
}
