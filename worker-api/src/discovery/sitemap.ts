import { escapeXml } from '@opfsmark/schema/answer/picture';
import { FILESYSTEMS } from '@opfsmark/schema/documents';
import { filesystemSlug } from '../boards/names.ts';

const PAGES = ['/', '/leaderboard', '/compare', '/method', '/method/drives', '/checked', '/api', '/privacy'];

/** The site's pages for search engines. https://www.sitemaps.org/protocol.html */
export function sitemapOf(origin: string, deviceSlugs: readonly string[]): string {
  const paths = [
    ...PAGES,
    ...FILESYSTEMS.map((name) => `/filesystem/${encodeURIComponent(filesystemSlug(name))}`),
    ...deviceSlugs.map((slug) => `/device/${encodeURIComponent(slug)}`),
  ];
  const urls = paths.map((path) => `<url><loc>${escapeXml(`${origin}${path}`)}</loc></url>`);
  return (
    '<?xml version="1.0" encoding="UTF-8"?>\n' +
    `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${urls.join('')}</urlset>`
  );
}
