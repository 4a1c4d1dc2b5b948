import { SUITE_VERSION } from '../documents/bounds.ts';
import type { BoardLayout } from '../documents/board-layout.ts';
import { FAMILY_IDS, familyOf, type FamilyId, type RunRecord } from '../families/index.ts';

/** Families whose runs can be ranked. */
export const RANKED_FAMILIES: ReadonlySet<FamilyId> = new Set(FAMILY_IDS.filter((id) => familyOf(id).boardLayout));

/** On which boards a run may stand; `null` for what cannot be compared: other families, engines or plans of one's own. */
export function boardLayoutOf(record: RunRecord): BoardLayout | null {
  if (record.plan.suite !== SUITE_VERSION) return null;
  return familyOf(record.family).boardLayout?.(record) ?? null;
}
