import { Hono } from 'hono';
import { BOOKMARK, ReportRequest, type RunView, TicketRequest, BOOKMARK_PATTERN } from '@opfsmark/schema/api';
import { type Form, FORMS, formWith, reportOf } from '@opfsmark/schema/report';
import { countStatements, cutsOfRun } from '../aggregation/count.ts';
import { removeRun } from '../aggregation/runs.ts';
import { countLater } from '../aggregation/hourly.ts';
import { equalHash, shortHash } from '../base/crypto.ts';
import type { AppEnv } from '../base/env.ts';
import { SMALL_BODY_LIMITS } from '../base/limits.ts';
import { ProblemError } from '../base/problem.ts';
import { bookmarkHeader, readFrom } from '../base/sessions.ts';
import { policyOf } from '../boards/policy.ts';
import { readBody } from '../intake/body.ts';
import { admitSource, askBudget, type Budget } from '../intake/budget.ts';
import { cleanNote } from '../intake/declaration.ts';
import { storeCompared } from '../intake/copies.ts';
import { checkNewRunId, checkRunId, readKeyHash } from '../intake/run-id.ts';
import { signedBy } from '../intake/signature.ts';
import { providerTagOf } from '../intake/source.ts';
import { packDocument, storeRun } from '../intake/store-run.ts';
import { allowanceMs, checkTicket, issueTicket } from '../intake/ticket.ts';
import { newRunOf, readUpload } from '../intake/upload.ts';
import { CACHE } from '../middleware/index.ts';
import { BODY, DATABASE, describeRoute, type Operation, READ_RUN, RUN_ID, parameter } from '../openapi/operation.ts';
import { forgetPicture } from '../pictures/card.ts';
import { takeOutOfSnapshot } from '../snapshot/take.ts';
import { amountOfReport, amountOfRun } from '../store/amounts.ts';
import { selectGrowth } from '../store/cohorts.ts';
import { insertReport } from '../store/moderation.ts';
import { isPublic } from '../store/public.ts';
import { insertRun, isDeleted, type NewRun, selectRun } from '../store/runs.ts';
import { readRun, readRunRow, receiptOf, receiptOfStored } from '../views/run-view.ts';

/** How much of a SHA-256 a row keeps: a body is compared with that of one run, and a machine needs to differ within its network only. */
const BODY_HASH_BYTES = 8;

const READ_BOOKMARK = parameter('header', BOOKMARK, { type: 'string', pattern: BOOKMARK_PATTERN.source });

const REQUEST_TICKET = describeRoute({
  id: 'requestTicket',
  tag: 'runs',
  summary:
    'Ask for a ticket when a run starts. A run without one, or sent through another internet provider than it was asked for from, counts only where somebody has confirmed it, or where the service trusts everybody.',
  example: { suite: 2, plan_seed: 1 },
  answers: { 201: 'called' },
  problems: BODY,
});

const REPORT_RUN = describeRoute({
  id: 'reportRun',
  tag: 'runs',
  summary: 'Report a run to the moderators.',
  parameters: [RUN_ID],
  body: 'ReportRequest',
  example: { reason: 'wrong_device', detail: 'This model has no such drive.' },
  answers: { 202: 'Reported' },
  problems: [...BODY, 'not-found', 'gone', 'blocked', 'full'],
});

