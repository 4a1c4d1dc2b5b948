import type { RunUpload } from '@opfsmark/schema/api';
import { gzip } from '../base/crypto.ts';
import { MAX_STORED_BYTES } from '../base/limits.ts';
import { ProblemError } from '../base/problem.ts';
import { deleteDocument, putDocument, type RunDocument } from '../store/documents.ts';
import { isStatementError } from '../store/errors.ts';
import type { NewRun } from '../store/runs.ts';
import type { Budget } from './budget.ts';

/** A document as it is stored. */
export async function packDocument({ record, declared }: RunUpload): Promise<ArrayBuffer> {
  const gzippedDocument = await gzip(JSON.stringify({ record, declared } satisfies RunDocument));
  if (gzippedDocument.byteLength > MAX_STORED_BYTES) {
    throw new ProblemError('too-large', `At most ${MAX_STORED_BYTES} bytes as it is stored.`);
  }
  return gzippedDocument;
}

/**
 * Stores a run: its document, then its row with all that belongs to it in one batch, so that what is acknowledged is whole.
 * A document without a row is swept later.
 *
 * @param statements that write the run and what it makes of its cohorts
 */
export async function storeRun(
  documents: R2Bucket,
  run: NewRun,
  gzippedDocument: ArrayBuffer,
  budget: Budget,
  statements: readonly D1PreparedStatement[],
): Promise<void> {
  await putDocument(documents, run, gzippedDocument);
  try {
    await budget.write(statements);
  } catch (error) {
    // Refused for certain. After any other error the row may have been written, and only its answer was lost.
    if (error instanceof ProblemError || isStatementError(error)) await deleteDocument(documents, run);
    throw error;
  }
}
