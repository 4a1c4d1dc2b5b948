import { Hono } from 'hono';
import { contradictions, RunId, RunUpload, type FieldError, type RunReceipt, type RunView } from '@opfsmark/schema';
import { readBody } from '../body.ts';
import { metricsOf, scopeOf, type Metrics } from '../boards/metrics.ts';
import { filesystemSlug } from '../boards/names.ts';
import { gunzip, gzip, randomToken, sha256Hex } from '../crypto.ts';
import { insertRun, selectRun, selectRunWithBody, type NewRun, type RunRow } from '../db/runs.ts';
import { deriveJobs } from '../derived.ts';
import { cleanLabel, slugOf } from '../device-name.ts';
import type { AppEnv } from '../env.ts';
import { UPLOAD_LIMITS } from '../limits.ts';
import { ProblemError } from '../problem.ts';
import { refreshLater } from '../boards/schedule.ts';

export const runs = new Hono<AppEnv>()
  .put('/runs/:run_id', async (c) => {
    const runId = checkRunId(c.req.param('run_id'));
    const upload = cleanDeclaration(await readBody(c.req.raw, RunUpload, UPLOAD_LIMITS));
    refuseContradictions(upload);

    const body = JSON.stringify(upload);
    const bodySha256 = await sha256Hex(body);
    const known = await selectRun(c.env.DB, runId);
    if (known) return c.json(repeated(known, bodySha256), 200);

    const deletionToken = randomToken();
    const run = await newRun(runId, upload, body, bodySha256, deletionToken);
    try {
      await c.env.DB.batch(insertRun(c.env.DB, run));
    } catch (error) {
      // Whether it was stored is told by the database alone: another request may have been first, or the answer got lost.
      const stored = await selectRun(c.env.DB, runId);
      if (!stored) throw error;
      return c.json(repeated(stored, bodySha256), 200);
    }
    refreshLater(c);
    const receipt = receiptOf({ ...run.run, reasons: JSON.stringify(run.run.reasons) });
    return c.json({ ...receipt, deletion_token: deletionToken }, 201, { location: receipt.links.self });
  })

  .get('/runs/:run_id', async (c) => {
    const runId = checkRunId(c.req.param('run_id'));
    const row = await selectRunWithBody(c.env.DB.withSession('first-unconstrained'), runId);
    if (!row) throw new ProblemError('not-found', `There is no run ${runId}.`);
    if (row.status === 'deleted' || !row.body_gzip) throw new ProblemError('gone');
    const { record, declared } = JSON.parse(await gunzip(new Uint8Array(row.body_gzip).buffer)) as RunUpload;
    const metrics = Object.entries(JSON.parse(row.metrics) as Metrics).map(([id, [value]]) => [id, value] as const);
    const view: RunView = {
      run_id: row.run_id,
      created_at: new Date(row.created_ms).toISOString(),
      status: row.status,
      reasons: JSON.parse(row.reasons) as string[],
      trust: row.trust,
      device: { slug: row.device, name: declared.device },
      declared,
      record,
      derived: deriveJobs(record),
      metrics: Object.fromEntries(metrics),
      links: linksOf(row.run_id),
    };
    return c.json(view);
  });

function checkRunId(text: string): string {
  if (RunId.safeParse(text).success) return text;
  throw new ProblemError('not-found', 'A run id is 16 characters of 0-9 and A-Z without I, L, O and U.');
}

const LABELS = ['device', 'drive', 'note'] as const;

/** Text as it will be shown, so that the stored document, its hash and the page agree. */
function cleanDeclaration(upload: RunUpload): RunUpload {
  const declared = { ...upload.declared };
  const errors: FieldError[] = [];
  for (const field of LABELS) {
    const given = declared[field];
    if (given === undefined) continue;
    const clean = cleanLabel(given, field === 'note' ? 280 : 80);
    if ('problem' in clean) errors.push({ pointer: `/declared/${field}`, detail: clean.problem });
    else declared[field] = clean.text;
  }
  if (errors.length === 0 && slugOf(declared.device) === '') {
    errors.push({ pointer: '/declared/device', detail: 'has no letter and no digit' });
  }
  if (errors.length > 0) throw new ProblemError('invalid-body', '', errors);
  return { ...upload, declared };
}

/** Engines without a drive behind them: for tests and demonstrations. */
const MADE_UP = new Set(['memory', 'scripted']);

function refuseContradictions({ record }: RunUpload): void {
  const errors = contradictions(record).map(({ pointer, detail }) => ({ pointer: `/record${pointer}`, detail }));
  if (MADE_UP.has(record.environment.engine)) {
    errors.unshift({ pointer: '/record/environment/engine', detail: 'measures no drive and cannot be published' });
  }
  if (record.result.jobs.every((job) => job.passes.length === 0)) {
    errors.push({ pointer: '/record/result/jobs', detail: 'has nothing that was measured' });
  }
  if (errors.length > 0) throw new ProblemError('contradiction', '', errors);
}

async function newRun(
  runId: string,
  upload: RunUpload,
  body: string,
  bodySha256: string,
  deletionToken: string,
): Promise<NewRun> {
  const { record, declared, rig_id } = upload;
  const { client } = record.environment;
  return {
    run: {
      run_id: runId,
      created_ms: Date.now(),
      body_sha256: bodySha256,
      deletion_sha256: await sha256Hex(deletionToken),
      status: 'published',
      reasons: [],
      trust: 0,
      rig: rig_id === undefined ? '' : await sha256Hex(rig_id),
      scope: scopeOf(record),
      device: slugOf(declared.device),
      filesystem: declared.filesystem === undefined ? '' : filesystemSlug(declared.filesystem),
      os: client.os.family,
      browser: client.browser.family,
      profile: record.plan.profile,
      declared,
      metrics: metricsOf(record),
    },
    deviceName: declared.device,
    bodyGzip: await gzip(body),
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

function linksOf(runId: string): RunView['links'] {
  return { self: `/api/v1/runs/${runId}`, html: `/r/${runId}` };
}
