import { Hono } from 'hono';
import type { OEmbed } from '@opfsmark/schema';
import { selectDevices } from '../store/devices.ts';
import type { AppEnv } from '../base/env.ts';
import { FILESYSTEMS } from '@opfsmark/schema';
import { filesystemSlug } from '../boards/names.ts';
import { SITEMAP_DEVICES } from '../base/limits.ts';
import { CACHE } from '../middleware/headers.ts';
import { badgeSvg, shieldsBadge } from '../pictures/badge.ts';
import { OG_SIZE, ogSvg } from '../pictures/og.ts';
import { renderPng } from '../pictures/render.ts';
import { escapeXml } from '../pictures/svg.ts';
import { ProblemError } from '../base/problem.ts';
import { checkRunId } from '../intake/run-id.ts';
import { readRun } from '../views/run-view.ts';

const PICTURE_CSP = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors *";
const SVG = { 'content-type': 'image/svg+xml', 'content-security-policy': PICTURE_CSP };
const KEPT = { 'cache-control': CACHE.run };
const EMBED = { width: 600, height: 338 } as const;
const PAGES = ['/', '/leaderboard', '/compare', '/method', '/method/drives', '/api', '/privacy'];

/** What stands outside the API's own path: badges, pictures for other sites, what machines look for at the root. */
export const pictures = new Hono<AppEnv>()
  .get('/badge/:file{[^.]+\\.(?:svg|json)}', async (c) => {
    const [id = '', format] = c.req.param('file').split('.');
    const view = await readRun(c.env.DB.withSession('first-unconstrained'), checkRunId(id));
    if (format === 'json') return c.json(shieldsBadge(view), 200, KEPT);
    return c.body(badgeSvg(view), 200, { ...KEPT, ...SVG });
  })

  .get('/og/:file{[^.]+\\.png}', async (c) => {
    const id = checkRunId(c.req.param('file').slice(0, -'.png'.length));
    const view = await readRun(c.env.DB.withSession('first-unconstrained'), id);
    // Kept by id, asked for only when the run is still there: a run never changes.
    const key = new Request(new URL(`/og/${id}.png`, c.req.url));
    const kept = await caches.default.match(key);
    const headers = { ...KEPT, 'content-type': 'image/png' };
    if (kept) return c.body(await kept.arrayBuffer(), 200, headers);
    const png = new Uint8Array(await renderPng(ogSvg(view)));
    const copy = new Response(png, { headers: { ...headers, 'cache-control': 'public, max-age=31536000' } });
    c.executionCtx.waitUntil(caches.default.put(key, copy));
    return c.body(png, 200, headers);
  })

  .get('/oembed', async (c) => {
    const { url = '', format = 'json' } = c.req.query();
    if (format !== 'json')
      throw new ProblemError('invalid-parameter', '', [{ pointer: '/format', detail: 'must be json' }]);
    const origin = new URL(c.req.url).origin;
    const id = URL.canParse(url) ? /^\/r\/([^/]+)$/.exec(new URL(url).pathname)?.[1] : undefined;
    if (id === undefined || new URL(url).origin !== origin) {
      throw new ProblemError('not-found', 'The url is not that of a run of this site.');
    }
    const view = await readRun(c.env.DB.withSession('first-unconstrained'), checkRunId(id));
    const title = `${view.declared.device} · OPFSMark`;
    const image = `${origin}/og/${view.run_id}.png`;
    const embed: OEmbed = {
      version: '1.0',
      type: 'rich',
      title,
      provider_name: 'OPFSMark',
      provider_url: origin,
      ...EMBED,
      html:
        `<a href="${origin}/r/${view.run_id}"><img src="${image}" width="${EMBED.width}" height="315" ` +
        `alt="${escapeXml(title)}"></a>`,
      thumbnail_url: image,
      thumbnail_width: OG_SIZE.width,
      thumbnail_height: OG_SIZE.height,
    };
    return c.json(embed, 200, KEPT);
  })

  .get('/sitemap.xml', async (c) => {
    const origin = new URL(c.req.url).origin;
    const devices = await selectDevices(c.env.DB.withSession('first-unconstrained'), '', '', SITEMAP_DEVICES);
    const paths = [
      ...PAGES,
      ...FILESYSTEMS.map((name) => `/filesystem/${encodeURIComponent(filesystemSlug(name))}`),
      ...devices.map(({ slug }) => `/device/${encodeURIComponent(slug)}`),
    ];
    const urls = paths.map((path) => `<url><loc>${escapeXml(`${origin}${path}`)}</loc></url>`);
    const body =
      '<?xml version="1.0" encoding="UTF-8"?>\n' +
      `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${urls.join('')}</urlset>`;
    return c.body(body, 200, { 'cache-control': CACHE.document, 'content-type': 'application/xml' });
  });
