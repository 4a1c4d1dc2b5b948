import { Hono } from 'hono';
import type { SourceCount } from '@opfsmark/schema/api';
import { HOSTING } from '@opfsmark/schema/ranks';
import { deleteSource, hideSource, restoreSource } from '../aggregation/runs.ts';
import { DAY_MS } from '../base/days.ts';
import type { AppEnv } from '../base/env.ts';
import { SMALL_BODY_LIMITS } from '../base/limits.ts';
import { ProblemError } from '../base/problem.ts';
import { readBody } from '../intake/body.ts';
import { networkTagOf, providerTagOf } from '../intake/source.ts';
import { moderatorsOnly } from '../middleware/index.ts';
import { BODY, describeModeration, parameter } from '../openapi/operation.ts';
import { SourceChange } from '../openapi/schemas.ts';
import { forgetPicture } from '../pictures/card.ts';
import { takeOutOfSnapshot } from '../snapshot/take.ts';
import { deleteCheckupsOf } from '../store/checkups.ts';
import { blockSource, insertAudit, type Source, unblockSource } from '../store/moderation.ts';
import { countRunsOfSource } from '../store/runs.ts';

const TAG = '[A-Za-z0-9_-]{11}';
const NAMES = {
  network: { id: 'Network', what: 'a network (a /24, or a /48)', pattern: `^${TAG}$` },
  provider: {
    id: 'Provider',
    what: `an internet provider; "${HOSTING}" is all that rent addresses by the hour`,
    pattern: `^(${HOSTING}|${TAG})$`,
  },
} as const;

/** The change to runs; a block alone leaves them. */
const leave = () => Promise.resolve({ runs: [], done: true });
const RUNS = {
  block: leave,
  unblock: leave,
  hide: hideSource,
  delete: deleteSource,
  restore: restoreSource,
} as const;

function moderationOf(kind: Source['kind']) {
  const { id, what, pattern } = NAMES[kind];
  const change = describeModeration({
    id: `change${id}`,
    summary: `Keep away ${what}, for some days, and hide or delete everything it has sent, or restore it, some runs per call. What the moderator sends from is kept away only with "own".`,
    parameters: [parameter('path', 'tag', { type: 'string', pattern })],
    body: 'SourceChange',
    example: { action: 'delete', days: 30, reason: 'flood' },
    answers: { 200: 'SourceChanged' },
    problems: [...BODY, 'conflict', 'gone'],
  });
  const count = describeModeration({
    id: `count${id}`,
    summary: `How many runs came from ${what}: so many are hidden or deleted with it.`,
    parameters: [parameter('path', 'tag', { type: 'string', pattern })],
    answers: { 200: 'SourceCount' },
    problems: [],
  });
  const sourceOf = (tag: string): Source => {
    if (!new RegExp(pattern).test(tag)) throw new ProblemError('not-found', `There is no such ${kind}.`);
    return { kind, tag };
  };
  const path = `/admin/v1/${kind}s/:tag` as const;
  const routes = new Hono<AppEnv>().get(path, count, async (c) => {
    const source = sourceOf(c.req.param('tag'));
    const answer: SourceCount = { tag: source.tag, runs: await countRunsOfSource(c.env.DB, source) };
    return c.json(answer);
  });
  return routes.post(path, change, async (c) => {
    const db = c.env.DB;
    const nowMs = Date.now();
    const source = sourceOf(c.req.param('tag'));
    const { action, reason, days, own: isOwn = false } = await readBody(c.req.raw, SourceChange, SMALL_BODY_LIMITS);
    // Before its runs are looked for, so that none comes after them.
    if (action === 'restore' || action === 'unblock') await unblockSource(db, source).run();
    else if (days !== undefined) {
      const tagOf = kind === 'network' ? networkTagOf : providerTagOf;
      if (!isOwn && (await tagOf(db, c.req.raw, c.env)) === source.tag) {
        const detail = `You send from this ${kind} yourself, and would be kept away with it. Send "own": true to do it all the same.`;
        throw new ProblemError('conflict', detail);
      }
      await blockSource(db, source, nowMs + days * DAY_MS).run();
    }
    if (action === 'delete') await deleteCheckupsOf(db, source);
    const { runs, done } = await RUNS[action](c.env, source, nowMs);
    const detail = { runs: runs.length, reason, ...(days !== undefined && { days }) };
    await insertAudit(c.env, `${kind}.${action}`, source.tag, detail, nowMs).run();
    if (action === 'delete') for (const runId of runs) await forgetPicture(c.req.url, runId);
    await takeOutOfSnapshot(c);
    return c.json({ tag: source.tag, runs: runs.length, done });
  });
}

export const sourceModeration = new Hono<AppEnv>()
  .use('/admin/v1/*', moderatorsOnly)
  .route('/', moderationOf('network'))
  .route('/', moderationOf('provider'));
