import { Hono } from 'hono';
import type { AppEnv } from '../base/env.ts';
import { ProblemError } from '../base/problem.ts';
import { CACHE } from '../middleware/headers.ts';
import { PARQUET } from '../snapshot/files.ts';
import { readManifest } from '../snapshot/manifest.ts';
import { isServed } from '../store/snapshot.ts';

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
  });
