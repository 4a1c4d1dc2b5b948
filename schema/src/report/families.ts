import type { FamilyId } from '../families/ids.ts';
import type { FamilyRecord } from '../families/families.ts';
import type { CommonWords, Described, FamilyReport } from '../families/report.ts';
import appStorage from '../families/app-storage/en.ts';
import { appStorageReport } from '../families/app-storage/report.ts';
import database from '../families/database/en.ts';
import { databaseReport } from '../families/database/report.ts';
import durability from '../families/durability/en.ts';
import { durabilityReport } from '../families/durability/report.ts';
import underLoad from '../families/latency-under-load/en.ts';
import { underLoadReport } from '../families/latency-under-load/report.ts';
import matrix from '../families/matrix/en.ts';
import { matrixReport } from '../families/matrix/report.ts';
import pickedFile from '../families/picked-file/en.ts';
import { pickedFileReport } from '../families/picked-file/report.ts';
import pickedFolder from '../families/picked-folder/en.ts';
import { pickedFolderReport } from '../families/picked-folder/report.ts';
import smallFiles from '../families/small-files/en.ts';
import { smallFilesReport } from '../families/small-files/report.ts';
import stutter from '../families/stutter/en.ts';
import sustained from '../families/sustained/en.ts';
import { sustainedReport } from '../families/sustained/report.ts';
import sweep from '../families/sweep/en.ts';
import { sweepReport } from '../families/sweep/report.ts';
import type { FamilyWords } from './names.ts';

/** A run of one family, finished or under way. */
export type Run<Id extends FamilyId = FamilyId> = Described<FamilyRecord<Id>['plan'], FamilyRecord<Id>['result']>;

interface Entry<Id extends FamilyId> {
  readonly english: FamilyWords;
  report?(run: Run<Id>, words: FamilyWords, common: CommonWords): FamilyReport;
}

/** What each family says: one without tables and charts here has a page of its own. */
const FAMILIES: { readonly [Id in FamilyId]: Entry<Id> } = {
  matrix: { english: matrix, report: matrixReport },
  stutter: { english: stutter },
  'small-files': { english: smallFiles, report: smallFilesReport },
  'block-sweep': { english: sweep, report: sweepReport },
  'queue-sweep': { english: sweep, report: sweepReport },
  durability: { english: durability, report: durabilityReport },
  'latency-under-load': { english: underLoad, report: underLoadReport },
  sustained: { english: sustained, report: sustainedReport },
  database: { english: database, report: databaseReport },
  'app-storage': { english: appStorage, report: appStorageReport },
  'picked-folder': { english: pickedFolder, report: pickedFolderReport },
  'picked-file': { english: pickedFile, report: pickedFileReport },
};

export const englishOf = (family: FamilyId): FamilyWords => FAMILIES[family].english;

/** What a family says of a run beside its figures. */
export function familyReport(family: FamilyId, run: Run, words: FamilyWords, common: CommonWords): FamilyReport {
  // Whoever holds a run takes the entry by its family.
  const entry = FAMILIES[family] as unknown as Entry<FamilyId>;
  return entry.report?.(run, words, common) ?? { lead: [], hints: [], parts: [] };
}
