import { writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { compressFiles } from './node/compress-files.mjs';

/** Where `npm run dev` has the results service. */
const DEV_API = process.env['DEV_API_ORIGIN'] ?? 'http://127.0.0.1:8788';

/** One build for both: the Worker that is deployed, and what `node/site.ts` serves. */
const adapter = {
  name: 'cloudflare and node',
  /** @param {import('@sveltejs/kit').Builder} builder */
  async adapt(builder) {
    // It brings all of Wrangler, which those who only read this file need not load.
    const { default: forCloudflare } = await import('@sveltejs/adapter-cloudflare');
    await forCloudflare().adapt(builder);
    const folder = builder.getBuildDirectory('node');
    builder.rimraf(folder);
    builder.writeClient(join(folder, 'client'));
    await compressFiles(join(folder, 'client'));
    const relativePath = relative(folder, builder.getServerDirectory()).replaceAll('\\', '/');
    writeFileSync(
      join(folder, 'manifest.js'),
      `export const manifest = ${builder.generateManifest({ relativePath })};\n`,
    );
  },
  emulate: () => ({
    platform: () => ({
      env: {
        /** @param {Request} request */
        API: {
          fetch: (request) =>
            fetch(new Request(new URL(request.url.slice(new URL(request.url).origin.length), DEV_API), request)),
        },
      },
    }),
  }),
};

/** @type {import('@sveltejs/kit').Config} */
export default {
  kit: {
    // Kit writes what it generates anew whenever anything loads it. What only reads does that elsewhere, because type checks
    // and linters read the build's meanwhile.
    outDir:
      process.env['VITEST'] || process.env['npm_lifecycle_event'] === 'check:types'
        ? '.svelte-kit/scratch'
        : '.svelte-kit',
    adapter,
    typescript: { config: (config) => ({ ...config, include: [...config.include, '../scripts/**/*.ts'] }) },
    csp: {
      // Kit adds a nonce to what it renders inline; nothing else runs and nothing is fetched from elsewhere.
      mode: 'nonce',
      directives: {
        'default-src': ['none'],
        'script-src': ['self', 'wasm-unsafe-eval'],
        'style-src': ['self'],
        // The one style attribute there is: of the element by which Kit announces a navigation to screen readers.
        'style-src-attr': ['unsafe-hashes', 'sha256-S8qMpvofolR8Mpjy4kQvEm7m1q8clzU4dfDH0AmvZjo='],
        'img-src': ['self', 'blob:'],
        'font-src': ['self'],
        'connect-src': ['self'],
        'worker-src': ['self'],
        'manifest-src': ['self'],
        'form-action': ['self'],
        'base-uri': ['none'],
        'frame-ancestors': ['none'],
      },
    },
    // Registered by the page itself, when it does not measure.
    serviceWorker: { register: false },
    // The service answers for its own paths, to anybody: nothing that a browser sends by itself authorises anything, and
    // what is no JSON it refuses with 415, which Kit's 403 for foreign forms would hide.
    csrf: { trustedOrigins: ['*'] },
    // Links are relative by default, which a page at /r/ID shared as plain HTML would not survive.
    paths: { relative: false },
  },
  compilerOptions: { runes: true },
};
