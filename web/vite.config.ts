import { writeFileSync } from 'node:fs';
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { sveltekit } from '@sveltejs/kit/vite';
import { defineConfig, type ModulePreloadOptions, type Plugin, type Rolldown } from 'vite';
import { testFiles } from '../scripts/lib/test/long-tests.mjs';

const ROOT = fileURLToPath(new URL('.', import.meta.url));

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
  // One stylesheet: Kit would link a page's own many small ones, and miss those of views that it renders on demand.
  { name: 'style', test: /\.css($|\?)|[?&]type=style/, priority: 1 },
  {
    name: 'base',
    test: /rolldown\/runtime|node_modules\/(?:svelte|@sveltejs|devalue|esm-env|clsx)\/|features\/publish\/outbox\/hint\.|base\/local\/stores\.|web\/src\/lib\/base\/(?!i18n\/texts\/|local|api|pick|charts\/(?!load)|figures\/(?!part-name)|format\/(?:call-time|factor|describe)|ui\/(?:DataTable|FoldedRows|LastingNote|EmptyPanel|FigureBar|SourceMark|ChipNav|Share(?:Buttons|Result)|Qr|CopyButton|LinkSwitch|Term)|format\/units)|schema\/src\/(?:documents\/(?:units|stats|bounds|row-name|client-name)|answer\/words\/(?:say|languages)|families\/ids)\.ts/,
    minShareCount: 3,
    includeDependenciesRecursively: true,
  },
  // Charts and their tables: a page on which nothing was measured yet does without.
  {
    name: 'figures',
    test: /web\/src\/lib\/base\/(?:charts\/(?!drawing|load|log-scale|histogram|bars|lines|log-axis|axes|spec|theme)|ui\/(?:DataTable|FoldedRows))/,
  },
  {
    name: 'counts',
    test: /schema\/src\/(?:documents\/histogram|figures\/(?:derive|figure|depth|drive-part|iostat)|families\/matrix\/drive-figure)\.ts|web\/src\/lib\/base\/figures\/(?!published|part-name|value)/,
  },
  {
    name: 'ids',
    test: /web\/src\/lib\/base\/(?:pick\/local-id|local\/(?:keeper|secret)\.)|schema\/src\/documents\/(?:run-id|client-families)\./,
  },
  { name: 'share', test: /web\/src\/lib\/base\/ui\/(?:CopyButton|QrButton)\./ },
  { name: 'pick', test: /web\/src\/lib\/base\/pick\/(?!local-id)/ },
  // A plan's tests, without what they take and write, and what is known of it without its family's side.
  {
    name: 'tests',
    test: /schema\/src\/(?:documents\/wire|figures\/loops|families\/(?:matrix\/(?:cache|jobs|same-plan)|sweep\/rows))\.ts/,
  },
  {
    name: 'forms',
    test: /schema\/src\/(?:plan\/codec|families\/(?:family|load-plan|load-sides|matrix\/(?:codec|choices|profiles)))\.ts/,
  },
  {
    name: 'schedule',
    test: /schema\/src\/(?:schedule\/(?:files|steps|passes)|families\/(?:plan-by|matrix\/(?:plan|forget|schedule)))\.ts/,
  },
  {
    name: 'families',
    test: /schema\/src\/families\/(?:plans|families|(?!matrix)[a-z-]+\/(?:plan|profiles|schedule|contender-ids|sizes|workloads|rounds|points))\.ts/,
  },
  {
    name: 'all-figures',
    test: /schema\/src\/families\/(?:figure-table|record-figures|app-storage\/(?:cells|contenders|counted|idb-engine|syncs|verdict)|database\/vfs|stutter\/stalls|sustained\/(?:change-points|cliff|steady)|(?!matrix)[a-z-]+\/figures)\.(?:ts|json)/,
  },
  {
    name: 'finished',
    test: /schema\/src\/(?:families\/matrix\/(?:as-ssd|references|score)|answer\/(?:build|families\/matrix(?:-rows)?))\.ts|web\/src\/lib\/features\/(?:families\/(?:finished|details\/note-facts|matrix\/(?:judge|model\/verdict|score\/scores))|run\/control\/(?:FinishedRun|publishable))\./,
  },
  { name: 'flags', test: /schema\/src\/families\/(?:flags|record-flags|matrix\/flags)\.ts/ },
  {
    name: 'verdicts',
    test: /schema\/src\/(?:documents\/pass-kinds|figures\/(?:memory-split|verdict)|families\/(?:flush-witness|figures-by-side|iostat-part|(?:durability|latency-under-load|sustained|sweep|stutter|database)\/flushes|matrix\/(?:drive-figure-in-record|flushes|slow-samples|verdict|figures)))\.ts/,
  },
  {
    name: 'answers',
    test: /schema\/src\/answer\/(?:table|single|families\/(?!matrix))/,
  },
  {
    name: 'answer',
    test: /web\/src\/lib\/(?:base\/ui\/(?:SourceMark|Term)|features\/(?:answer\/(?!AnswerCard|[Bb]eside|headline|MemoryStrip|NextStep|ProofLine|Why|WherePanel|answer-of)|families\/(?:texts|details\/field-names|matrix\/model\/row-names)\.))|schema\/src\/answer\/(?:answer|crowd|grades|limits|place-labels|rulers|small-read|verdict|words\/(?:numbers|ruler))\.ts/,
  },
  // What lists of results say of each, when they have some.
  { name: 'sentence', test: /schema\/src\/answer\/words\/sentence\.ts|features\/answer\/headline\./ },
  {
    name: 'result',
    test: /web\/src\/lib\/(?:features\/(?:answer\/(?:AnswerCard|MemoryStrip|NextStep|ProofLine|Why)|families\/(?:FamilyView|RunDetails|views|load-tab|details\/(?:DetailTabs|NoteList|has-notes|notes|tabs|published)|matrix\/details\/tabs)))|schema\/src\/answer\/(?:why|words\/sentence)\.ts/,
  },
  {
    name: 'grid',
    test: /web\/src\/lib\/(?:features\/families\/matrix\/(?:MatrixView|grid\/(?!PlanRows)|model\/(?:grid|live-value|source)|details\/LatencyTab|score\/ScorePanel|score\/ScoreScale)|base\/(?:format\/units|ui\/LinkSwitch))/,
  },
  {
    name: 'kept',
    test: /web\/src\/lib\/(?:features\/history\/(?:store|is-entry|earlier-scores)|base\/local\/(?:database|checks))\./,
  },
  { name: 'buttons', test: /web\/src\/lib\/features\/(?:publish\/publishing|run\/control\/BottomBar)\./ },
  // What the run page has before a run.
  {
    name: 'start',
    test: /web\/src\/lib\/features\/(?:run\/(?:control\/progress-text|session\/engine)|families\/picked-folder\/pick)\.|wasm-core\/ts\/page\/(?:reload-lease|resume)\.|schema\/src\/documents\/cpu-pressures\./,
  },
  {
    name: 'board',
    test: /web\/src\/lib\/features\/board\/(?:value|MetricSelect)\.|schema\/src\/(?:documents\/board-layout|boards\/(?:ids|metrics|app-metrics))\./,
  },
  // What begins when a run does.
  {
    name: 'session',
    test: /wasm-core\/ts\/page\/(?:session|forecast|live|progress|watchdog)\.|features\/run\/session\/(?:session|live-trace|trouble)\./,
  },
  {
    name: 'engine',
    test: /wasm-core\/(?:ts\/(?:index|page\/(?:host|handles|prepared|start|clock|worker-client|worker-pool|compile-core|browser-host|support|errors|cpu-pressure)|protocol\/(?:files|control))|dist\/core-info)/,
  },
];

