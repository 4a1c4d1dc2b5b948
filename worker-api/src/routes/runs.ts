import { Hono } from 'hono';
import { isFamilyRecord, isFamilyView, ReportRequest, type AnyUpload, type RunReceipt } from '@opfsmark/schema';
import { readBody } from '../intake/body.ts';
import { BOOKMARK, bookmarkHeader, startOf } from '../intake/bookmark.ts';
import { cutsOf } from '../boards/cuts.ts';
import { metricsOf, scopeOf } from '../boards/metrics.ts';
import { filesystemSlug } from '../boards/names.ts';
import { refreshLater } from '../aggregation/schedule.ts';
import { equalHex, gzip, randomId, randomToken, sha256Hex } from '../base/crypto.ts';
import { selectCells, selectGenerations } from '../store/cells.ts';
import { resolveDevice } from '../store/devices.ts';
import { insertReport, insertRun, selectRun, type NewRun, type RunRow } from '../store/runs.ts';
import { changeStatus, withRetries } from '../aggregation/status.ts';
import { countRun } from '../store/votes.ts';
import { familyCsv, familyText } from '../export/family.ts';
import { runCsv } from '../export/run-csv.ts';
import { runText } from '../export/run-text.ts';
import { slugOf } from '../intake/device-name.ts';
import type { AppEnv, Db } from '../base/env.ts';
import { cleanDeclaration, refuseContradictions, uploadSchemaFor } from '../intake/upload.ts';
import { CACHE } from '../middleware/headers.ts';
import { checkRunId } from '../intake/run-id.ts';
import { readRun } from '../views/run-view.ts';
import { REPORTS_A_DAY, SMALL_BODY_LIMITS, UPLOAD_LIMITS } from '../base/limits.ts';
import { linksOf } from '../base/links.ts';
import { ProblemError } from '../base/problem.ts';
import { countAgainstQuota, isQuotaError, rateLimitHeaders, secondsToMidnight, sourceOf } from '../intake/source.ts';
import { suspicionsOf } from '../intake/suspicion.ts';
import { checkTicket } from '../intake/ticket.ts';

/** A run itself; its .csv and .txt are only to be read. */
const RUN_PATH = '/runs/:run_id{(?!.*\\.(?:csv|txt)$)[^/]+}';

export const runs = new Hono<AppEnv>()
  .put(RUN_PATH, async (c) => {
    const db = c.env.DB.withSession('first-primary');
    const nowMs = Date.now();
    const runId = checkRunId(c.req.param('run_id'));
    const upload = cleanDeclaration(await readBody(c.req.raw, uploadSchemaFor, UPLOAD_LIMITS));
    refuseContradictions(upload.record);

    const body = JSON.stringify(upload);
    const bodySha256 = await sha256Hex(body);
    const known = await selectRun(db, runId);
    if (known) return c.json(repeated(known, bodySha256), 200, bookmarkHeader(db));

    const ticket = await checkTicket(db, runId, upload, nowMs);
    if (ticket.kind === 'refused') throw new ProblemError('ticket-refused', '', ticket.errors);
    const deletionToken = randomToken();
    const hashes = { body_sha256: bodySha256, deletion_sha256: await sha256Hex(deletionToken) };
    const run = await judgeRun(db, runId, upload, ticket.kind, hashes, nowMs);
    const src = await sourceOf(db, c.req.raw, nowMs);
    const { record, declared } = upload;
    const bodyGzip = await gzip(JSON.stringify({ record, declared }));
    const votes = run.status === 'published' && run.trust === 1 && run.rig !== '' && run.scope !== '';
    let counted: D1Result<{ n: number }> | undefined;
    try {
      [counted] = await withRetries(async () =>
        db.batch<{ n: number }>([
          countAgainstQuota(db, src, Number(c.env.RUNS_A_DAY), nowMs),
          ...insertRun(db, { run, deviceName: declared.device, bodyGzip }),
          ...(votes ? await countRun(db, run.rig, run, run) : []),
        ]),
      );
    } catch (error) {
      // Whether it was stored is told by the database alone: another request may have been first, or the answer got lost.
      const stored = await selectRun(db, runId);
      if (stored) return c.json(repeated(stored, bodySha256), 200, bookmarkHeader(db));
      throw isQuotaError(error) ? quotaProblem(`${c.env.RUNS_A_DAY} runs`, nowMs) : error;
    }
    refreshLater(c);
    const receipt = receiptOf({ ...run, reasons: JSON.stringify(run.reasons) });
    return c.json({ ...receipt, deletion_token: deletionToken }, 201, {
      location: receipt.links.self,
      ...bookmarkHeader(db),
      ...rateLimitHeaders(Number(c.env.RUNS_A_DAY), counted?.results[0]?.n ?? 0, nowMs),
    });
  })

  .delete(RUN_PATH, async (c) => {
    const runId = checkRunId(c.req.param('run_id'));
    const token = /^Bearer ([\w-]{43})$/.exec(c.req.header('authorization') ?? '')?.[1];
    if (token === undefined) {
      throw new ProblemError('unauthorized', 'Send the deletion token of the run.', [], {
        'www-authenticate': 'Bearer',
      });
    }
    const run = await selectRun(c.env.DB, runId);
    if (!run) throw new ProblemError('not-found', `There is no run ${runId}.`);
    if (!equalHex(await sha256Hex(token), run.deletion_sha256)) throw new ProblemError('forbidden');
    if (run.status !== 'deleted') await changeStatus(c.env.DB, run, 'deleted', [], Date.now());
    refreshLater(c);
    return c.body(null, 204);
  })

  .get('/runs/:file', async (c) => {
    const [, runId = '', format = ''] = /^([^.]*)(?:\.(json|csv|txt))?$/.exec(c.req.param('file')) ?? [];
    const start = startOf(c.req.header(BOOKMARK));
    if (start === null) {
      throw new ProblemError('invalid-parameter', '', [{ pointer: `/${BOOKMARK}`, detail: 'is no bookmark' }]);
    }
    const view = await readRun(c.env.DB.withSession(start), checkRunId(runId));
    const headers = { 'cache-control': CACHE.run };
    switch (format) {
      case 'csv':
        return c.body(isFamilyView(view) ? familyCsv(view) : runCsv(view), 200, {
          ...headers,
          ...fileHeaders('text/csv', `opfsmark-${runId}.csv`),
        });
      case 'txt':
        return c.body(isFamilyView(view) ? familyText(view) : runText(view), 200, {
          ...headers,
          ...fileHeaders('text/plain', `opfsmark-${runId}.txt`),
        });
      default:
        return c.json(view, 200, headers);
    }
  })

  .post('/runs/:run_id/reports', async (c) => {
    const db = c.env.DB;
    const nowMs = Date.now();
    const runId = checkRunId(c.req.param('run_id'));
    const report = await readBody(c.req.raw, ReportRequest, SMALL_BODY_LIMITS);
    const run = await selectRun(db, runId);
    if (!run) throw new ProblemError('not-found', `There is no run ${runId}.`);
    if (run.status === 'deleted') throw new ProblemError('gone');
    const src = await sourceOf(db, c.req.raw, nowMs);
    try {
      await db.batch([
        countAgainstQuota(db, `report/${src}`, REPORTS_A_DAY, nowMs),
        insertReport(db, {
          report_id: randomId(),
          run_id: runId,
          created_ms: nowMs,
          reason: report.reason,
          detail: report.detail ?? '',
        }),
      ]);
    } catch (error) {
      throw isQuotaError(error) ? quotaProblem(`${REPORTS_A_DAY} reports`, nowMs) : error;
    }
    return c.json({ run_id: runId, reported: true }, 202);
  });

