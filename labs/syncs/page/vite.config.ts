import { defineConfig } from 'vite';

/** For the end-to-end tests; syncs/count.mjs builds the page by itself. */
const headers = {
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Embedder-Policy': 'require-corp',
};

export default defineConfig({
  server: { headers, fs: { allow: ['../../..'] } },
  preview: { headers },
  worker: { format: 'es' },
  build: { target: 'es2022', minify: false },
});
