import { Hono } from 'hono';
import type { Stats } from '@opfsmark/schema/api';
import { CUT_KINDS, parseCut } from '@opfsmark/schema/boards';
import type { AppEnv } from '../base/env.ts';
import { invalidParameter } from '../base/problem.ts';
import { readAnywhere } from '../base/sessions.ts';
import { summarizeCohort } from '../boards/summary.ts';
import { CACHE } from '../middleware/headers.ts';
import { DATABASE, describeRoute, parameter } from '../openapi/operation.ts';
import { selectCohorts } from '../store/cohorts.ts';

const GET_STATS = describeRoute({
  id: 'getStats',
  tag: 'boards',
  summary: `Percentiles of one cut: ${Object.entries(CUT_KINDS)
    .map(([kind, keys]) => [kind, ...keys].join('|'))
    .join(', ')}.`,
  parameters: [parameter('query', 'cut', { type: 'string', maxLength: 600 }, true)],
  answers: { 200: 'Stats' },
  problems: ['invalid-parameter', ...DATABASE],
});

export const stats = new Hono<AppEnv>().get('/stats', GET_STATS, async (c) => {
  const cut = c.req.query('cut') ?? '';
  if (parseCut(cut) === null) throw invalidParameter('cut', 'is not a cut');
  const stored = (await selectCohorts(readAnywhere(c.env.DB), [cut])).get(cut);
  const answer: Stats = { cut, runs: stored?.runs ?? 0, metrics: summarizeCohort(stored?.cohort) };
  return c.json(answer, 200, { 'cache-control': CACHE.live });
});