interface ExportedFile {
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** A run as a file to save; `null` where its family has no such form. */
function fileOf({ run_id, record, declared, warnings }: RunView, form: Form): ExportedFile | null {
  const report = reportOf(record, { run_id, declared, warnings });
  if (form.isFor?.(report) === false) return null;
  return {
    body: form.write(report),
    headers: {
      'content-type': `${form.type}; charset=utf-8`,
      'content-disposition': `inline; filename="opfsmark-${run_id}.${form.extension}"`,
    },
  };
}

const ENDINGS = Object.values(FORMS).map(({ extension }) => extension.replaceAll('.', '\\.'));
/** A run itself, without its files, which can only be read. */
const RUN_PATH: `/runs/:run_id{${string}}` = `/runs/:run_id{(?!.*\\.(?:${ENDINGS.join('|')})$)[^/]+}`;

const PUBLISH_RUN = describeRoute({
  id: 'publishRun',
  tag: 'runs',
  summary:
    'Publish a run. The same body again is answered 200, another body 409. A read that sends the bookmark of the answer sees the run. A run that a registered key has signed (RFC 9421: `signature-input`, `signature` and `content-digest`, Ed25519 over method, path and digest) is confirmed by its owner.',
  parameters: [RUN_ID],
  headers: {
    [BOOKMARK]: { description: 'Send it with a read that must see this run.', schema: { type: 'string' } },
  },
  answers: { 200: 'called', 201: 'called' },
  problems: [
    ...BODY,
    'invalid-parameter',
    'not-found',
    'conflict',
    'repeated',
    'gone',
    'blocked',
    'contradiction',
    'ticket-refused',
    'signature-refused',
    'full',
  ],
});

const DELETE_RUN = describeRoute({
  id: 'deleteRun',
  tag: 'runs',
  summary: 'Delete a run for good, with the key whose SHA-256 was published with it.',
  parameters: [RUN_ID],
  tokens: ['deletion'],
  answers: { 204: 'called' },
  problems: ['unauthorized', 'forbidden', 'not-found', 'gone', 'too-many', ...DATABASE],
});

const READ = {
  tag: 'runs',
  parameters: [RUN_ID, READ_BOOKMARK],
  problems: ['invalid-parameter', ...READ_RUN],
} as const;
const GET_RUN = describeRoute(
  {
    ...READ,
    id: 'getRun',
    path: '/api/v1/runs/{run_id}',
    summary: 'A run of any family: what was measured, declared and derived. Also under .json.',
    answers: { 200: 'called' },
  },
  ...Object.entries<Form>(FORMS).map(([id, { extension, type, about, isFor }]): Operation => ({
    ...READ,
    id: `getRunAs${id.charAt(0).toUpperCase()}${id.slice(1)}`,
    path: `/api/v1/runs/{run_id}.${extension}`,
    summary: `A run as a file: ${about}.${isFor ? ' Only of families that have such.' : ''}`,
    answers: { 200: type === 'application/json' ? 'json' : type },
  })),
);

export const runs = new Hono<AppEnv>()
  .post('/run-tickets', REQUEST_TICKET, async (c) => {
    const request = await readBody(c.req.raw, TicketRequest, SMALL_BODY_LIMITS);
    const provider = await providerTagOf(c.env.DB, c.req.raw, c.env);
    return c.json(await issueTicket(c.env.DB, request, provider, Date.now()), 201);
  })

  .put(RUN_PATH, PUBLISH_RUN, async (c) => {
    const db = c.env.DB.withSession('first-primary');
    const nowMs = Date.now();
    const runId = checkNewRunId(c.req.param('run_id'), nowMs);
    const policy = policyOf(c.env);
    // Of most uploads nothing is signed, and no second body is kept.
    const isSigned = ['signature-input', 'signature'].some((name) => c.req.raw.headers.has(name));
    const copy = isSigned ? c.req.raw.clone() : c.req.raw;
    const { upload, metrics } = await readUpload(c.req.raw);
    const keyId = await signedBy(db, copy, () => copy.arrayBuffer(), nowMs);
    const publish = async () => {
      const bodyHash = await shortHash(JSON.stringify(upload), BODY_HASH_BYTES);
      const sent = { bodyHash, keyId };
      const earlierRun = await selectRun(db, runId);
      if (earlierRun) return c.json(receiptOfStored(earlierRun, sent, policy), 200, bookmarkHeader(db));
      if (await isDeleted(db, runId)) throw new ProblemError('gone');

      const source = await admitSource(db, c.req.raw, c.env, nowMs);
      const { network, provider } = source;
      const toleranceMs = allowanceMs(c.env.TICKET_ALLOWANCE_MS);
      const ticket = await checkTicket(db, runId, upload, provider, { nowMs, toleranceMs });
      if (ticket.kind === 'refused') throw new ProblemError('ticket-refused', '', ticket.errors);
      const [newRun, gzippedDocument] = await Promise.all([
        newRunOf(db, {
          runId,
          upload,
          metrics,
          ticket: ticket.kind,
          bodyHash,
          network,
          provider,
          signedBy: keyId,
          nowMs,
          coreSha256: c.env.CORE_SHA256,
        }),
        packDocument(upload),
      ]);
      let run = newRun;
      const measured = {
        rig: run.rig,
        issuedMs: ticket.kind === 'valid' && upload.ticket ? Date.parse(upload.ticket.issued_at) : null,
        wallMs: upload.record.wall_ms,
        allowanceMs: toleranceMs,
      };
      const store = async (run: NewRun) => {
        const addedRuns = isPublic(run) && run.evidence >= policy.minEvidence ? [run] : [];
        const cuts = addedRuns.flatMap(cutsOfRun);
        const amount = amountOfRun(run, await selectGrowth(db, cuts), gzippedDocument.byteLength);
        // A run that the batch would refuse leaves no document behind: nobody can fill the bucket without publishing.
        const budget = await askBudget(db, c.env, { writing: 'upload', amount, source, nowMs, measured });
        const count = { policy, nowMs, onLoss: 'mark' } as const;
        const cohortStatements = await countStatements(db, cuts, { added: addedRuns }, count);
        const statements = [...insertRun(db, run, policy), ...cohortStatements];
        await storeRun(c.env.DOCUMENTS, run, gzippedDocument, budget, statements);
        return budget;
      };
      let budget: Budget;
      try {
        [run, budget] = await storeCompared(db, c.env, run, upload.record, store);
      } catch (error) {
        // Another request may have stored it first, or the database did and its answer was lost: only a read can tell.
        const storedRun = await selectRun(db, runId);
        if (storedRun) return c.json(receiptOfStored(storedRun, sent, policy), 200, bookmarkHeader(db));
        if (await isDeleted(db, runId)) throw new ProblemError('gone');
        throw error;
      }
      countLater(c);
      const receipt = receiptOf(run, policy);
      return c.json(receipt, 201, {
        location: receipt.links.self,
        ...bookmarkHeader(db),
        ...budget.headers,
      });
    };
    return c.env.IN_TURN ? c.env.IN_TURN(c.req.raw, publish) : publish();
  })

