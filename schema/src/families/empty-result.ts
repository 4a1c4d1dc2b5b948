import type { Layout } from '../documents/environment.ts';
import type { FamilyId } from './ids.ts';
import type { Plan, PlanOf } from './plan-table.ts';
import type { Result, ResultOf } from './result-table.ts';

/** What each family knows before anything was measured. */
export const EMPTY_RESULTS: { readonly [Id in FamilyId]: (plan: PlanOf<Id>, layout: Layout) => ResultOf<Id> } = {
  matrix: () => ({ family: 'matrix', floors: [], jobs: [] }),
  stutter: (_, layout) => ({ family: 'stutter', layout }),
  'small-files': () => ({ family: 'small-files', cases: [] }),
  'block-sweep': (_, layout) => ({ family: 'block-sweep', layout, jobs: [] }),
  'queue-sweep': (_, layout) => ({ family: 'queue-sweep', layout, jobs: [] }),
  durability: (_, layout) => ({ family: 'durability', layout, none: [], end: [], each: [] }),
  sustained: ({ queues }, layout) => ({
    family: 'sustained',
    layout,
    workers: queues,
    ended: 'stopped',
    elapsed_us: '',
    total_us: '',
  }),
  database: () => ({
    family: 'database',
    sqlite_version: '0.0.0',
    vfs: 'opfs-sahpool',
    page_bytes: 0,
    database_bytes: 0,
    verified_rows: 0,
    phases: [],
  }),
  'app-storage': () => ({ family: 'app-storage', rows: [] }),
  'picked-folder': () => ({ family: 'picked-folder', cells: [] }),
  'picked-file': () => ({ family: 'picked-file', in_order: [] }),
};

/** The one by which any plan of this family begins. */
export function emptyResultOf(plan: Plan, layout: Layout): Result {
  const empty = EMPTY_RESULTS[plan.family] as (plan: Plan, layout: Layout) => Result;
  return empty(plan, layout);
}
