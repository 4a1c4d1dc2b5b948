import { HOUR_MS } from '../base/days.ts';
import type { Db, Env } from '../base/env.ts';
import { OBJECTS_PER_CALL } from '../base/limits.ts';
import { logError } from '../base/problem.ts';
import { deleteDocument, documentKey, parseDocumentKey } from '../store/documents.ts';
import { clearLeftDocument, selectDocumentNames, selectLeftDocuments } from '../store/runs.ts';
import {
  type MeasuredStorage,
  EMPTY_BUCKET,
  readDatabaseBytes,
  selectStorage,
  selectSweep,
  sharesOf,
  takeDocumentChanges,
  writeStorage,
  writeSweep,
} from '../store/storage.ts';

/** Above this the log has an error for alerts. */
const ALARM_PERCENT = 80;

/** An upload writes its row within seconds of its document. */
const GRACE_MS = HOUR_MS;
const LEFT_PER_CALL = 100;
/** A database that was restored a moment ago may know no runs yet: where most documents have none, none is deleted. */
const MAX_ORPHAN_SHARE = 0.5;
const MIN_OBJECTS_FOR_SHARE = 100;

/** Deletes documents of deleted runs that could not be deleted at once. */
export async function deleteLeftDocuments(env: Env): Promise<void> {
  for (const name of await selectLeftDocuments(env.DB, LEFT_PER_CALL)) {
    if (await deleteDocument(env.DOCUMENTS, name)) await clearLeftDocument(env.DB, name.run_id).run();
  }
}

/**
 * Looks at the next documents in the bucket and deletes those that belong to no run: what an upload left that ended before
 * it wrote its row. Each call goes on where the last one ended, round and round, and adds up the others. Returns how many it
 * has deleted.
 */
export async function sweepDocuments(env: Env, nowMs: number): Promise<number> {
  const { after, sum, counted, counted_ms } = await selectSweep(env.DB);
  const { objects, truncated } = await env.DOCUMENTS.list({
    limit: OBJECTS_PER_CALL,
    ...(after === '' ? {} : { startAfter: after }),
  });
  // The rows are read after the list: a document that is old and has no row now will never get one.
  const oldKeys = objects.filter(({ uploaded }) => uploaded.getTime() < nowMs - GRACE_MS).map(({ key }) => key);
  const ids = oldKeys.flatMap((key) => parseDocumentKey(key)?.run_id ?? []);
  const knownKeys = new Set((await selectDocumentNames(env.DB, ids)).map(documentKey));
  const orphans = oldKeys.filter((key) => !knownKeys.has(key));
  const isSuspect = oldKeys.length >= MIN_OBJECTS_FOR_SHARE && orphans.length > oldKeys.length * MAX_ORPHAN_SHARE;
  if (isSuspect) {
    const error = new Error('most documents belong to no run: none was deleted');
    logError('sweep-documents', error, { looked_at: oldKeys.length, orphans: orphans.length });
  } else if (orphans.length > 0) await env.DOCUMENTS.delete(orphans);
  const deletedKeys = new Set(isSuspect ? [] : orphans);
  const keptObjects = objects.filter(({ key }) => !deletedKeys.has(key));
  const bucketSum = {
    objects: sum.objects + keptObjects.length,
    bytes: keptObjects.reduce((bytes, { size }) => bytes + size, sum.bytes),
  };
  const nextSweep = truncated
    ? { after: objects.at(-1)?.key ?? '', sum: bucketSum, counted, counted_ms }
    : { after: '', sum: EMPTY_BUCKET, counted: bucketSum, counted_ms: nowMs };
  await writeSweep(env.DB, nextSweep).run();
  return deletedKeys.size;
}

/** Measures what is used, and logs an error for each part that is nearly full. */
export async function measureStorage(env: Env, nowMs: number): Promise<void> {
  const { counted_ms, ...documents } = await countDocuments(env.DB, nowMs);
  const usage = { database_bytes: await readDatabaseBytes(env.DB), ...documents };
  await writeStorage(env.DB, { ...usage, at_ms: nowMs, counted_ms }).run();
  for (const { what, limit, percent } of sharesOf(usage, env)) {
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
