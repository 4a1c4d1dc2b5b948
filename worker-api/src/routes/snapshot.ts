import { Hono } from 'hono';
import { DATA_LICENSE, type SnapshotManifest } from '@opfsmark/schema/api';
import { SUITE_VERSION } from '@opfsmark/schema/documents';
import type { AppEnv, Env } from '../base/env.ts';
import { ProblemError } from '../base/problem.ts';
import { policyNameOf } from '../boards/policy.ts';
import { CACHE } from '../middleware/index.ts';
import { DATABASE, describeRoute, parameter, TEXT } from '../openapi/operation.ts';
import { PARQUET } from '../snapshot/files.ts';
import { orUnavailable } from '../store/documents.ts';
import { isServed, selectFiles, selectSnapshot } from '../store/snapshot.ts';

/** The files of the snapshot that is served; `null` before the first. */
async function readManifest(env: Env): Promise<SnapshotManifest | null> {
  const snapshot = await selectSnapshot(env.DB);
  if (!snapshot) return null;
  const allFiles = await selectFiles(env.DB, snapshot.generation);
  const files = allFiles.filter(({ stale, name }) => stale === 0 && name !== '');
  return {
    format: 1,
    taken_at: new Date(snapshot.taken_ms).toISOString(),
    suite: SUITE_VERSION,
    license: DATA_LICENSE.id,
    license_url: DATA_LICENSE.url,
    complete: files.length === allFiles.length,
    runs: files.reduce((sum, { kind, run_count }) => sum + (kind === 'runs' ? run_count : 0), 0),
    policy: policyNameOf(env),
    files: files.map(({ name, kind, run_count, bytes, sha256 }) => ({
      name,
      kind,
      url: `/api/v1/snapshot/files/${name}`,
      rows: run_count,
      bytes,
      sha256,
    })),
  };
}

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
    if (!manifest)
      throw new ProblemError('not-found', 'The first snapshot is written in the minutes after the service has begun.');
    return c.json(manifest, 200, CACHE.live);
  })

  .get('/snapshot/files/:file', GET_SNAPSHOT_FILE, async (c) => {
    const name = c.req.param('file');
    // Asked first: a file with a deleted run is not served, whether its object is there or not.
    const object = (await isServed(c.env.DB, name)) ? await orUnavailable(c.env.SNAPSHOTS.get(name)) : null;
    if (!object) throw new ProblemError('not-found', 'The newest snapshot has no such file. Read its manifest again.');
    return c.body(object.body, 200, {
      ...CACHE.run,
      'content-type': PARQUET,
      'content-length': `${object.size}`,
      etag: object.httpEtag,
    });
  });
