import { Hono } from 'hono';
import type { FilesystemList, FilesystemView } from '@opfsmark/schema/api';
import { formatCut, layoutsWith, parseCut, scopeOf } from '@opfsmark/schema/boards';
import { FILESYSTEMS, SUITE_VERSION } from '@opfsmark/schema/documents';
import type { AppEnv } from '../base/env.ts';
import { ProblemError } from '../base/problem.ts';
import { readAnywhere } from '../base/sessions.ts';
import { familyName, filesystemSlug } from '../boards/names.ts';
import { summarizeCohort } from '../boards/summary.ts';
import { CACHE } from '../middleware/headers.ts';
import { DATABASE, TEXT, describeRoute, parameter } from '../openapi/operation.ts';
import { selectCohortsByPrefix } from '../store/cohorts.ts';
import { newestRuns } from '../views/run-item.ts';

/** More than there are families of operating systems. */
const MAX_SYSTEMS = 20;

const LIST_FILESYSTEMS = describeRoute({
  id: 'listFilesystems',
  tag: 'boards',
  summary: 'The filesystems that can be declared.',
  answers: { 200: 'FilesystemList' },
  problems: [],
});

const GET_FILESYSTEM = describeRoute({
  id: 'getFilesystem',
  tag: 'boards',
  summary: 'A filesystem: percentiles over networks per operating system, and its newest runs.',
  parameters: [parameter('path', 'fs', TEXT)],
  answers: { 200: 'FilesystemView' },
  problems: ['not-found', ...DATABASE],
});

export const filesystems = new Hono<AppEnv>()
  .get('/filesystems', LIST_FILESYSTEMS, (c) => {
    const list: FilesystemList = { filesystems: FILESYSTEMS.map((name) => ({ slug: filesystemSlug(name), name })) };
    return c.json(list, 200, { 'cache-control': CACHE.document });
  })

  .get('/filesystems/:fs', GET_FILESYSTEM, async (c) => {
    const slug = c.req.param('fs');
    const name = FILESYSTEMS.find((known) => filesystemSlug(known) === slug);
    if (name === undefined) throw new ProblemError('not-found', 'There is no such filesystem.');
    const db = readAnywhere(c.env.DB);
    const runs = await newestRuns(c.env, db, { by: 'filesystem', value: slug });
    const cells = await Promise.all(
      layoutsWith('filesystem').map(async (layout) => {
        const scope = scopeOf(SUITE_VERSION, layout);
        // Without an operating system it is how the cuts of all of them begin.
        const prefix = formatCut('filesystem', { scope, filesystem: slug, os: '' });
        const found = await selectCohortsByPrefix(db, prefix, MAX_SYSTEMS);
        return found.map(({ cut, cohort }) => ({
          os: familyName(parseCut(cut)?.keys.os ?? ''),
          layout,
          metrics: summarizeCohort(cohort),
        }));
      }),
    );
    const view: FilesystemView = {
      slug,
      name,
      cells: cells.flat(),
      runs,
    };
    return c.json(view, 200, { 'cache-control': CACHE.live });
  });
