import { Hono } from 'hono';
import type { SnapshotTaken } from '@opfsmark/schema/api';
import type { AppEnv } from '../base/env.ts';
import { ProblemError } from '../base/problem.ts';
import { CACHE } from '../middleware/headers.ts';
import { moderatorsOnly } from '../moderation/access.ts';
import { PARQUET } from '../snapshot/files.ts';
import { readManifest } from '../snapshot/manifest.ts';
import { renewStaleFiles } from '../snapshot/renew.ts';
import { continueSnapshot, startSnapshot } from '../snapshot/take.ts';
import { insertAudit } from '../store/moderation.ts';
import { isServed } from '../store/snapshot.ts';

/** Time that one request spends on a snapshot; the timer does the rest. */
const SNAPSHOT_MS = 20_000;

/** All public runs as files. */
export const snapshot = new Hono<AppEnv>()
  .get('/snapshot', async (c) => {
    const manifest = await readManifest(c.env);
    if (!manifest) throw new ProblemError('not-found', 'The first snapshot is taken at midnight UTC.');
    return c.json(manifest, 200, { 'cache-control': CACHE.live });
  })

  .get('/snapshot/files/:file', async (c) => {
    const name = c.req.param('file');
    // Asked first: a file with a deleted run is not served, whether its object is there or not.
    const object = (await isServed(c.env.DB, name)) ? await c.env.SNAPSHOTS.get(name) : null;
    if (!object) throw new ProblemError('not-found', 'The newest snapshot has no such file. Read its manifest again.');
    return c.body(object.body, 200, {
      'cache-control': CACHE.run,
      'content-type': PARQUET,
      'content-length': `${object.size}`,
      etag: object.httpEtag,
    });
  })

  .use('/admin/v1/*', moderatorsOnly)

  .post('/admin/v1/snapshot', async (c) => {
    const startedMs = Date.now();
    await renewStaleFiles(c.env, startedMs);
    await startSnapshot(c.env.DB, startedMs);
    await insertAudit(c.env.DB, 'snapshot', 'runs', {}, startedMs).run();
    let hasMore = await continueSnapshot(c.env);
    while (hasMore && Date.now() - startedMs < SNAPSHOT_MS) hasMore = await continueSnapshot(c.env);
    const answer: SnapshotTaken = { done: !hasMore };
    return c.json(answer, hasMore ? 202 : 200);
  });
