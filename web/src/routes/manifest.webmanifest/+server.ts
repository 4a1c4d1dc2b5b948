import { createI18n, loadMessages } from '$lib/i18n/index.ts';
import type { RequestHandler } from './$types';

/** A route and not a file, because its texts are in the language of whoever installs. */
export const GET: RequestHandler = async ({ locals }) => {
  const { t } = createI18n(locals.language, await loadMessages(locals.language));
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
