import { type Context, Hono } from 'hono';
import { clientCut, contenderTable, isKnownClient, parseClient } from '@opfsmark/schema/boards';
import { SUITE_VERSION } from '@opfsmark/schema/documents';
import type { AppEnv } from '../base/env.ts';
import { invalidParameter } from '../base/problem.ts';
import { readAnywhere } from '../base/sessions.ts';
import { checkRunId } from '../intake/run-id.ts';
import { CACHE } from '../middleware/index.ts';
import { DATABASE, describeRoute, LANG, parameter, READ_RUN, RUN_ID } from '../openapi/operation.ts';
import { keepPicture, keptPicture, ogComparison, ogSvg, renderPng } from '../pictures/card.ts';
import { contenderTableSvg } from '../pictures/contender-table.ts';
import { badgeSvg, embedHtml, shieldsBadge } from '../pictures/embed.ts';
import { type Language, languageOf } from '../pictures/words.ts';
import { readRun } from '../views/run-view.ts';
import { readSummary } from '../views/summaries.ts';

/** An isolated page, as one that measures storage is, has only frames that say so, too. */
const FRAMED = { 'cross-origin-embedder-policy': 'require-corp' };
const SVG = {
  ...FRAMED,
  'content-type': 'image/svg+xml',
  'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors *",
};

/** May stand in a frame on any page; it shows a picture of this site and runs nothing. */
const FRAME = {
  ...FRAMED,
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': "default-src 'none'; img-src 'self'; style-src 'unsafe-inline'; frame-ancestors *",
};

/** The picture of this name as it is kept, or drawn. What it shows was read before, because a deleted run must not answer from it. */
async function sendPicture(
  c: Context<AppEnv>,
  name: string,
  language: Language,
  { warnings, draw }: { readonly warnings: readonly string[]; readonly draw: () => string },
) {
  const headers = { ...CACHE.run, 'content-type': 'image/png' };
  const cachedPng = await keptPicture(c.req.url, name, language, warnings);
  if (cachedPng) return c.body(cachedPng, 200, headers);
  const png = new Uint8Array(await renderPng(draw()));
  c.executionCtx.waitUntil(keepPicture(c.req.url, name, language, { png, warnings }));
  return c.body(png, 200, headers);
}

const GET_CONTENDER_TABLE = describeRoute({
  id: 'getContenderTable',
  tag: 'site',
  summary:
    'Confirmed medians of contenders of storage for apps in one browser and operating system, as a table for a README.',
  parameters: [
    parameter('query', 'client', { type: 'string', pattern: '^[a-z][a-z0-9-]*~[a-z][a-z0-9-]*$' }, true),
    LANG,
  ],
  answers: { 200: 'image/svg+xml' },
  problems: ['invalid-parameter', ...DATABASE],
});

const PICTURE = { tag: 'site', parameters: [RUN_ID, LANG], problems: READ_RUN } as const;
const GET_BADGE = describeRoute(
  {
    ...PICTURE,
    id: 'getBadge',
    path: '/badge/{run_id}.svg',
    summary: 'A badge for a README.',
    answers: { 200: 'image/svg+xml' },
  },
  {
    ...PICTURE,
    id: 'getShieldsBadge',
    path: '/badge/{run_id}.json',
    summary: 'The badge for shields.io/endpoint.',
    answers: { 200: 'ShieldsBadge' },
  },
);
const GET_EMBED = describeRoute({
  ...PICTURE,
  id: 'getEmbed',
  path: '/og/{run_id}.html',
  summary: 'The picture with a link to its result, for a frame on any page.',
  answers: { 200: 'text/html' },
});
const GET_PICTURE = describeRoute({
  ...PICTURE,
  id: 'getPicture',
  path: '/og/{run_id}.png',
  summary: 'The result as a picture of 1200 x 630.',
  answers: { 200: 'image/png' },
});

/** As many as a comparison has. */
const MAX_COMPARED = 6;
const GET_COMPARISON_PICTURE = describeRoute({
  ...PICTURE,
  id: 'getComparisonPicture',
  path: '/og/compare/{runs}.png',
  parameters: [parameter('path', 'runs', { type: 'string' }), LANG],
  summary: `Up to ${MAX_COMPARED} results of one family side by side, as a picture of 1200 x 630; the first is the baseline.`,
  answers: { 200: 'image/png' },
  problems: ['invalid-parameter', ...READ_RUN],
});

/** Pictures, outside the API's own path. */
export const pictures = new Hono<AppEnv>()
  .get('/badge/app-storage.svg', GET_CONTENDER_TABLE, async (c) => {
    const client = parseClient(c.req.query('client') ?? '');
    if (!client || !isKnownClient(client)) {
      throw invalidParameter('client', 'is not an operating system and a browser, such as "windows~chrome"');
    }
    const cut = clientCut(SUITE_VERSION, client);
    const { metrics } = await readSummary(c.env, readAnywhere(c.env.DB), cut);
    // In the README of a library nothing stands that nobody has confirmed.
    const rows = contenderTable(metrics.filter(({ unconfirmed }) => !unconfirmed));
    const svg = contenderTableSvg(rows, client, languageOf(c.req.query('lang')));
    return c.body(svg, 200, { ...CACHE.live, ...SVG });
  })

  .get('/badge/:file{[^.]+\\.(?:svg|json)}', GET_BADGE, async (c) => {
    const [id = '', format] = c.req.param('file').split('.');
    const view = await readRun(readAnywhere(c.env.DB), c.env.DOCUMENTS, checkRunId(id));
    if (format === 'json') return c.json(shieldsBadge(view, languageOf(c.req.query('lang'))), 200, CACHE.run);
    return c.body(badgeSvg(view, languageOf(c.req.query('lang'))), 200, { ...CACHE.run, ...SVG });
  })

  .get('/og/:file{[^.]+\\.html}', GET_EMBED, async (c) => {
    const id = checkRunId(c.req.param('file').slice(0, -'.html'.length));
    const view = await readRun(readAnywhere(c.env.DB), c.env.DOCUMENTS, id);
    return c.body(embedHtml(view, languageOf(c.req.query('lang'))), 200, { ...CACHE.run, ...FRAME });
  })

  .get('/og/compare/:file{[^.]+\\.png}', GET_COMPARISON_PICTURE, async (c) => {
    const ids = [...new Set(c.req.param('file').slice(0, -'.png'.length).split(','))].map(checkRunId);
    if (ids.length > MAX_COMPARED) throw invalidParameter('runs', `has more than ${MAX_COMPARED}`);
    const language = languageOf(c.req.query('lang'));
    const views = await Promise.all(ids.map((id) => readRun(readAnywhere(c.env.DB), c.env.DOCUMENTS, id)));
    if (views.some(({ record }) => record.family !== views[0]?.record.family)) {
      throw invalidParameter('runs', 'names runs that measured different things');
    }
    return sendPicture(c, `compare/${ids.join(',')}`, language, {
      warnings: views.flatMap(({ warnings = [] }) => warnings),
      draw: () => ogComparison(views, language),
    });
  })

  .get('/og/:file{[^.]+\\.png}', GET_PICTURE, async (c) => {
    const id = checkRunId(c.req.param('file').slice(0, -'.png'.length));
    const language = languageOf(c.req.query('lang'));
    const view = await readRun(readAnywhere(c.env.DB), c.env.DOCUMENTS, id);
    return sendPicture(c, id, language, { warnings: view.warnings ?? [], draw: () => ogSvg(view, language) });
  });
