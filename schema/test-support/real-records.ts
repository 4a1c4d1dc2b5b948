import { FAMILY_IDS, isRecordOf, type FamilyId, type RunRecord } from '../src/families/index.ts';

const FILES = import.meta.glob<RunRecord>('../../worker-api/proof/real/*-*.json', { eager: true, import: 'default' });

/** Records of real runs by the name of their file: see worker-api/proof/real/README.md. */
export const REAL_RECORDS = Object.entries(FILES).map(
  ([path, record]) => [/([^/]+)\.json$/.exec(path)?.[1] ?? path, record] as const,
);

export function realRecord(name: string): RunRecord {
  const found = REAL_RECORDS.find(([own]) => own === name);
  if (!found) throw new Error(`no real record ${name}`);
  return found[1];
}

/** One real record of each family. */
export const REAL_FAMILIES: readonly (readonly [FamilyId, RunRecord])[] = FAMILY_IDS.map((id) => {
  const found = REAL_RECORDS.find(([, record]) => isRecordOf(record, id));
  if (!found) throw new Error(`no real record of ${id}`);
  return [id, found[1]];
});