  .delete(RUN_PATH, DELETE_RUN, async (c) => {
    const runId = checkRunId(c.req.param('run_id'));
    const keyHash = await readKeyHash(c.req.raw, 'the deletion key of the run');
    const run = await readRunRow(c.env.DB, runId);
    if (!equalHash(keyHash, run.deletion_hash)) throw new ProblemError('forbidden');
    await removeRun(c.env, run, Date.now());
    await forgetPicture(c.req.url, runId);
    await takeOutOfSnapshot(c);
    return c.body(null, 204);
  })

  .get('/runs/:file', GET_RUN, async (c) => {
    const [, id = '', extension = 'json'] = /^([^.]*)(?:\.(.+))?$/.exec(c.req.param('file')) ?? [];
    const form = formWith(extension);
    if (!form && extension !== 'json') throw new ProblemError('not-found', `There is no form .${extension} of a run.`);
    const db = readFrom(c.env.DB, c.req.header(BOOKMARK));
    const view = await readRun(db, c.env.DOCUMENTS, checkRunId(id), policyOf(c.env));
    if (!form) return c.json(view, 200, CACHE.run);
    const file = fileOf(view, form);
    if (!file) throw new ProblemError('not-found', `A run of ${view.record.family} has no form .${extension}.`);
    return c.body(file.body, 200, { ...CACHE.run, ...file.headers });
  })

  .post('/runs/:run_id/reports', REPORT_RUN, async (c) => {
    const db = c.env.DB;
    const nowMs = Date.now();
    const runId = checkRunId(c.req.param('run_id'));
    const { reason, detail } = await readBody(c.req.raw, ReportRequest, SMALL_BODY_LIMITS, (sent) => {
      return { ...sent, detail: cleanNote(sent.detail ?? '') };
    });
    await readRunRow(db, runId);
    const source = await admitSource(db, c.req.raw, c.env, nowMs);
    const { network } = source;
    const report = { run_id: runId, network, created_ms: nowMs, reason, detail: detail ?? '' };
    const amount = amountOfReport(report.detail);
    const budget = await askBudget(db, c.env, { writing: 'report', amount, source, nowMs });
    const [, insertion] = await budget.write([insertReport(db, report)]);
    // Its network has reported it before, or it was deleted a moment ago.
    if (insertion?.meta.changes === 0) await readRunRow(db, runId);
    return c.json({ run_id: runId, reported: true }, 202);
  });
