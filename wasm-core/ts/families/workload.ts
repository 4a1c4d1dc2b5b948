import type { Layout } from '@opfsmark/schema/documents';
import type { FamilyId, FamilyPlanOf, FamilyResultOf, MatrixPlan } from '@opfsmark/schema/families';
import type { Step } from '../page/forecast.ts';
import type { Session } from '../page/session.ts';

/** One family of workloads, as the engine sees it: what it needs, and how it measures. */
export interface Workload<Id extends FamilyId> {
  /** The rows whose files and workers the session prepares; a family with a worker of its own asks for the least. */
  files(plan: FamilyPlanOf<Id>): MatrixPlan;
  /** What it does, in order, with the time each step is thought to take. */
  steps(plan: FamilyPlanOf<Id>, layout: Layout): Step[];
  /** Before anything was measured. */
  empty(plan: FamilyPlanOf<Id>, layout: Layout): FamilyResultOf<Id>;
  /**
   * Measures, and hands on the result as it grows: what was handed on last is kept, however it ends. Handles are open and
   * nothing is filled yet. Throws `Stopped` and `CallFailed` on, as they come.
   */
  measure(session: Session, plan: FamilyPlanOf<Id>, publish: (result: FamilyResultOf<Id>) => void): Promise<void>;
}
