import { isRecordOf, type FamilyId, type FamilyRecord, type RunRecord } from '@opfsmark/schema/families';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './paths.ts';

/** A record of a real run: see worker-api/proof/real. */
export function realRecord(name: string): RunRecord {
  return JSON.parse(readFileSync(join(ROOT, `worker-api/proof/real/chromium-${name}.json`), 'utf8')) as RunRecord;
}

/** The same, of a family that the caller knows. */
export function realRecordOf<Id extends FamilyId>(name: string, family: Id): FamilyRecord<Id> {
  const record = realRecord(name);
  if (!isRecordOf(record, family)) throw new Error(`${name} is no record of ${family}.`);
  return record;
}