/** Of a chunk that has more than texts: Chromium compiles it on another thread, while it loads, and not as it is called. */
const postBanner = ({ modules }: Rolldown.RenderedChunk) =>
  Object.values(modules).reduce((sum, { renderedLength }) => sum + renderedLength, 0) > 8000
    ? '//# allFunctionsCalledOnLoad\n'
    : '';

/** For the browser only: on the server Kit checks what its entries export, and nobody loads chunks. */
const chunkGroups: Plugin = {
  name: 'chunk-groups',
  config: ({ build }) => {
    if (build?.ssr) return;
    const output = { codeSplitting: { groups: GROUPS, includeDependenciesRecursively: false }, postBanner };
    return { build: { rolldownOptions: { preserveEntrySignatures: 'allow-extension', output } } };
  },
  // For scripts/first-load.mjs: a module that a page imports on demand may be in a chunk of several.
  generateBundle(_, bundle) {
    const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
    if (!chunks.some(({ name }) => name === 'entry/app')) return;
    const inChunk = chunks.flatMap(({ fileName, moduleIds }) => moduleIds.map((id) => [relative(ROOT, id), fileName]));
    writeFileSync(new URL('.svelte-kit/chunks.json', import.meta.url), JSON.stringify(Object.fromEntries(inChunk)));
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
  plugins: [sveltekit(), chunkGroups],
  // The core is small enough to become a data: URL, which connect-src rightly refuses.
  build: {
    assetsInlineLimit: 0,
    modulePreload,
  },
  worker: { format: 'es' },
  server: { headers: isolation, fs: { allow: ['..'] } },
  preview: { headers: isolation },
  // Tests of components and of `.svelte.ts` classes need Svelte's browser build. One worker for all files: loading the
  // modules takes longer than most tests.
  ...(process.env['VITEST']
    ? { resolve: { conditions: ['browser'] }, test: { isolate: false, ...testFiles(['test/**/*.test.ts']) } }
    : {}),
});
