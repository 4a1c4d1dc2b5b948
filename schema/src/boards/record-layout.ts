import { SUITE_VERSION } from '../documents/bounds.ts';
import {
  changedParameters,
  FAMILY_IDS,
  planChanges,
  type FamilyId,
  type FamilyRecord,
  type MatrixPlan,
  type RunRecord,
} from '../families/index.ts';
import type { BoardLayout } from './layout.ts';

/** Parameters of the grid that may be changed without making the numbers another thing. */
const FREE_PARAMETERS = new Set<keyof MatrixPlan>([
  'rows',
  'directions',
  'loops',
  'interval_s',
  'verify',
  'until_stable',
]);
/** The same for what was picked, by their names in links. */
const FREE_PICKED_PARAMETERS = new Set(['reads', 'files', 'pairs', 'limit']);

function matrixLayout({ plan, environment }: FamilyRecord<'matrix'>): BoardLayout | null {
  const isFree = (key: keyof MatrixPlan) => FREE_PARAMETERS.has(key) || (key === 'cache' && plan.cache === 'as-is');
  if (!changedParameters(plan).every(isFree)) return null;
  if (environment.engine === 'node' || environment.engine === 'node-direct') return environment.engine;
  return environment.engine === 'opfs-sync' ? environment.layout : null;
}

function pickedLayout(record: FamilyRecord<'picked-folder' | 'picked-file'>): BoardLayout | null {
  const { family, plan, environment } = record;
  if (!planChanges(plan).every(([parameter]) => FREE_PICKED_PARAMETERS.has(parameter))) return null;
  return environment.engine === family ? family : null;
}

/** Another profile puts and reads more, so that its stores are larger and write back at other moments. */
function appStorageLayout({ plan, environment }: FamilyRecord<'app-storage'>): BoardLayout | null {
  const isSameWork = plan.profile === 'quick' && planChanges(plan).every(([parameter]) => parameter === 'contenders');
  return isSameWork && environment.engine === 'opfs-sync' ? 'app-storage' : null;
}

/** Another budget or limit ends before another part of the drive's cache is full. */
function sustainedLayout({ plan, environment }: FamilyRecord<'sustained'>): BoardLayout | null {
  const isSameWork = plan.profile === 'quick' && planChanges(plan).length === 0;
  return isSameWork && environment.engine === 'opfs-sync' ? 'sustained' : null;
}

/** On which boards runs of a family stand; `null`: on none. Members are methods for the reason that `FamilyPlan` gives. */
const LAYOUTS = {
  matrix: { of: matrixLayout },
  stutter: null,
  'small-files': null,
  'block-sweep': null,
  'queue-sweep': null,
  durability: null,
  sustained: { of: sustainedLayout },
  database: null,
  'app-storage': { of: appStorageLayout },
  'picked-folder': { of: pickedLayout },
  'picked-file': { of: pickedLayout },
} as const satisfies { readonly [Id in FamilyId]: { of(record: FamilyRecord<Id>): BoardLayout | null } | null };

/** A family whose runs can be ranked: `evidence` says what they must show. */
export type RankedFamilyId = { [Id in FamilyId]: (typeof LAYOUTS)[Id] extends null ? never : Id }[FamilyId];

export const RANKED_FAMILIES: ReadonlySet<FamilyId> = new Set(FAMILY_IDS.filter((id) => LAYOUTS[id] !== null));

/** On which boards a run may stand; `null` for what cannot be compared: other families, engines or plans of one's own. */
export function boardLayoutOf(record: RunRecord): BoardLayout | null {
  if (record.plan.suite !== SUITE_VERSION) return null;
  const family: { of(record: RunRecord): BoardLayout | null } | null = LAYOUTS[record.family];
  return family?.of(record) ?? null;
}
