import { defineConfig } from 'vite';

/** `npx vite wasm-core/example-store`: a store of your own, measured in a page that is cross-origin isolated. */
const headers = {
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Embedder-Policy': 'require-corp',
};

export default defineConfig({
  server: { headers, fs: { allow: ['../..'] } },
  preview: { headers },
  worker: { format: 'es' },
  build: { target: 'es2022' },
});
