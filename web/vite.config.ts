import { sveltekit } from '@sveltejs/kit/vite';
import { defineConfig } from 'vite';

/** Without these two a page is not cross-origin isolated: no SharedArrayBuffer and a coarse clock. */
const isolation = {
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Embedder-Policy': 'require-corp',
};

/** What most pages share of the base is one chunk: many small ones cost their imports, and compress badly. */
const SHARED_BASE = {
  name: 'base',
  test: /web\/src\/lib\/base\/(?!i18n\/texts\/|local|api|charts\/drawing)/,
  minShareCount: 3,
};

export default defineConfig({
  plugins: [sveltekit()],
  // The core is small enough to become a data: URL, which connect-src rightly refuses.
  build: { assetsInlineLimit: 0, rolldownOptions: { output: { codeSplitting: { groups: [SHARED_BASE] } } } },
  worker: { format: 'es' },
  server: { headers: isolation, fs: { allow: ['..'] } },
  preview: { headers: isolation },
  // Tests of components and of `.svelte.ts` classes need Svelte's browser build.
  ...(process.env['VITEST'] ? { resolve: { conditions: ['browser'] } } : {}),
});
