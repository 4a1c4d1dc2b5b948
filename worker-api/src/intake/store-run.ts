import type { RunUpload } from '@opfsmark/schema/api';
import { gzip } from '../base/crypto.ts';
import type { Db, StorageVars } from '../base/env.ts';
import { BYTES_PER_COUNTED_RUN, MAX_STORED_BYTES } from '../base/limits.ts';
import { ProblemError } from '../base/problem.ts';
import { FULL_PERCENT, sharesOf, TICKETED_PERCENT } from '../base/storage.ts';
import { deleteDocument, putDocument, type RunDocument } from '../store/documents.ts';
import { isQuotaError, isRepeatError, isStatementError } from '../store/errors.ts';
import { selectBlock } from '../store/moderation.ts';
import { chargeRun } from '../store/provider-day.ts';
import { isRepeated, type NewRun } from '../store/runs.ts';
import { selectStorage } from '../store/storage.ts';
import { overBudget, refuseOverBudget, type Budget } from './charges.ts';

const FULL_RETRY_S = 3600;

/**
 * Throws where the database or the bucket is nearly full: a clear refusal instead of a write that fails. The last of the room,
 * and of what the service may grow by in a day, is for runs with a ticket.
 */
export async function refuseWhenFull(db: Db, vars: StorageVars, hasTicket = true): Promise<void> {
  const measured = await selectStorage(db);
  if (!measured) return;
  const maxPercent = hasTicket ? FULL_PERCENT : TICKETED_PERCENT;
  const grown = measured.database_bytes - measured.day_bytes;
  const maxGrown = Number(vars.MAX_DATABASE_BYTES_PER_DAY) * (hasTicket ? 1 : TICKETED_PERCENT / 100);
  if (grown <= maxGrown && sharesOf(measured, vars).every(({ percent }) => percent <= maxPercent)) return;
  const detail = 'Published results are safe. New ones are accepted again when there is room.';
  throw new ProblemError('full', detail, [], { 'retry-after': `${FULL_RETRY_S}` });
}

/** Throws where moderators keep a network away. */
export async function refuseBlocked(db: Db, network: number, nowMs: number): Promise<void> {
  const untilMs = await selectBlock(db, network, nowMs);
  if (untilMs === null) return;
  const detail = `Moderators accept nothing from this network until ${new Date(untilMs).toISOString().slice(0, 10)}.`;
  throw new ProblemError('too-many', detail, [], { 'retry-after': `${Math.ceil((untilMs - nowMs) / 1000)}` });
}

/** How many runs a document of this size counts as. */
export const costOf = (bytes: number): number => Math.ceil(bytes / BYTES_PER_COUNTED_RUN);

/** A document as it is stored. */
export async function packDocument({ record, declared }: RunUpload): Promise<ArrayBuffer> {
  const gzipped = await gzip(JSON.stringify({ record, declared } satisfies RunDocument));
  if (gzipped.byteLength > MAX_STORED_BYTES) {
    throw new ProblemError('too-large', `At most ${MAX_STORED_BYTES} bytes as it is stored.`);
  }
  return gzipped;
}

/**
 * Stores a run: its document, then its row with all that belongs to it in one batch, so that what is acknowledged is whole.
 * A document without a row is swept later.
 *
 * @param counted what the run makes of its cohorts
 * @returns how many runs its network has published today
 */
export async function storeRun(
  db: Db,
  documents: R2Bucket,
  run: NewRun,
  gzipped: ArrayBuffer,
  budget: Budget,
  statements: readonly D1PreparedStatement[],
): Promise<number> {
  // What the batch would refuse leaves no document behind: nobody can fill the bucket without publishing.
  const used = await refuseOverBudget(db, run.provider, budget);
  if (await isRepeated(db, run.result_hash)) throw repeated();
  await putDocument(documents, run, gzipped);
  try {
    await db.batch([chargeRun(db, run.provider, budget.charges, budget), ...statements]);
    return used;
  } catch (error) {
    // Refused for certain. After any other error the row may have been written, and only its answer was lost.
    if (isStatementError(error)) await deleteDocument(documents, run);
    if (isRepeatError(error)) throw repeated();
    throw isQuotaError(error) ? overBudget(run.created_ms) : error;
  }
}

const repeated = () =>
  new ProblemError(
    'repeated',
    'This result is already published under another id. Two real measurements are never identical.',
  );
