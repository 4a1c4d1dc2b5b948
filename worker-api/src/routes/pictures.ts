import { Hono } from 'hono';
import type { AppEnv } from '../base/env.ts';
import { readAnywhere } from '../base/sessions.ts';
import { checkRunId } from '../intake/run-id.ts';
import { spokenOf } from '../figures/languages.ts';
import { CACHE } from '../middleware/headers.ts';
import { badgeSvg, shieldsBadge } from '../pictures/badge.ts';
import { keepPicture, keptPicture } from '../pictures/cache.ts';
import { ogSvg } from '../pictures/og.ts';
import { renderPng } from '../pictures/render.ts';
import { readRun } from '../views/run-view.ts';

const CACHED = { 'cache-control': CACHE.run };
const SVG = {
  'content-type': 'image/svg+xml',
  'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors *",
};

/** Pictures of a run, outside the API's own path. */
export const pictures = new Hono<AppEnv>()
  .get('/badge/:file{[^.]+\\.(?:svg|json)}', async (c) => {
    const [id = '', format] = c.req.param('file').split('.');
    const view = await readRun(readAnywhere(c.env.DB), c.env.DOCUMENTS, checkRunId(id));
    if (format === 'json') return c.json(shieldsBadge(view, spokenOf(c.req.query('lang'))), 200, CACHED);
    return c.body(badgeSvg(view, spokenOf(c.req.query('lang'))), 200, { ...CACHED, ...SVG });
  })

  .get('/og/:file{[^.]+\\.png}', async (c) => {
    const id = checkRunId(c.req.param('file').slice(0, -'.png'.length));
    const language = spokenOf(c.req.query('lang'));
    // Read before the cache is asked, because a deleted run must not answer from it.
    const view = await readRun(readAnywhere(c.env.DB), c.env.DOCUMENTS, id);
    const headers = { ...CACHED, 'content-type': 'image/png' };
    const kept = await keptPicture(c.req.url, id, language);
    if (kept) return c.body(kept, 200, headers);
    const png = new Uint8Array(await renderPng(ogSvg(view, language)));
    c.executionCtx.waitUntil(keepPicture(c.req.url, id, language, png));
    return c.body(png, 200, headers);
  });
