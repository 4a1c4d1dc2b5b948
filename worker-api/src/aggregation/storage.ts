import { dayOf } from '../base/days.ts';
import type { Db, Env } from '../base/env.ts';
import { logError } from '../base/log.ts';
import { ALARM_PERCENT, sharesOf } from '../base/storage.ts';
import {
  readDatabaseBytes,
  selectStorage,
  takeDocumentChanges,
  writeStorage,
  type MeasuredStorage,
} from '../store/storage.ts';
import { selectSweep } from '../store/sweep.ts';

/** Measures what is used, and logs an error for each part that is nearly full. */
export async function measureStorage(env: Env, nowMs: number): Promise<void> {
  const before = await selectStorage(env.DB);
  const { counted_ms, ...documents } = await countDocuments(env.DB, nowMs);
  const used = { database_bytes: await readDatabaseBytes(env.DB), ...documents };
  const day = dayOf(nowMs);
  const day_bytes = before?.day === day ? before.day_bytes : used.database_bytes;
  await writeStorage(env.DB, { ...used, at_ms: nowMs, counted_ms, day, day_bytes }).run();
  for (const { what, limit, percent } of sharesOf(used, env)) {
    if (percent > ALARM_PERCENT) logError('storage', new Error(`${what}: ${percent} % of ${limit}`));
  }
}

/** The documents of the last whole sweep, and since then those of new runs less the deleted ones, each as large as their mean. */
async function countDocuments(
  db: Db,
  nowMs: number,
): Promise<Pick<MeasuredStorage, 'documents' | 'document_bytes' | 'counted_ms'>> {
  const [{ counted, counted_ms }, before] = [await selectSweep(db), await selectStorage(db)];
  const isNewSweep = before?.counted_ms !== counted_ms;
  const { added, deleted } = await takeDocumentChanges(db, isNewSweep ? counted_ms : before.at_ms, nowMs);
  const documents = isNewSweep ? counted.objects + added : Math.max(0, before.documents + added - deleted);
  const mean = counted.objects === 0 ? 0 : counted.bytes / counted.objects;
  return { documents, document_bytes: Math.round(documents * mean), counted_ms };
}
