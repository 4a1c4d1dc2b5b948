import { texts } from '$lib/base/i18n/texts.ts';
import type { RequestHandler } from './$types';

/** A route and not a file, because its texts are in the language of whoever installs. */
export const GET: RequestHandler = async ({ locals }) => {
  await texts.load(locals.language, 'site');
  const t = texts.texts(locals.language, 'site');
  const manifest = {
    id: '/',
    name: t.site.name(),
    short_name: t.site.name(),
    description: t.site.description(),
    lang: locals.language,
    start_url: '/',
    scope: '/',
    display: 'standalone',
    background_color: '#fbfbfa',
    theme_color: '#fbfbfa',
    icons: [
      { src: '/favicon.svg', sizes: 'any', type: 'image/svg+xml' },
      { src: '/icons/192.png', sizes: '192x192', type: 'image/png' },
      { src: '/icons/512.png', sizes: '512x512', type: 'image/png' },
      { src: '/icons/maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
    ],
  };
  return new Response(JSON.stringify(manifest), { headers: { 'content-type': 'application/manifest+json' } });
};
