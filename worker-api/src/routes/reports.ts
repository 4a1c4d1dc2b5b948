import { Hono } from 'hono';
import { ReportRequest } from '@opfsmark/schema/api';
import { randomId } from '../base/crypto.ts';
import type { AppEnv } from '../base/env.ts';
import { REPORTS_PER_DAY, SMALL_BODY_LIMITS } from '../base/limits.ts';
import { ProblemError } from '../base/problem.ts';
import { readBody } from '../intake/body.ts';
import { checkRunId } from '../intake/run-id.ts';
import { quotaProblem, sourceOf } from '../intake/source.ts';
import { isQuotaError } from '../store/errors.ts';
import { insertReport } from '../store/moderation.ts';
import { countAgainstQuota } from '../store/quota.ts';
import { selectRun } from '../store/runs.ts';

export const reports = new Hono<AppEnv>().post('/runs/:run_id/reports', async (c) => {
  const db = c.env.DB;
  const nowMs = Date.now();
  const runId = checkRunId(c.req.param('run_id'));
  const { reason, detail = '' } = await readBody(c.req.raw, ReportRequest, SMALL_BODY_LIMITS);
  const run = await selectRun(db, runId);
  if (!run) throw new ProblemError('not-found', `There is no run ${runId}.`);
  if (run.status === 'deleted') throw new ProblemError('gone');
  const source = await sourceOf(db, c.req.raw, nowMs);
  try {
    await db.batch([
      countAgainstQuota(db, `report/${source}`, REPORTS_PER_DAY, nowMs),
      insertReport(db, { report_id: randomId(), run_id: runId, created_ms: nowMs, reason, detail }),
    ]);
  } catch (error) {
    throw isQuotaError(error) ? quotaProblem(REPORTS_PER_DAY, 'reports', nowMs) : error;
  }
  return c.json({ run_id: runId, reported: true }, 202);
});
