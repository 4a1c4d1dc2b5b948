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
  test: /web\/src\/lib\/base\/(?!i18n\/texts\/|local|api|charts\/(?!load)|figures|ui\/DataTable)|schema\/src\/documents\/(?:units|stats|bounds|row-name)\.ts/,
  minShareCount: 3,
};

/** Figures, charts and their tables: a page on which nothing was measured yet does without. */
const SHARED_FIGURES = {
  name: 'figures',
  test: /web\/src\/lib\/base\/(?:charts\/(?!drawing|load)|figures\/|ui\/DataTable)/,
  minShareCount: 3,
};

export default defineConfig({
  plugins: [sveltekit()],
  // The core is small enough to become a data: URL, which connect-src rightly refuses.
  build: {
    assetsInlineLimit: 0,
    rolldownOptions: { output: { codeSplitting: { groups: [SHARED_BASE, SHARED_FIGURES] } } },
  },
  worker: { format: 'es' },
  server: { headers: isolation, fs: { allow: ['..'] } },
  preview: { headers: isolation },
  // Tests of components and of `.svelte.ts` classes need Svelte's browser build.
  ...(process.env['VITEST'] ? { resolve: { conditions: ['browser'] } } : {}),
});
