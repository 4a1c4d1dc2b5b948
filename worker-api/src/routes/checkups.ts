import { Hono } from 'hono';
import { type CheckupList, type CheckupReceipt, CheckupUpload, type CheckupView } from '@opfsmark/schema/api';
import { type Checkup, checksOf } from '@opfsmark/schema/checkup';
import { equalHash } from '../base/crypto.ts';
import type { AppEnv } from '../base/env.ts';
import type { BodyLimits } from '../base/limits.ts';
import { ProblemError } from '../base/problem.ts';
import { readBody } from '../intake/body.ts';
import { admitSource, askBudget } from '../intake/budget.ts';
import { checkNewRunId, checkRunId, readKeyHash, storedHashOf } from '../intake/run-id.ts';
import { CACHE, moderatorsOnly } from '../middleware/index.ts';
import { BODY, DATABASE, describeModeration, describeRoute, parameter } from '../openapi/operation.ts';
import { RUN_ID_PATTERN } from '@opfsmark/schema/documents';
import { amountOfCheckup } from '../store/amounts.ts';
import { type CheckupRow, deleteCheckup, insertCheckup, selectCheckup, selectCheckups } from '../store/checkups.ts';
import { insertAudit } from '../store/moderation.ts';

/** A report of `/checkup` has about 100 values. */
const CHECKUP_LIMITS: BodyLimits = { wireBytes: 8192, inflatedBytes: 8192, depth: 6, nodes: 200 };
/** Reports in a list. */
const CHECKUPS_READ = 300;

const PATH = '/checkups/:checkup_id';
const CHECKUP_ID = parameter('path', 'checkup_id', { type: 'string', pattern: RUN_ID_PATTERN.source });

const PUBLISH = describeRoute({
  id: 'publishCheckup',
  tag: 'checkups',
  summary:
    'Publish what a browser was seen to do. The same body again is answered 200, another body 409. What follows from it the service derives by itself.',
  parameters: [CHECKUP_ID],
  answers: { 200: 'called', 201: 'called' },
  problems: [...BODY, 'invalid-parameter', 'not-found', 'conflict', 'blocked', 'full'],
});

const GET = describeRoute({
  id: 'getCheckup',
  tag: 'checkups',
  summary: 'A report of what a browser was seen to do.',
  parameters: [CHECKUP_ID],
  answers: { 200: 'called' },
  problems: ['not-found', ...DATABASE],
});

const LIST = describeRoute({
  id: 'listCheckups',
  tag: 'checkups',
  summary:
    'Reports, and what follows from each: of each internet provider the newest of each browser. Those from addresses that are for rent are read by their links alone.',
  answers: { 200: 'called' },
  problems: DATABASE,
});

const DELETE = describeRoute({
  id: 'deleteCheckup',
  tag: 'checkups',
  summary: 'Delete a report for good, with the key whose SHA-256 was published with it.',
  parameters: [CHECKUP_ID],
  tokens: ['deletion'],
  answers: { 204: 'called' },
  problems: ['unauthorized', 'forbidden', 'not-found', 'too-many', ...DATABASE],
});

const TAKE_DOWN = describeModeration({
  id: 'takeDownCheckup',
  summary: 'Delete a report for good.',
  parameters: [CHECKUP_ID],
  answers: { 204: 'none' },
  problems: [],
});

const documentOf = ({ document }: Pick<CheckupRow, 'document'>) => JSON.parse(document) as Checkup;

const receiptOf = (checkup_id: string): CheckupReceipt => ({
  checkup_id,
  links: { self: `/api/v1/checkups/${checkup_id}`, html: `/checkup/${checkup_id}` },
});

async function readCheckup(db: D1Database, text: string): Promise<CheckupRow> {
  const row = await selectCheckup(db, checkRunId(text));
  if (!row) throw new ProblemError('not-found', 'There is no such report, or it was deleted.');
  return row;
}

export const checkups = new Hono<AppEnv>()
  .put(PATH, PUBLISH, async (c) => {
    const db = c.env.DB;
    const nowMs = Date.now();
    const checkupId = checkNewRunId(c.req.param('checkup_id'), nowMs);
    const { checkup, deletion_sha256 } = await readBody(c.req.raw, CheckupUpload, CHECKUP_LIMITS);
    const document = JSON.stringify(checkup);
    const deletion_hash = storedHashOf(deletion_sha256);
    const { browser, os } = checkup.client;
    const receipt = receiptOf(checkupId);
    /** Whether it is stored already; throws where another one is. */
    const isStored = async () => {
      const earlier = await selectCheckup(db, checkupId);
      if (!earlier) return false;
      if (earlier.document === document && earlier.deletion_hash === deletion_hash) return true;
      throw new ProblemError('conflict', `Report ${checkupId} has another body.`);
    };
    if (await isStored()) return c.json(receipt, 200);
    const source = await admitSource(db, c.req.raw, c.env, nowMs);
    const row: CheckupRow = {
      checkup_id: checkupId,
      created_ms: nowMs,
      os: os.family,
      browser: browser.family,
      version: browser.major === null ? '' : String(browser.major),
      network: source.network,
      provider: source.provider,
      deletion_hash,
      document,
    };
    const budget = await askBudget(db, c.env, { writing: 'checkup', amount: amountOfCheckup(document), source, nowMs });
    try {
      await budget.write(insertCheckup(db, row));
    } catch (error) {
      // Another request may have stored it first, or the database did and its answer was lost: only a read can tell.
      if (await isStored()) return c.json(receipt, 200);
      throw error;
    }
    return c.json(receipt, 201, { location: receipt.links.self, ...budget.headers });
  })

  .get('/checkups', LIST, async (c) => {
    const rows = await selectCheckups(c.env.DB, CHECKUPS_READ);
    const list: CheckupList = {
      checkups: rows.map((row) => {
        const checkup = documentOf(row);
        return {
          checkup_id: row.checkup_id,
          created_at: new Date(row.created_ms).toISOString(),
          client: checkup.client,
          states: Object.fromEntries(
            checksOf(checkup).map(({ id, state }) => [id, state]),
          ) as CheckupList['checkups'][number]['states'],
        };
      }),
    };
    return c.json(list, 200, CACHE.live);
  })

  .get(PATH, GET, async (c) => {
    const row = await readCheckup(c.env.DB, c.req.param('checkup_id'));
    const view: CheckupView = {
      checkup_id: row.checkup_id,
      created_at: new Date(row.created_ms).toISOString(),
      checkup: documentOf(row),
    };
    return c.json(view, 200, CACHE.run);
  })

  .delete(PATH, DELETE, async (c) => {
    const keyHash = await readKeyHash(c.req.raw, 'the deletion key of the report');
    const row = await readCheckup(c.env.DB, c.req.param('checkup_id'));
    if (!equalHash(keyHash, row.deletion_hash)) throw new ProblemError('forbidden');
    await c.env.DB.batch(deleteCheckup(c.env.DB, row));
    return c.body(null, 204);
  })

  .delete(`/admin/v1${PATH}`, moderatorsOnly, TAKE_DOWN, async (c) => {
    const row = await readCheckup(c.env.DB, c.req.param('checkup_id'));
    await c.env.DB.batch([...deleteCheckup(c.env.DB, row), insertAudit(c.env, 'checkup.delete', '', {}, Date.now())]);
    return c.body(null, 204);
  });
