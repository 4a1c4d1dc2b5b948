import { SUITE_VERSION } from '../documents/bounds.ts';
import {
  changedParameters,
  isRecordOf,
  planChanges,
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
/** The same for a picked folder, by their names in links. */
const FREE_PICKED_PARAMETERS = new Set(['reads', 'files']);

function matrixLayout({ plan, environment }: FamilyRecord<'matrix'>): BoardLayout | null {
  if (!changedParameters(plan).every((key) => FREE_PARAMETERS.has(key))) return null;
  if (environment.engine === 'node') return 'node';
  return environment.engine === 'opfs-sync' ? environment.layout : null;
}

function pickedLayout({ plan, result, environment }: FamilyRecord<'picked-folder'>): BoardLayout | null {
  if (!planChanges(plan).every(([parameter]) => FREE_PICKED_PARAMETERS.has(parameter))) return null;
  const layout = result.source === 'folder' ? 'picked-folder' : 'picked-file';
  // A file may be smaller than what the plan reads of it.
  const read = result.cells.find(({ place, step }) => place === 'picked' && step === 'seq_read');
  const whole = layout === 'picked-folder' || read?.bytes === plan.file_bytes;
  return environment.engine === layout && whole ? layout : null;
}

/** On which boards a run may stand; `null` for what cannot be compared: other families, engines or plans of one's own. */
export function boardLayoutOf(record: RunRecord): BoardLayout | null {
  if (record.plan.suite !== SUITE_VERSION) return null;
  if (isRecordOf(record, 'matrix')) return matrixLayout(record);
  return isRecordOf(record, 'picked-folder') ? pickedLayout(record) : null;
}
