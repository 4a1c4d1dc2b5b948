import adapter from '@sveltejs/adapter-cloudflare';

/** @type {import('@sveltejs/kit').Config} */
export default {
  kit: {
    // Kit writes what it generates anew whenever anything loads it. What only reads does that elsewhere, because type checks
    // and linters read the build's meanwhile.
    outDir: process.env['VITEST'] || process.env['SVELTE_CHECK'] ? '.svelte-kit/scratch' : '.svelte-kit',
    adapter: adapter({ platformProxy: { persist: { path: '../.state/v3' } } }),
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
