import type * as z from 'zod/mini';
import type { Engine, Layout } from '@opfsmark/schema/documents';
import type { FamilyId, FamilyPlan, PlanOf, ResultOf } from '@opfsmark/schema/families';
import type { DataFiles, Step } from '@opfsmark/schema/schedule';
import type { Reloading } from './reloading.ts';
import type { Session } from './session.ts';

/** Hands on all that is known so far. What was handed on last goes into the record, however the run ends. */
export type Publish<Id extends FamilyId> = (result: ResultOf<Id>) => void;

/** One family, as the engine sees it: its plans, the files it needs, and how it measures. */
export interface Workload<Id extends FamilyId> {
  readonly plans: FamilyPlan<PlanOf<Id>, ResultOf<Id>>;
  /** What a plan from outside must be. */
  readonly schema: z.ZodMiniType<PlanOf<Id>>;
  /** What the session prepares; none for a family whose own worker makes what it measures. */
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
