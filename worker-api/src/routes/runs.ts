import { Hono } from 'hono';
import type { RunUpload } from '@opfsmark/schema/api';
import { refreshLater } from '../aggregation/schedule.ts';
import { removeRun } from '../aggregation/status.ts';
import { equalHex, gzip, sha256Hex } from '../base/crypto.ts';
import type { AppEnv, Db } from '../base/env.ts';
import { BYTES_PER_COUNTED_RUN, MAX_STORED_BYTES } from '../base/limits.ts';
import { ProblemError } from '../base/problem.ts';
import { BOOKMARK, bookmarkHeader, readFrom } from '../base/sessions.ts';
import { fileOf } from '../export/run-file.ts';
import { newRunOf } from '../intake/new-run.ts';
import { checkRunId } from '../intake/run-id.ts';
import { networkTagOf, quotaProblem, rateLimitHeaders, sourceOf } from '../intake/source.ts';
import { allowanceMs, checkTicket } from '../intake/ticket.ts';
import { readUpload } from '../intake/upload.ts';
import { CACHE } from '../middleware/headers.ts';
import { forgetPicture } from '../pictures/cache.ts';
import { takeOutOfSnapshot } from '../snapshot/renew.ts';
import { isQuotaError, isRepeatError } from '../store/errors.ts';
import { countAgainstQuota } from '../store/quota.ts';
import { insertRun, isDeleted, selectRun, type NewRun } from '../store/runs.ts';
import { receiptOf, receiptOfStored } from '../views/receipt.ts';
import { readRun } from '../views/run-view.ts';

/** A run itself, without its .csv and .txt, which can only be read. */
const RUN_PATH = '/runs/:run_id{(?!.*\\.(?:csv|txt)$)[^/]+}';

export const runs = new Hono<AppEnv>()
  .put(RUN_PATH, async (c) => {
    const db = c.env.DB.withSession('first-primary');
    const nowMs = Date.now();
    const runId = checkRunId(c.req.param('run_id'));
    const upload = await readUpload(c.req.raw);
    const bodySha256 = await sha256Hex(JSON.stringify(upload));
    const known = await selectRun(db, runId);
    if (known) return c.json(receiptOfStored(known, bodySha256), 200, bookmarkHeader(db));
    if (await isDeleted(db, runId)) throw new ProblemError('gone');

    const ticket = await checkTicket(db, runId, upload, nowMs, allowanceMs(c.env.TICKET_ALLOWANCE_MS));
    if (ticket.kind === 'refused') throw new ProblemError('ticket-refused', '', ticket.errors);
    const run = await newRunOf(db, {
      runId,
      upload,
      ticket: ticket.kind,
      bodySha256,
      network: await networkTagOf(db, c.req.raw),
      nowMs,
      coreSha256: c.env.CORE_SHA256,
      mayRepeat: c.env.REPEATED_RESULTS === 'allowed',
    });
    const quota = {
      source: await sourceOf(db, c.req.raw, nowMs),
      limit: Number(c.env.RUNS_PER_DAY),
      recentPerNetwork: Number(c.env.RECENT_PER_NETWORK),
    };
    let used: number;
    try {
      used = await storeRun(db, run, upload, quota);
    } catch (error) {
      // Another request may have stored it first, or the database did and its answer was lost: only a read can tell.
      const stored = await selectRun(db, runId);
      if (stored) return c.json(receiptOfStored(stored, bodySha256), 200, bookmarkHeader(db));
      if (await isDeleted(db, runId)) throw new ProblemError('gone');
      if (isRepeatError(error)) {
        throw new ProblemError('repeated', 'The same result stands under another id. Nobody measures the same twice.');
      }
      throw isQuotaError(error) ? quotaProblem(quota.limit, 'runs', nowMs) : error;
    }
    refreshLater(c);
    const receipt = receiptOf(run);
    return c.json(receipt, 201, {
      location: receipt.links.self,
      ...bookmarkHeader(db),
      ...rateLimitHeaders(quota.limit, used, nowMs),
    });
  })

  .delete(RUN_PATH, async (c) => {
    const runId = checkRunId(c.req.param('run_id'));
    const token = /^Bearer ([\w-]{43})$/.exec(c.req.header('authorization') ?? '')?.[1];
    if (token === undefined) {
      const detail = 'Send the deletion key of the run.';
      throw new ProblemError('unauthorized', detail, [], { 'www-authenticate': 'Bearer' });
    }
    const run = await selectRun(c.env.DB, runId);
    if (!run)
      throw new ProblemError((await isDeleted(c.env.DB, runId)) ? 'gone' : 'not-found', `There is no run ${runId}.`);
    if (!equalHex(await sha256Hex(token), run.deletion_sha256)) throw new ProblemError('forbidden');
    await removeRun(c.env, run, Date.now());
    await forgetPicture(c.req.url, runId);
    await takeOutOfSnapshot(c);
    refreshLater(c);
    return c.body(null, 204);
  })

  .get('/runs/:file', async (c) => {
    const [, id = '', format] = /^([^.]*)(?:\.(json|csv|txt))?$/.exec(c.req.param('file')) ?? [];
    const view = await readRun(readFrom(c.env.DB, c.req.header(BOOKMARK)), checkRunId(id));
    const cached = { 'cache-control': CACHE.run };
    if (format !== 'csv' && format !== 'txt') return c.json(view, 200, cached);
    const { body, headers } = fileOf(view, format);
    return c.body(body, 200, { ...cached, ...headers });
  });

/** Stores a run in one batch; its vote is counted after the answer. Returns how many runs its source has published today. */
async function storeRun(
  db: Db,
  run: NewRun,
  { record, declared }: RunUpload,
  quota: { readonly source: string; readonly limit: number; readonly recentPerNetwork: number },
): Promise<number> {
  const bodyGzip = await gzip(JSON.stringify({ record, declared }));
  if (bodyGzip.byteLength > MAX_STORED_BYTES) {
    throw new ProblemError('too-large', `At most ${MAX_STORED_BYTES} bytes as it is stored.`);
  }
  const cost = Math.ceil(bodyGzip.byteLength / BYTES_PER_COUNTED_RUN);
  const [counted] = await db.batch<{ used: number }>([
    countAgainstQuota(db, quota.source, quota.limit, run.created_ms, cost),
    ...insertRun(db, run, bodyGzip, quota.recentPerNetwork),
  ]);
  return counted?.results[0]?.used ?? 0;
}
