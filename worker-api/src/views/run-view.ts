import { UNUSUAL, type RunView } from '@opfsmark/schema/api';
import { figuresOf } from '@opfsmark/schema/families';
import type { Db } from '../base/env.ts';
import { logError } from '../base/log.ts';
import { ProblemError } from '../base/problem.ts';
import { documentKey, getDocument, type RunDocument } from '../store/documents.ts';
import { isDeleted, selectRun, type RunRow } from '../store/runs.ts';
import { linksOf, mayCount, metricValues } from './run-item.ts';

/** A run as everybody may see it: one row and one object read. Throws 404 or 410 where there is none. `isOpen`: the service trusts all. */
export async function readRun(db: Db, documents: R2Bucket, runId: string, isOpen = false): Promise<RunView> {
  const row = await readPublicRow(db, runId);
  const { record, declared } = (await getDocument(documents, row)) ?? (await explainMissing(db, row));
  const counts = mayCount(row, isOpen);
  const unranked = counts ? [] : (JSON.parse(row.unranked) as string[]);
  return {
    run_id: row.run_id,
    created_at: new Date(row.created_ms).toISOString(),
    status: row.status,
    reasons: JSON.parse(row.reasons) as string[],
    trust: counts ? 1 : 0,
    unranked_because: [...unranked, ...(isWaiting(row) ? [UNUSUAL] : [])],
    confirmed: row.confirmed === 1,
    device: { slug: row.device, name: declared.device },
    drive: row.drive === '' || declared.drive === undefined ? null : { slug: row.drive, name: declared.drive },
    declared,
    record,
    figures: figuresOf(record),
    metrics: metricValues(row),
    links: linksOf(row.run_id),
  };
}

/** Far better than what was confirmed, and nobody has confirmed it since. */
const isWaiting = ({ unusual, confirmed }: RunRow) => unusual !== '' && confirmed === 0;

async function readPublicRow(db: Db, runId: string): Promise<RunRow> {
  const row = await selectRun(db, runId);
  if (!row && (await isDeleted(db, runId))) throw new ProblemError('gone');
  if (!row) throw new ProblemError('not-found', `There is no run ${runId}.`);
  if (row.status === 'hidden') throw new ProblemError('gone', 'Moderators have taken it off the site.');
  return row;
}

/** Throws 410 where the run was deleted between two reads, and 404 where its document was lost. */
async function explainMissing(db: Db, row: RunRow): Promise<RunDocument> {
  await readPublicRow(db, row.run_id);
  logError('document', new Error('it is missing'), { key: documentKey(row) });
  throw new ProblemError('document-missing', `Run ${row.run_id} is known, but its document cannot be found.`);
}
