import { Hono } from 'hono';
import type { AppEnv } from '../base/env.ts';
import { ProblemError } from '../base/problem.ts';
import { CACHE } from '../middleware/headers.ts';
import { DATABASE, TEXT, describeRoute, parameter } from '../openapi/operation.ts';
import { PARQUET } from '../snapshot/files.ts';
import { readManifest } from '../snapshot/manifest.ts';
import { isServed } from '../store/snapshot.ts';

const GET_SNAPSHOT = describeRoute({
  id: 'getSnapshot',
  tag: 'boards',
  summary:
    'The files of the newest nightly snapshot of all public runs, with raw histograms: enough to recompute every rank.',
  answers: { 200: 'SnapshotManifest' },
  problems: ['not-found', ...DATABASE],
});

const GET_SNAPSHOT_FILE = describeRoute({
  id: 'getSnapshotFile',
  tag: 'boards',
  summary: 'A file of the snapshot. It goes when a run in it is deleted; the manifest then names another.',
  parameters: [parameter('path', 'file', TEXT)],
  answers: { 200: 'application/vnd.apache.parquet' },
  problems: ['not-found', ...DATABASE],
});

/** All public runs as files. */
export const snapshot = new Hono<AppEnv>()
  .get('/snapshot', GET_SNAPSHOT, async (c) => {
    const manifest = await readManifest(c.env);
    if (!manifest) throw new ProblemError('not-found', 'The first snapshot is taken at midnight UTC.');
    return c.json(manifest, 200, { 'cache-control': CACHE.live });
  })

  .get('/snapshot/files/:file', GET_SNAPSHOT_FILE, async (c) => {
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
