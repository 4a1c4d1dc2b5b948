import { FAMILY_IDS, type FamilyId } from '../src/families/ids.ts';
import { isRecordOf } from '../src/families/families.ts';
import type { RunRecord } from '../src/families/checks.ts';

const FILES = import.meta.glob<RunRecord>('../../fixtures/records/*-*.json', { eager: true, import: 'default' });

/** Records of real runs by the name of their file: see fixtures/records/README.md. */
export const REAL_RECORDS = Object.entries(FILES).map(
  ([path, record]) => [/([^/]+)\.json$/.exec(path)?.[1] ?? path, record] as const,
);

export function realRecord(name: string): RunRecord {
  const entry = REAL_RECORDS.find(([recordName]) => recordName === name);
  if (!entry) throw new Error(`no real record ${name}`);
  return entry[1];
}

/** One real record of each family. */
export const REAL_FAMILIES: readonly (readonly [FamilyId, RunRecord])[] = FAMILY_IDS.map((id) => {
  const entry = REAL_RECORDS.find(([, record]) => isRecordOf(record, id));
  if (!entry) throw new Error(`no real record of ${id}`);
  return [id, entry[1]];
});