function fileHeaders(type: string, name: string): Record<string, string> {
  return { 'content-type': `${type}; charset=utf-8`, 'content-disposition': `inline; filename="${name}"` };
}

function quotaProblem(most: string, nowMs: number): ProblemError {
  return new ProblemError('too-many', `At most ${most} a day.`, [], { 'retry-after': `${secondsToMidnight(nowMs)}` });
}

/** What is stored of an upload, and whether it counts: the device it belongs to, how it compares with others of its kind. */
async function judgeRun(
  db: Db,
  runId: string,
  upload: AnyUpload,
  ticket: 'valid' | 'absent' | 'expired',
  hashes: Pick<RunRow, 'body_sha256' | 'deletion_sha256'>,
  nowMs: number,
): Promise<NewRun['run']> {
  const { record, declared, rig_id } = upload;
  const { client } = record.environment;
  const metrics = metricsOf(record);
  const keys = {
    scope: scopeOf(record),
    device: await resolveDevice(db, slugOf(declared.device)),
    filesystem: declared.filesystem === undefined ? '' : filesystemSlug(declared.filesystem),
    os: client.os.family,
    browser: client.browser.family,
  };
  const [generation = 1] = await selectGenerations(db);
  const deviceCut = cutsOf(keys).device;
  const suspicions = suspicionsOf(record, metrics, (await selectCells(db, generation, [deviceCut])).get(deviceCut));
  return {
    ...keys,
    ...hashes,
    run_id: runId,
    created_ms: nowMs,
    status: suspicions.length > 0 ? 'held' : 'published',
    reasons: ticket === 'expired' ? [...suspicions, 'ticket_expired'] : suspicions,
    trust: ticket === 'valid' ? 1 : 0,
    rig: rig_id === undefined ? '' : await sha256Hex(rig_id),
    profile: isFamilyRecord(record) ? `${record.plan.family} ${record.plan.profile}` : record.plan.profile,
    declared,
    metrics,
  };
}

function repeated(known: RunRow, bodySha256: string): RunReceipt {
  if (known.status === 'deleted') throw new ProblemError('gone');
  if (known.body_sha256 !== bodySha256) throw new ProblemError('conflict', `Run ${known.run_id} has another body.`);
  return receiptOf(known);
}

function receiptOf(run: Pick<RunRow, 'run_id' | 'status' | 'reasons' | 'trust'>): RunReceipt {
  if (run.status === 'deleted') throw new ProblemError('gone');
  return {
    run_id: run.run_id,
    status: run.status,
    reasons: JSON.parse(run.reasons) as string[],
    trust: run.trust,
    links: linksOf(run.run_id),
  };
}
