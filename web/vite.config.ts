import { writeFileSync } from 'node:fs';
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { sveltekit } from '@sveltejs/kit/vite';
import { build, defineConfig, type ModulePreloadOptions, type Plugin } from 'vite';
import { LIMITS, testFiles } from '../scripts/lib/test/long-tests.mjs';
import { chunkGroups } from './scripts/chunk-groups.ts';
import { allLoads } from './scripts/first-loads.ts';

const ROOT = fileURLToPath(new URL('.', import.meta.url));

/** Without these two a page is not cross-origin isolated: no SharedArrayBuffer and a coarse clock. */
const isolation = {
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Embedder-Policy': 'require-corp',
};

/** The functions of a page's texts are many, and few of them are called. */
const isTexts = (moduleId: string) => /\/(?:i18n\/texts|words)\//.test(moduleId);
/** In less there is little to compile, and the line itself costs 30 bytes. */
const MIN_EAGER_CHARACTERS = 2000;

/** By its path from here, as manifests name modules. */
const moduleOf = (moduleId: string) => relative(ROOT, moduleId).replaceAll('\\', '/');

/** What the bundler makes of the pages by itself: a build of which nothing is kept. */
async function ownChunks() {
  const configFile = fileURLToPath(import.meta.url);
  const [built] = [await build({ configFile, logLevel: 'error', build: { write: false } })].flat();
  if (!built || !('output' in built)) throw new Error('no chunks');
  const chunks = built.output.filter((file) => file.type === 'chunk');
  return chunks.map(({ fileName: file, moduleIds, imports, code }) => ({
    ...{ file, imports, size: code.length, modules: moduleIds.map(moduleOf) },
    // Of a language, and a visit needs those of one.
    isAlone: moduleIds.some(isTexts),
  }));
}

async function ownGroups() {
  const chunks = await ownChunks();
  return chunkGroups(chunks, allLoads(chunks.flatMap(({ modules }) => modules)));
}

/** For the browser only: on the server Kit checks what its entries export, and nobody loads chunks. */
const chunkGroupsPlugin: Plugin = {
  name: 'chunk-groups',
  apply: 'build',
  config: async ({ build: options }) => {
    if (options?.ssr) return;
    const groupOf = options?.write === false ? new Map<string, string>() : await ownGroups();
    const groups = [
      // One stylesheet: Kit would link a page's own many small ones, and miss those of views that it renders on demand.
      { name: 'style', test: /\.css($|\?)|[?&]type=style/, priority: 1 },
      { name: (moduleId: string) => groupOf.get(moduleOf(moduleId)) ?? null },
    ];
    const output = { codeSplitting: { groups, includeDependenciesRecursively: false } };
    return { build: { rolldownOptions: { preserveEntrySignatures: 'allow-extension', output } } };
  },
  generateBundle: {
    order: 'post',
    handler(_, bundle) {
      const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
      if (!chunks.some(({ name }) => name === 'entry/app')) return;
      // Chromium compiles these on another thread while they load, and not one by one as they are called. It looks for this in the first
      // line alone, before which Vite puts its list of what a chunk loads.
      for (const chunk of chunks) {
        const isEager = chunk.code.length > MIN_EAGER_CHARACTERS && !chunk.moduleIds.every(isTexts);
        if (isEager) chunk.code = `//# allFunctionsCalledOnLoad\n${chunk.code}`;
      }
      // Of what a page imports Kit would not preload what one of its parts imports on demand, too.
      const manifest = bundle['.vite/manifest.json'];
      if (manifest?.type !== 'asset') throw new Error('no manifest');
      const entries = Object.entries(JSON.parse(String(manifest.source)) as Record<string, object>);
      const importsAlone = entries.map(([key, entry]) => [key, { ...entry, dynamicImports: undefined }]);
      manifest.source = JSON.stringify(Object.fromEntries(importsAlone));
      // For scripts/size.mjs: a module that a page imports on demand may be in a chunk of several.
      const inChunk = chunks.flatMap(({ fileName, moduleIds }) => moduleIds.map((id) => [moduleOf(id), fileName]));
      writeFileSync(new URL('.svelte-kit/chunks.json', import.meta.url), JSON.stringify(Object.fromEntries(inChunk)));
    },
  },
};

/**
 * Kit's list of pages names all that each imports, which every first visit would load. Without it a page that is opened
 * from another one finds its imports one step later; links are loaded on hover.
 */
const modulePreload: ModulePreloadOptions = {
  resolveDependencies: (_, imports, { hostId }) => (/\/entry\/app\./.test(hostId) ? [] : imports),
};

export default defineConfig({
  plugins: [sveltekit(), chunkGroupsPlugin],
  // The core is small enough to become a data: URL, which connect-src rightly refuses.
  build: {
    assetsInlineLimit: 0,
    // The load of a first visit is weighed by scripts/size.mjs.
    reportCompressedSize: false,
    modulePreload,
  },
  // Turns `light-dark()` into what older browsers and canvases read, while developing too.
  css: { transformer: 'lightningcss' },
  worker: { format: 'es' },
  server: { headers: isolation, fs: { allow: ['..'] } },
  preview: { headers: isolation },
  // Tests of components and of `.svelte.ts` classes need Svelte's browser build. One worker for all files: loading the
  // modules takes longer than most tests.
  ...(process.env['VITEST']
    ? { resolve: { conditions: ['browser'] }, test: { isolate: false, ...LIMITS, ...testFiles(['test/**/*.test.ts']) } }
    : {}),
});
