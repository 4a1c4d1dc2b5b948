import { sveltekit } from '@sveltejs/kit/vite';
import { defineConfig, type Plugin } from 'vite';

/** Without these two a page is not cross-origin isolated: no SharedArrayBuffer and a coarse clock. */
const isolation = {
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Embedder-Policy': 'require-corp',
};

/**
 * Modules that the same pages load are one chunk: many small ones cost their imports, and compress badly. Each group takes
 * what its pattern names and nothing that this imports, so that no page loads what only another one needs.
 */
const GROUPS = [
  {
    name: 'base',
    test: /web\/src\/lib\/base\/(?!i18n\/texts\/|local|api|charts\/(?!load)|figures|ui\/(?:DataTable|CopyButton|LinkSwitch)|format\/units)|schema\/src\/(?:documents\/(?:units|stats|bounds|row-name)|answer\/words\/say|families\/ids)\.ts/,
    minShareCount: 3,
    includeDependenciesRecursively: true,
  },
  // Charts and their tables: a page on which nothing was measured yet does without.
  {
    name: 'figures',
    test: /web\/src\/lib\/base\/(?:charts\/(?!drawing|load|histogram|bars|lines|log-axis|axes|spec|theme)|figures\/(?!published)|ui\/DataTable)|schema\/src\/(?:documents\/histogram|figures\/derive)/,
  },
  {
    name: 'schedule',
    test: /schema\/src\/(?:plan\/codec|schedule\/(?:files|steps|passes)|documents\/wire|families\/(?:family|matrix\/(?:cache|choices|profiles|forget|schedule)))\.ts/,
  },
  {
    name: 'plans',
    test: /schema\/src\/families\/(?:plans|plan-table|matrix\/(?:codec|plan)|(?:app-storage|database|durability|picked-file|picked-folder|small-files|stutter|sustained|sweep)\/(?:plan|profiles|schedule|contender-ids|sizes|workloads|rounds|points))\.ts/,
  },
  {
    name: 'results',
    test: /schema\/src\/families\/(?:figure-table|record-figures|iostat-part|app-storage\/cells|database\/vfs|stutter\/stalls|sustained\/(?:change-points|steady)|[a-z-]+\/figures)\.ts/,
  },
  {
    name: 'verdicts',
    test: /schema\/src\/(?:documents\/pass-kinds|figures\/(?:depth|drive-part|iostat|loops|memory-split|verdict)|families\/(?:flags|matrix\/(?:drive-figure|flags|verdict)))\.ts/,
  },
  {
    name: 'answer',
    test: /web\/src\/lib\/features\/(?:answer\/(?!AnswerCard|MemoryStrip|ProofLine|Why|WherePanel|answer-of)|families\/(?:views|load-tab|details\/(?:tabs|published|field-names)|matrix\/(?:details\/tabs|model\/row-names))\.)|schema\/src\/answer\/(?:answer|rulers|words\/(?:numbers|ruler))\.ts/,
  },
  {
    name: 'result',
    test: /web\/src\/lib\/features\/(?:answer\/(?:AnswerCard|MemoryStrip|ProofLine|Why)|families\/(?:FamilyView|RunDetails|details\/(?:DetailTabs|NoteList|notes)))|schema\/src\/answer\/(?:why|words\/sentence)\.ts/,
  },
  {
    name: 'grid',
    test: /web\/src\/lib\/(?:features\/families\/matrix\/(?:grid\/(?!PlanRows)|model\/(?:grid|verdict|live-value))|format\/units|base\/format\/units|base\/ui\/LinkSwitch)/,
  },
  {
    name: 'engine',
    test: /wasm-core\/(?:ts\/(?:index|page\/(?:host|handles|prepared|start|clock|worker-client|worker-pool|session|browser-host|support|errors|forecast|live|progress|watchdog)|protocol\/(?:files|control))|dist\/core-info)/,
  },
];

/** For the browser only: on the server Kit checks what its entries export, and nobody loads chunks. */
const chunkGroups: Plugin = {
  name: 'chunk-groups',
  config: ({ build }) => {
    if (build?.ssr) return;
    const output = { codeSplitting: { groups: GROUPS, includeDependenciesRecursively: false } };
    return { build: { rolldownOptions: { preserveEntrySignatures: 'allow-extension', output } } };
  },
};

export default defineConfig({
  plugins: [sveltekit(), chunkGroups],
  // The core is small enough to become a data: URL, which connect-src rightly refuses.
  build: {
    assetsInlineLimit: 0,
  },
  worker: { format: 'es' },
  server: { headers: isolation, fs: { allow: ['..'] } },
  preview: { headers: isolation },
  // Tests of components and of `.svelte.ts` classes need Svelte's browser build.
  ...(process.env['VITEST'] ? { resolve: { conditions: ['browser'] } } : {}),
});
