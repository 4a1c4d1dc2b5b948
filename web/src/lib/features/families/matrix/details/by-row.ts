import { rowName, type JobResult } from '@opfsmark/schema/documents';
import type { FamilyRecord } from '@opfsmark/schema/families';

/** Row by row, read beside write, as in the grid. */
export function jobsByRow({ plan, result }: FamilyRecord<'matrix'>): JobResult[] {
  const names = plan.rows.map(rowName);
  const placeOf = ({ row }: JobResult) => names.indexOf(rowName(row));
  return result.jobs.toSorted((a, b) => placeOf(a) - placeOf(b));
}
