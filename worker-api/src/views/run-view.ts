import type { RunUpload, RunView } from '@opfsmark/schema/api';
import { figuresOf } from '@opfsmark/schema/families';
import { gunzip } from '../base/crypto.ts';
import type { Db } from '../base/env.ts';
import { linksOf } from '../base/links.ts';
import { ProblemError } from '../base/problem.ts';
import { isDeleted, selectRunWithBody } from '../store/runs.ts';
import { metricValues } from './run-item.ts';

/** A run as everybody may see it: two rows read. Throws 404 or 410 where there is none. */
export async function readRun(db: Db, runId: string): Promise<RunView> {
  const row = await selectRunWithBody(db, runId);
  if (!row && (await isDeleted(db, runId))) throw new ProblemError('gone');
  if (!row?.body_gzip) throw new ProblemError('not-found', `There is no run ${runId}.`);
  if (row.status === 'hidden') throw new ProblemError('gone', 'Moderators have taken it off the site.');
  const { record, declared } = JSON.parse(await gunzip(new Uint8Array(row.body_gzip).buffer)) as RunUpload;
  return {
    run_id: row.run_id,
    created_at: new Date(row.created_ms).toISOString(),
    status: row.status,
    reasons: JSON.parse(row.reasons) as string[],
    trust: row.trust,
    unranked_because: JSON.parse(row.unranked) as string[],
    confirmed: row.confirmed === 1,
    device: { slug: row.device, name: declared.device },
    declared,
    record,
    figures: figuresOf(record),
    metrics: metricValues(row.metrics),
    links: linksOf(row.run_id),
  };
}
