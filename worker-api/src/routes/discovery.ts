import { Hono } from 'hono';
import { escapeXml } from '@opfsmark/schema/answer/picture';
import { FILESYSTEMS } from '@opfsmark/schema/documents';
import { CONTENDER_IDS } from '@opfsmark/schema/families/app-storage/contender-ids';
import type { AppEnv } from '../base/env.ts';
import { invalidParameter, ProblemError } from '../base/problem.ts';
import { readAnywhere } from '../base/sessions.ts';
import { filesystemSlug } from '../boards/lines.ts';
import { checkRunId } from '../intake/run-id.ts';
import { CACHE } from '../middleware/index.ts';
import { DATABASE, describeRoute, LANG, parameter, READ_RUN } from '../openapi/operation.ts';
import { oEmbedOf, readPermalink } from '../pictures/embed.ts';
import { languageOf } from '../pictures/words.ts';
import { selectListedDevices } from '../store/device-search.ts';
import { readRun } from '../views/run-view.ts';

/** A sitemap may name 50,000 pages; more devices than this would need an index of sitemaps. */
const SITEMAP_DEVICES = 5000;

const PAGES = [
  '/',
  '/leaderboard',
  '/compare',
  '/method',
  '/method/drives',
  '/storage',
  '/capacity',
  '/checked',
  '/checkup',
  '/checkup/all',
  '/browsers',
  '/versus',
  '/api',
  '/privacy',
];

/** The site's pages for search engines. https://www.sitemaps.org/protocol.html */
function sitemapOf(origin: string, deviceSlugs: readonly string[]): string {
  const paths = [
    ...PAGES,
    ...CONTENDER_IDS.map((id) => `/storage/${id}`),
    ...FILESYSTEMS.map((name) => `/filesystem/${encodeURIComponent(filesystemSlug(name))}`),
    ...deviceSlugs.map((slug) => `/device/${encodeURIComponent(slug)}`),
  ];
  const urls = paths.map((path) => `<url><loc>${escapeXml(`${origin}${path}`)}</loc></url>`);
  return (
    '<?xml version="1.0" encoding="UTF-8"?>\n' +
    `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${urls.join('')}</urlset>`
  );
}

const GET_O_EMBED = describeRoute({
  id: 'getOEmbed',
  tag: 'site',
  summary: 'oEmbed 1.0 of a permalink.',
  parameters: [
    parameter('query', 'url', { type: 'string', maxLength: 2000 }, true),
    parameter('query', 'format', { type: 'string', enum: ['json'] }),
    LANG,
  ],
  answers: { 200: 'OEmbed' },
  problems: [...READ_RUN, 'invalid-parameter'],
});

const GET_SITEMAP = describeRoute({
  id: 'getSitemap',
  tag: 'site',
  summary: 'Pages of the site.',
  answers: { 200: 'application/xml' },
  problems: DATABASE,
});

/** The files that other sites and search engines look for at the root. */
export const discovery = new Hono<AppEnv>()
  .get('/oembed', GET_O_EMBED, async (c) => {
    const { url = '', format = 'json', lang } = c.req.query();
    if (format !== 'json') throw invalidParameter('format', 'must be json');
    const { origin } = new URL(c.req.url);
    const page = readPermalink(url, origin);
    if (page === undefined) throw new ProblemError('not-found', 'The url is not that of a run of this site.');
    const view = await readRun(readAnywhere(c.env.DB), c.env.DOCUMENTS, checkRunId(page.id));
    const language = lang === undefined ? page.language : languageOf(lang);
    return c.json(oEmbedOf(view, origin, language), 200, CACHE.run);
  })

  .get('/sitemap.xml', GET_SITEMAP, async (c) => {
    const devices = await selectListedDevices(readAnywhere(c.env.DB), SITEMAP_DEVICES);
    const body = sitemapOf(
      new URL(c.req.url).origin,
      devices.map(({ slug }) => slug),
    );
    return c.body(body, 200, { ...CACHE.document, 'content-type': 'application/xml' });
  });
