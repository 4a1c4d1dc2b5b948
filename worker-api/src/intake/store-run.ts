import type { RunUpload } from '@opfsmark/schema/api';
import { gzip } from '../base/crypto.ts';
import type { Db } from '../base/env.ts';
import { BYTES_PER_COUNTED_RUN, MAX_STORED_BYTES } from '../base/limits.ts';
import { ProblemError } from '../base/problem.ts';
import { FULL_PERCENT, sharesOf, type StorageVars } from '../base/storage.ts';
import { deleteDocument, putDocument, type RunDocument } from '../store/documents.ts';
import { isQuotaError, isRepeatError, isStatementError } from '../store/errors.ts';
import { countAgainstQuota, selectUsed } from '../store/quota.ts';
import { insertRun, isRepeated, type NewRun } from '../store/runs.ts';
import { selectStorage } from '../store/storage.ts';
import { quotaProblem } from './source.ts';

export interface Quota {
  readonly source: string;
  readonly limit: number;
  readonly recentPerNetwork: number;
}

const FULL_RETRY_S = 3600;

/** Throws where the database or the bucket is nearly full: a clear refusal instead of a write that fails. */
export async function refuseWhenFull(db: Db, vars: StorageVars): Promise<void> {
  const measured = await selectStorage(db);
  const full = measured && sharesOf(measured, vars).find(({ percent }) => percent > FULL_PERCENT);
  if (!full) return;
  const detail = 'Published results are safe. New ones are accepted again when there is room.';
  throw new ProblemError('full', detail, [], { 'retry-after': `${FULL_RETRY_S}` });
}

/**
 * Stores a run: its document, then its row with all that belongs to it in one batch, so that what is acknowledged is whole.
 * A document without a row is swept later.
 *
 * @param counted what the run makes of its cohorts
 * @returns how many runs its source has published today
 */
export async function storeRun(
  db: Db,
  documents: R2Bucket,
  run: NewRun,
  { record, declared }: RunUpload,
  quota: Quota,
  counted: readonly D1PreparedStatement[],
): Promise<number> {
  const gzipped = await gzip(JSON.stringify({ record, declared } satisfies RunDocument));
  if (gzipped.byteLength > MAX_STORED_BYTES) {
    throw new ProblemError('too-large', `At most ${MAX_STORED_BYTES} bytes as it is stored.`);
  }
  const cost = Math.ceil(gzipped.byteLength / BYTES_PER_COUNTED_RUN);
  // What the batch would refuse leaves no document behind: nobody can fill the bucket without publishing.
  if ((await selectUsed(db, quota.source, run.created_ms)) + cost > quota.limit) throw overQuota(quota, run);
  if (await isRepeated(db, run.result_hash)) throw repeated();
  await putDocument(documents, run, gzipped);
  try {
    const [used] = await db.batch<{ used: number }>([
      countAgainstQuota(db, quota.source, quota.limit, run.created_ms, cost),
      ...insertRun(db, run, quota.recentPerNetwork),
      ...counted,
    ]);
    return used?.results[0]?.used ?? 0;
  } catch (error) {
    // Refused for certain. After any other error the row may have been written, and only its answer was lost.
    if (isStatementError(error)) await deleteDocument(documents, run);
    if (isRepeatError(error)) throw repeated();
    throw isQuotaError(error) ? overQuota(quota, run) : error;
  }
}

const overQuota = ({ limit }: Quota, { created_ms }: NewRun) => quotaProblem(limit, 'runs', created_ms);
const repeated = () =>
  new ProblemError(
    'repeated',
    'This result is already published under another id. Two real measurements are never identical.',
  );
