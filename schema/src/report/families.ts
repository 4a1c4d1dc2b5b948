import * as REPORTS from '../families/all-reports.ts';
import type { FamilyRecord } from '../families/families.ts';
import type { FamilyId } from '../families/ids.ts';
import { type CommonWords, type Described, type FamilyReport, NO_REPORT } from '../families/report.ts';
import type { FamilyWords } from './names.ts';

/** A run of one family, finished or under way. */
export type Run<Id extends FamilyId = FamilyId> = Described<FamilyRecord<Id>['plan'], FamilyRecord<Id>['result']>;

interface Entry<Id extends FamilyId> {
  readonly english: FamilyWords;
  /** Default: no tables and charts, because its page is its own. */
  report?(run: Run<Id>, words: FamilyWords, common: CommonWords): FamilyReport;
}

/** A family that is missing does not compile. */
const BY_ID: { readonly [Id in FamilyId]: Entry<Id> } = REPORTS;

export const englishOf = (family: FamilyId): FamilyWords => BY_ID[family].english;

/** The report of a family on a run, beside its figures. */
export function familyReport(family: FamilyId, run: Run, words: FamilyWords, common: CommonWords): FamilyReport {
  // Whoever holds a run takes the entry by its family.
  const entry = BY_ID[family] as unknown as Entry<FamilyId>;
  return entry.report?.(run, words, common) ?? NO_REPORT;
}
