/**
 * The walls of docs/ARCHITECTURE.md. A wall stands where `from` matches the path of a file and `to` that of what it
 * imports, or a package's name. Where both have a group, the wall stands only between different ones.
 * @typedef {object} Wall
 * @property {RegExp} from
 * @property {RegExp} to
 * @property {string} why
 * @property {boolean} [typesPass] `import type` may cross
 * @property {boolean} [testsPass] tests may cross
 */

const UI_PACKAGES = /^(svelte|@sveltejs|chart\.js|\$app|\$lib)(\/|$)/;

/**
 * Folders from the top down: each may import those below it, and nothing may import the loose files above them. Folders
 * side by side in a list of their own do not import each other.
 * @type {readonly { root: string, rooms: readonly (string | readonly string[])[] }[]}
 */
export const ARROWS = [
  {
    root: 'schema/src',
    rooms: [
      ['client', 'foreign', 'checked', 'browsers', 'capacity'],
      'api',
      'ranks',
      'boards',
      'report',
      ['answer', 'checkup'],
      'families',
      'evidence',
      'figures',
      'schedule',
      'plan',
      'documents',
    ],
  },
  {
    root: 'worker-api/src',
    rooms: [
      'routes',
      'middleware',
      'openapi',
      ['pictures', 'views', 'snapshot'],
      'intake',
      'aggregation',
      'store',
      'boards',
      'base',
    ],
  },
  { root: 'web/src/lib', rooms: ['features', 'base'] },
];

/** Code that runs in a worker, and code that runs beside workers; a family's `messages.ts` is what both say. */
const WORKER = /^wasm-core\/ts\/(?:worker|checkup\/worker|families\/[^/]+\/worker|node\/worker)\//;
const PAGE =
  /^wasm-core\/ts\/(?:page\/|checkup\/(?!worker\/|messages\.ts$)|families\/(?![^/]+\/(?:worker\/|messages\.ts$))|node\/(?!worker\/))/;

/** @type {readonly Wall[]} */
export const WALLS = [
  { from: /^(?!labs\/)/, to: /^labs\//, why: 'nothing of the product imports a lab' },
  {
    from: /^schema\/src\//,
    to: /^(wasm-core|worker-api|web|e2e|scripts)\//,
    why: 'schema imports none of our packages',
  },
  { from: /^worker-api\//, to: /^(wasm-core|web)\//, why: 'the service imports neither the engine nor the site' },
  { from: /^worker-api\/src\//, to: /^worker-api\/node\//, why: 'the service does not know where it runs' },
  { from: /^web\/src\//, to: /^web\/node\//, why: 'the site does not know where it runs' },
  { from: /^web\//, to: /^worker-api\//, why: 'the site takes only types from the service', typesPass: true },
  { from: /^wasm-core\//, to: /^(web|worker-api)\//, why: 'the engine knows no page and no service' },
  { from: /^wasm-core\//, to: UI_PACKAGES, why: 'the engine knows no page and no service' },
  {
    // A route's own parts lie in its folder.
    from: /^(?:web\/src\/routes\/((?:.*\/)?)[^/]+$)?/,
    to: /^web\/src\/routes\/((?:.*\/)?)[^/]+$/,
    why: 'nothing imports a route',
    testsPass: true,
  },
  {
    from: /^schema\/src\/families\/([^/]+)\//,
    to: /^schema\/src\/families\/([^/]+)\//,
    why: 'a family imports no other family',
  },
  {
    from: /^web\/src\/lib\/features\/([^/]+)\//,
    to: /^web\/src\/lib\/features\/([^/]+)\//,
    why: 'a feature imports no other feature',
  },
  {
    from: /^wasm-core\/ts\/families\/([^/]+)\//,
    to: /^wasm-core\/ts\/families\/([^/]+)\//,
    why: 'a family imports no other family',
    testsPass: true,
  },
  {
    from: /^wasm-core\/ts\/protocol\//,
    to: /^wasm-core\/ts\/(page|worker|families|node)\//,
    why: 'the protocol imports neither side',
    testsPass: true,
  },
  {
    from: /^wasm-core\/ts\/page\//,
    to: /^wasm-core\/ts\/families\//,
    why: 'the page side imports no family',
    testsPass: true,
  },
  {
    from: /^wasm-core\/ts\/stores\//,
    to: /^wasm-core\/ts\/(page|worker|families|node)\//,
    why: 'what measures a store imports neither side',
    testsPass: true,
  },
  { from: WORKER, to: PAGE, why: 'worker code imports no page code', testsPass: true },
  { from: PAGE, to: WORKER, why: 'page code imports no worker code', testsPass: true },
];
