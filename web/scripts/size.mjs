/**
 * `npm run size -w web`: what a first visit loads as script, gzipped, page by page, from the manifest of the build. Fails above
 * the budget, and where the service's answer does not name all that its page imports.
 */
import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';

const CLIENT = new URL('../.svelte-kit/output/client/', import.meta.url);
const APP = new URL('../.svelte-kit/generated/client-optimized/app.js', import.meta.url);

const manifest = JSON.parse(readFileSync(new URL('.vite/manifest.json', CLIENT), 'utf8'));
/** Module -> its chunk, as vite.config.ts wrote it down; chunk -> its key in the manifest. */
const chunkOf = JSON.parse(readFileSync(new URL('../.svelte-kit/chunks.json', import.meta.url), 'utf8'));
const keyOf = Object.fromEntries(Object.entries(manifest).map(([key, { file }]) => [file, key]));
/** The longest of the languages is not much longer than this one. */
const textsOf = (subject) => `src/lib/base/i18n/texts/en/${subject}.ts`;
const NODES = '.svelte-kit/generated/client-optimized/nodes';
const ALWAYS = [
  ...Object.keys(manifest).filter((key) => /(?:client\/entry|client-optimized\/app)\.js$/.test(key)),
  `${NODES}/0.js`,
  // Imported on demand, but on every visit.
  textsOf('site'),
];
/** The view of the default family: those of the others are smaller. */
const familyPart = (name) => `src/lib/features/families/matrix/${name}.svelte`;
const VIEW = [familyPart('MatrixView')];
/** The side of the default family, which a page of one run loads by itself. */
const SIDES = ['families/matrix/figures', 'families/matrix/answer'].map((name) => `../schema/src/${name}.ts`);
/** How the reads of the default family are judged, by a page that has no answer from the server. */
const JUDGE = ['src/lib/features/families/matrix/judge.ts'];
/**
 * Imported on demand, but on every visit before the page is alive: the view of a result, and the page's texts in one
 * language. The engine comes later, when the page is idle.
 */
const ON_OPEN = {
  '/': [
    '../schema/src/families/matrix/plan.ts',
    familyPart('grid/PlanRows'),
    familyPart('control/MatrixControls'),
    textsOf('run'),
  ],
  '/r/[id]': [...VIEW, familyPart('details/LatencyTab'), familyPart('score/ScorePanel'), textsOf('result')],
  '/history': [textsOf('publish')],
  '/history/[started]': [
    ...VIEW,
    ...SIDES,
    ...JUDGE,
    familyPart('details/LatencyTab'),
    familyPart('score/ScorePanel'),
    textsOf('result'),
  ],
  '/leaderboard': ['boards', 'families'].map(textsOf),
  '/device/[slug]': [textsOf('boards')],
  '/drive/[slug]': [textsOf('boards')],
  '/filesystem/[fs]': [textsOf('boards')],
  '/g': [textsOf('publish')],
  '/g/[id]': ['boards', 'compare', 'families', 'publish'].map(textsOf),
  '/storage': [textsOf('prose'), textsOf('storage')],
  '/storage/[name]': [textsOf('storage')],
  '/browsers': ['browsers', 'boards'].map(textsOf),
  '/browsers/[change]': [textsOf('browsers')],
  '/capacity': [textsOf('capacity'), '../schema/src/capacity/words/en.ts'],
  '/checked': [textsOf('checked')],
  '/checkup': [textsOf('checkup')],
  '/checkup/all': [textsOf('checkup')],
  '/checkup/[id]': [textsOf('checkup')],
  '/versus': [textsOf('versus')],
  '/versus/[id]': ['boards', 'compare', 'families', 'versus'].map(textsOf),
  '/compare': ['compare', 'families'].map(textsOf),
  '/method': [textsOf('prose')],
  '/method/drives': [textsOf('prose')],
  '/privacy': [textsOf('prose')],
  '/api': [textsOf('prose')],
  '/moderate': ['prose', 'publish', 'result'].map(textsOf),
};

/** Route -> number of its node, as Kit wrote it down. */
const routes = [...readFileSync(APP, 'utf8').matchAll(/"(\/[^"]*)": \[~?(\d+)/g)];
if (routes.length === 0) throw new Error(`no routes in ${APP.pathname}`);

/** The file that a module is in, and all that this file imports. */
function withImports(modules) {
  const keys = new Set();
  const add = (key) => {
    if (keys.has(key)) return;
    keys.add(key);
    (manifest[key].imports ?? []).forEach(add);
  };
  for (const module of modules) {
    if (!chunkOf[module]) throw new Error(`${module} is not in the build`);
    add(keyOf[chunkOf[module]]);
  }
  return keys;
}

/** Bytes of script of each page, gzipped, and in how many files. */
function firstLoads() {
  return routes.map(([, route, node]) => {
    const keys = withImports([...ALWAYS, `${NODES}/${node}.js`, ...(ON_OPEN[route] ?? [])]);
    const files = new Set([...keys].map((key) => manifest[key].file));
    const bytes = [...files].reduce((sum, file) => sum + gzipSync(readFileSync(new URL(file, CLIENT))).length, 0);
    return { route, bytes, files: files.size };
  });
}

/** Pages that people come to from elsewhere: the run page, and a result that somebody has shared. */
const LANDING = { routes: ['/', '/r/[id]'], budgetKib: 104 };
const BUDGET_KIB = 132;

const budgetOf = (route) => (LANDING.routes.includes(route) ? LANDING.budgetKib : BUDGET_KIB);

/** Files that the browser would find only after it has read a part: see `generateBundle` in vite.config.ts. */
function notPreloaded([, , node]) {
  const source = readFileSync(new URL(`../.svelte-kit/output/server/nodes/${node}.js`, import.meta.url), 'utf8');
  const named = JSON.parse(/^export const imports = (.*);$/m.exec(source)[1]);
  return [...withImports([`${NODES}/${node}.js`])].map((key) => manifest[key].file).filter((it) => !named.includes(it));
}

const loads = firstLoads();
for (const { route, bytes, files } of loads) {
  console.log(`${route}: ${(bytes / 1024).toFixed(1)} KiB of script in ${files} files (at most ${budgetOf(route)})`);
}
const late = routes.flatMap(notPreloaded);
if (late.length > 0) console.log(`not preloaded: ${[...new Set(late)].join(', ')}`);
process.exitCode = late.length > 0 || loads.some(({ route, bytes }) => bytes > budgetOf(route) * 1024) ? 1 : 0;
