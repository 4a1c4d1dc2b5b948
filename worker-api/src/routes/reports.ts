import { Hono } from 'hono';
import { ReportRequest } from '@opfsmark/schema/api';
import type { AppEnv } from '../base/env.ts';
import { REPORTS_PER_DAY, SMALL_BODY_LIMITS } from '../base/limits.ts';
import { ProblemError } from '../base/problem.ts';
import { readBody } from '../intake/body.ts';
import { cleanNote } from '../intake/declaration.ts';
import { checkRunId } from '../intake/run-id.ts';
import { networkTagOf, quotaProblem, sourceOf } from '../intake/source.ts';
import { BODY, RUN_ID, describeRoute } from '../openapi/operation.ts';
import { isQuotaError } from '../store/errors.ts';
import { insertReport } from '../store/moderation.ts';
import { countAgainstQuota } from '../store/quota.ts';
import { isDeleted, selectRun } from '../store/runs.ts';

const REPORT_RUN = describeRoute({
  id: 'reportRun',
  tag: 'runs',
  summary: 'Report a run to the moderators.',
  parameters: [RUN_ID],
  body: 'ReportRequest',
  example: { reason: 'wrong_device', detail: 'This model has no such drive.' },
  answers: { 202: 'Reported' },
  problems: [...BODY, 'not-found', 'gone'],
});

export const reports = new Hono<AppEnv>().post('/runs/:run_id/reports', REPORT_RUN, async (c) => {
  const db = c.env.DB;
  const nowMs = Date.now();
  const runId = checkRunId(c.req.param('run_id'));
  const { reason, detail = '' } = await readBody(c.req.raw, ReportRequest, SMALL_BODY_LIMITS);
  const run = await selectRun(db, runId);
  if (!run) throw new ProblemError((await isDeleted(db, runId)) ? 'gone' : 'not-found', `There is no run ${runId}.`);
  const [source, network] = [await sourceOf(db, c.req.raw, nowMs), await networkTagOf(db, c.req.raw)];
  try {
    await db.batch([
      countAgainstQuota(db, `report/${source}`, REPORTS_PER_DAY, nowMs),
      insertReport(db, { run_id: runId, network, created_ms: nowMs, reason, detail: cleanNote(detail) }),
    ]);
  } catch (error) {
    throw isQuotaError(error) ? quotaProblem(REPORTS_PER_DAY, 'reports', nowMs) : error;
  }
  return c.json({ run_id: runId, reported: true }, 202);
});
