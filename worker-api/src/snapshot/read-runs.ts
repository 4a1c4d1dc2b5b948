import type { Db, Env } from '../base/env.ts';
import { logError } from '../base/log.ts';
import { getDocument } from '../store/documents.ts';
import { lastingKey } from '../store/lasting-keys.ts';
import { selectSnapshotRuns, type SnapshotRun, type TimeRange } from '../store/snapshot.ts';
import type { PublicRun } from './columns.ts';

/** A file holds no more runs than this, nor many more bytes of documents: a Worker has 128 MB. */
export const RUNS_PER_FILE = 200;
const DOCUMENT_BYTES_PER_FILE = 8_000_000;

/** The rows of a range's first file, and until when it reaches. Runs of one millisecond are never apart. */
export async function selectFileRows(
  db: Db,
  range: TimeRange,
  limit: number,
): Promise<{ rows: SnapshotRun[]; lastMs: number }> {
  const found = await selectSnapshotRuns(db, range, limit + 1);
  const beyond = found[limit];
  if (!beyond) return { rows: found, lastMs: range.lastMs };
  const rows = found.filter(({ created_ms }) => created_ms < beyond.created_ms);
  const last = rows.at(-1);
  if (last) return { rows, lastMs: last.created_ms };
  const ofOneMoment = { afterMs: range.afterMs, lastMs: beyond.created_ms };
  return { rows: await selectSnapshotRuns(db, ofOneMoment, -1), lastMs: beyond.created_ms };
}

/** Reads the documents of rows until there are enough bytes for a file. */
export async function readRuns(
  env: Env,
  rows: readonly SnapshotRun[],
  maxBytes = DOCUMENT_BYTES_PER_FILE,
): Promise<PublicRun[]> {
  const key = await lastingKey(env.DB, 'machine');
  const runs: PublicRun[] = [];
  let bytes = 0;
  for (const row of rows) {
    if (bytes > maxBytes && row.created_ms > (runs.at(-1)?.row.created_ms ?? 0)) break;
    const document = await getDocument(env.DOCUMENTS, row);
    if (!document) {
      // Where it was deleted meanwhile, its file has become stale already.
      logError('snapshot', new Error('a run without its document'), { run_id: row.run_id });
      continue;
    }
    bytes += JSON.stringify(document).length;
    runs.push({ row, document, machine: await machineOf(key, row) });
  }
  return runs;
}

async function machineOf(key: CryptoKey, { network, rig }: SnapshotRun): Promise<string> {
  if (rig === '') return '';
  const mac = await crypto.subtle.sign('HMAC', key, new TextEncoder().encode(`${network} ${rig}`));
  return new Uint8Array(mac).slice(0, 8).toHex();
}
