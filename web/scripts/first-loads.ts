/** What each page loads by itself, as modules: what must be there before it is alive, and what comes after that. */
import { readFileSync } from 'node:fs';

const APP = new URL('../.svelte-kit/generated/client-optimized/app.js', import.meta.url);

/** The longest of the languages is not much longer than this one. */
const textsOf = (subject: string) => `src/lib/base/i18n/texts/en/${subject}.ts`;
const nodeOf = (number: string | number) => `.svelte-kit/generated/client-optimized/nodes/${number}.js`;

/** Kit's two entries, whichever way leads to them, the layout, and what every visit imports on demand. */
const isEntry = (module: string) => /(?:client\/entry|client-optimized\/app)\.js$/.test(module);
const ALWAYS = [nodeOf(0), textsOf('site')];
const ALWAYS_LATER = ['src/routes/AfterPage.svelte', 'src/lib/features/site/NewVersionNote.svelte'];

/** The view of the default family: those of the others are smaller. */
const familyPart = (name: string) => `src/lib/features/families/matrix/${name}.svelte`;
const VIEW = [familyPart('MatrixView')];
/** The side of the default family, which a page of one run loads by itself. */
const SIDES = ['families/matrix/figures', 'families/matrix/answer'].map((name) => `../schema/src/${name}.ts`);
/** How the reads of the default family are judged, by a page that has no answer from the server. */
const JUDGE = ['src/lib/features/families/matrix/judge.ts'];
/**
 * Imported on demand, but on every visit before the page is alive: the view of a result, and the page's texts in one
 * language. The engine comes later, when the page is idle.
 */
const ON_OPEN: Readonly<Record<string, readonly string[]>> = {
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

/** Of the pages that people come to from elsewhere, when they are idle; the run page also when a run begins. */
const LATER: Readonly<Record<string, readonly string[]>> = {
  '/': [
    'src/lib/features/run/page/StickTiles.svelte',
    'src/lib/features/run/page/BeforeRun.svelte',
    'src/lib/features/run/session/engine.ts',
  ],
  '/ (run)': ['src/routes/run-parts.ts', ...VIEW, ...SIDES],
  '/r/[id]': [
    'src/lib/features/families/SaveMenu.svelte',
    'src/lib/features/permalink/share/ShareCard.svelte',
    'src/lib/features/board/StandingCard.svelte',
    ...['publish', 'boards'].map(textsOf),
  ],
};

interface FirstLoad {
  readonly route: string;
  /** Kit's entry of the page. */
  readonly node: string;
  readonly first: readonly string[];
}

/** The modules that each page is opened with, of all that are in the build. */
export function firstLoads(modules: readonly string[]): FirstLoad[] {
  // Route -> number of its node, as Kit wrote it down.
  const routes = [...readFileSync(APP, 'utf8').matchAll(/"(\/[^"]*)": \[~?(\d+)/g)];
  if (routes.length === 0) throw new Error(`no routes in ${APP.pathname}`);
  const always = [...modules.filter(isEntry), ...ALWAYS];
  return routes.map(([, route = '', number = '']) => {
    const node = nodeOf(number);
    return { route, node, first: [...always, node, ...(ON_OPEN[route] ?? [])] };
  });
}

/** All that is loaded together, page by page: first and later. A module that has moved is told, and not left out in silence. */
export function allLoads(modules: readonly string[]): (readonly string[])[] {
  const loads = [...firstLoads(modules).map(({ first }) => first), ALWAYS_LATER, ...Object.values(LATER)];
  const built = new Set(modules);
  const missing = loads.flat().filter((module) => !built.has(module));
  if (missing.length > 0) throw new Error(`not in the build: ${[...new Set(missing)].join(', ')}`);
  return loads;
}
