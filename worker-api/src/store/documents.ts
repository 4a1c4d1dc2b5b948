import type { RunUpload } from '@opfsmark/schema/api';
import { randomId } from '@opfsmark/schema/documents';
import { gunzip } from '../base/crypto.ts';
import { logError, unavailableProblem } from '../base/problem.ts';
import { isFullError } from './errors.ts';
import { fullProblem } from './storage.ts';

/** The part of an upload that is kept besides its row. */
export type RunDocument = Pick<RunUpload, 'record' | 'declared'>;

/** Which document a run has: each attempt to publish it stores its own. */
export interface DocumentName {
  readonly run_id: string;
  /** The version; CHECK of `run.document` says its length too. */
  readonly document: string;
}

const VERSION_LENGTH = 6;

export const newDocumentVersion = (): string => randomId().slice(0, VERSION_LENGTH);

export const documentKey = ({ run_id, document }: DocumentName): string => `${run_id}/${document}`;

/** The document that a key names; `null` for any other key. */
export function parseDocumentKey(key: string): DocumentName | null {
  const [run_id, document, ...rest] = key.split('/');
  return run_id !== undefined && document !== undefined && rest.length === 0 ? { run_id, document } : null;
}

/** A failure of R2 is gone in a moment: its calls are idempotent, and the same request may succeed. */
export async function orUnavailable<T>(call: Promise<T>): Promise<T> {
  try {
    return await call;
  } catch (error) {
    if (isFullError(error)) throw fullProblem();
    logError('documents', error);
    throw unavailableProblem();
  }
}

/** @param gzippedDocument JSON of a `RunDocument` */
export async function putDocument(
  documents: R2Bucket,
  name: DocumentName,
  gzippedDocument: ArrayBuffer,
): Promise<void> {
  const httpMetadata = { contentType: 'application/json', contentEncoding: 'gzip' };
  await orUnavailable(documents.put(documentKey(name), gzippedDocument, { httpMetadata }));
}

/** The document of a run; `null` where it is missing or cannot be read. */
export async function getDocument(documents: R2Bucket, name: DocumentName): Promise<RunDocument | null> {
  const bytes = await orUnavailable(
    documents.get(documentKey(name)).then((object) => (object === null ? null : object.arrayBuffer())),
  );
  if (bytes === null) return null;
  try {
    return JSON.parse(await gunzip(bytes)) as RunDocument;
  } catch (error) {
    logError('document', error, { key: documentKey(name) });
    return null;
  }
}

/** Deletes a document, and returns whether it is gone. What failed is left to `sweepDocuments`. */
export async function deleteDocument(documents: R2Bucket, name: DocumentName): Promise<boolean> {
  try {
    await documents.delete(documentKey(name));
    return true;
  } catch (error) {
    logError('delete-document', error, { key: documentKey(name) });
    return false;
  }
}
