import { describe, expect, test } from 'vitest';
import { findCircles, findRoomCircles, findViolations } from '../lib/lint/check.mjs';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { importsOf, isTest, readSourceGraph } from '../lib/lint/imports.mjs';

/** "a b" is an import of b by a. */
const edgesOf = (...texts) =>
  texts.map((text) => {
    const [from, to] = text.split(' ');
    return { from, to, typeOnly: false, line: 1 };
  });
const show = (circles) => circles.map((circle) => circle.map(({ from }) => from).join(' '));

test('no circle in a tree with a shared leaf', () => {
  expect(findCircles(edgesOf('a b', 'a c', 'b d', 'c d'))).toEqual([]);
});

test('one circle, the shortest, for each group of files', () => {
  expect(show(findCircles(edgesOf('a b', 'b c', 'c a', 'b a', 'x y', 'y x', 'c x')))).toEqual(['x y', 'a b']);
});

test('a file that imports itself', () => {
  expect(show(findCircles(edgesOf('a a')))).toEqual(['a']);
});

test('a circle of folders where no file is in one', () => {
  const edges = edgesOf('src/a/1.ts src/b/1.ts', 'src/b/2.ts src/a/2.ts');
  expect(findCircles(edges)).toEqual([]);
  expect(show(findRoomCircles('src', edges))).toEqual(['src/a src/b']);
});

test('a circle of folders on the second level', () => {
  const edges = edgesOf('src/a/x/1.ts src/a/y/1.ts', 'src/a/y/2.ts src/a/x/2.ts');
  expect(show(findRoomCircles('src', edges))).toEqual(['src/a/x src/a/y']);
});

test('a circle of a folder and a loose file beside it', () => {
  const edges = edgesOf('src/run.ts src/a/1.ts', 'src/a/2.ts src/run.ts');
  expect(show(findRoomCircles('src', edges))).toEqual(['src/a src/run.ts']);
});

test('no circle of folders where a folder hands on its parts and they share a file of it', () => {
  const edges = edgesOf('src/a/index.ts src/a/x/1.ts', 'src/a/x/1.ts src/a/define.ts', 'src/b/1.ts src/a/index.ts');
  expect(findRoomCircles('src', edges)).toEqual([]);
});

test('every form of import, with its line', () => {
  const text = [
    "import a from './a.ts';",
    "import type { B } from './b.ts';",
    "import { type C } from './c.ts';",
    "export * from './d.ts';",
    "export type { E } from './e.ts';",
    "const f = () => import('./f.ts');",
    "type G = typeof import('./g.ts');",
    "import './h.ts';",
    "new Worker(new URL('./i.ts', import.meta.url));",
    "// import './j.ts';",
    'const k = "import \'./k.ts\'";',
  ].join('\n');
  expect(importsOf('x.ts', text)).toEqual([
    { specifier: './a.ts', typeOnly: false, line: 1 },
    { specifier: './b.ts', typeOnly: true, line: 2 },
    // The statement that is left of it when the types are gone still imports the file.
    { specifier: './c.ts', typeOnly: false, line: 3 },
    { specifier: './d.ts', typeOnly: false, line: 4 },
    { specifier: './e.ts', typeOnly: true, line: 5 },
    { specifier: './f.ts', typeOnly: false, line: 6 },
    { specifier: './g.ts', typeOnly: true, line: 7 },
    { specifier: './h.ts', typeOnly: false, line: 8 },
  ]);
});

test('both scripts of a component, on their lines, and what its markup imports when it is shown', () => {
  const component = `<!-- a -->
<script module lang="ts">
  import type { A } from './a.ts';
</script>

<script lang="ts">
  import B from './B.svelte';
</script>

<p>import './c.ts';</p>
{#await import('./D.svelte') then { default: D }}<D />{/await}
`;
  expect(importsOf('X.svelte', component)).toEqual([
    { specifier: './a.ts', typeOnly: true, line: 3 },
    { specifier: './B.svelte', typeOnly: false, line: 7 },
    { specifier: './D.svelte', typeOnly: false, line: 11 },
  ]);
});

function withFiles(files, use) {
  const root = mkdtempSync(join(tmpdir(), 'opfsmark-lint-'));
  try {
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(root, path)), { recursive: true });
      writeFileSync(join(root, path), text);
    }
    return use(root);
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}

test('imports lead to files: relative, by $lib, and by what a workspace exports', () => {
  const files = {
    'package.json': '{ "workspaces": ["schema", "web"] }',
    'schema/package.json':
      '{ "name": "@opfsmark/schema", "exports": { "./words/*": "./src/words/*.ts", "./plan": "./src/plan/index.ts" } }',
    'schema/src/plan/index.ts': '',
    'schema/src/words/ja.ts': '',
    'schema/node_modules/x/index.js': "import './y.js';",
    'web/package.json': '{ "name": "@opfsmark/web" }',
    'web/src/lib/a.ts': '',
    'web/src/lib/B.svelte': `<script>
      import '$lib/a.ts';
      import './a';
      import '@opfsmark/schema/plan';
      import '@opfsmark/schema/words/ja';
      import '@opfsmark/web/hidden';
      import 'svelte/store';
      import url from './a.ts?url';
    </script>`,
  };
  withFiles(files, (root) => {
    const graph = readSourceGraph(root);
    expect(graph.files).toEqual([
      'schema/src/plan/index.ts',
      'schema/src/words/ja.ts',
      'web/src/lib/B.svelte',
      'web/src/lib/a.ts',
    ]);
    expect(graph.edges.map(({ to }) => to)).toEqual([
      'web/src/lib/a.ts',
      'web/src/lib/a.ts',
      'schema/src/plan/index.ts',
      'schema/src/words/ja.ts',
      'web/hidden',
      'svelte/store',
      'web/src/lib/a.ts',
    ]);
  });
});

test('a test is known by its folder or its name', () => {
  expect(isTest('wasm-core/ts/page/test/fakes.ts')).toBe(true);
  expect(isTest('wasm-core/ts/page/run.test.ts')).toBe(true);
  expect(isTest('wasm-core/ts/page/contest.ts')).toBe(false);
});

/** The violations of a repository with these imports, written "from > to", or "from type> to" for types alone. */
function violationsOf(...imports) {
  const edges = imports.map((text) => {
    const [, from, type, to] = /^(\S+) (type)?> (\S+)$/.exec(text);
    return { from, to, typeOnly: type !== undefined, line: 1 };
  });
  return findViolations({ files: [...new Set(edges.flatMap(({ from, to }) => [from, to]))], edges });
}

describe('a wall stops', () => {
  test.each([
    ['schema/src/plan/plan.ts > wasm-core/ts/index.ts', 'schema imports none of our packages'],
    ['worker-api/src/routes/runs.ts type> wasm-core/ts/index.ts', 'neither the engine nor the site'],
    ['worker-api/test/runs.test.ts > wasm-core/ts/index.ts', 'neither the engine nor the site'],
    ['worker-api/src/routes/runs.ts > web/src/lib/base/format/units.ts', 'neither the engine nor the site'],
    ['web/src/lib/base/api/client.ts > worker-api/src/limits.ts', 'only types from the service'],
    ['wasm-core/ts/page/run.ts > web/src/lib/base/ui/Button.svelte', 'knows no page'],
    ['wasm-core/ts/page/run.ts > svelte/store', 'knows no page'],
    ['wasm-core/ts/page/run.ts > $app/state', 'knows no page'],
    ['schema/src/families/sweep/plan.ts > schema/src/families/stutter/plan.ts', 'a family imports no other family'],
    ['wasm-core/ts/families/sweep/index.ts > wasm-core/ts/families/stutter/index.ts', 'no other family'],
    ['web/src/lib/features/run/Run.svelte > web/src/lib/features/board/Board.svelte', 'no other feature'],
    ['wasm-core/ts/protocol/files.ts type> wasm-core/ts/page/host.ts', 'the protocol imports neither side'],
    ['wasm-core/ts/protocol/files.ts > wasm-core/ts/worker/main.ts', 'the protocol imports neither side'],
    ['wasm-core/ts/stores/measure-store.ts > wasm-core/ts/page/clock.ts', 'a store imports neither side'],
    ['wasm-core/ts/stores/measure-store.ts type> wasm-core/ts/worker/side.ts', 'a store imports neither side'],
    ['wasm-core/ts/page/run.ts > wasm-core/ts/families/registry.ts', 'the page side imports no family'],
    ['wasm-core/ts/worker/main.ts > wasm-core/ts/page/host.ts', 'worker code imports no page code'],
    ['wasm-core/ts/families/sweep/worker/main.ts > wasm-core/ts/page/host.ts', 'worker code imports no page code'],
    ['wasm-core/ts/families/sweep/worker/main.ts > wasm-core/ts/families/sweep/index.ts', 'no page code'],
    ['wasm-core/ts/page/run.ts > wasm-core/ts/worker/main.ts', 'page code imports no worker code'],
    ['wasm-core/ts/families/sweep/index.ts > wasm-core/ts/families/sweep/worker/main.ts', 'no worker code'],
    ['web/src/lib/base/ui/Button.svelte > web/src/routes/+page.ts', 'nothing imports a route'],
    ['web/src/routes/board/+page.svelte > web/src/routes/compare/+page.ts', 'nothing imports a route'],
  ])('%s', (edge, why) => {
    expect(violationsOf(edge)).toContainEqual(expect.stringContaining(why));
  });
});

describe('a wall lets pass', () => {
  test.each([
    'web/src/lib/base/api/client.ts type> worker-api/src/app.ts',
    'wasm-core/ts/families/sweep/index.ts > wasm-core/ts/families/sweep/plan.ts',
    'wasm-core/ts/families/registry.ts > wasm-core/ts/families/sweep/index.ts',
    'wasm-core/ts/worker/main.ts > wasm-core/ts/protocol/messages.ts',
    'wasm-core/ts/families/sweep/worker/main.ts > wasm-core/ts/worker/tasks/meter.ts',
    'wasm-core/ts/page/test/run.test.ts > wasm-core/ts/families/registry.ts',
    'web/src/routes/board/+page.svelte > web/src/routes/board/Filter.svelte',
    'web/src/routes/+page.svelte > web/src/lib/features/run/Run.svelte',
    'web/src/routes/+layout.svelte > web/src/app.css',
    'schema/src/families/index.ts > schema/src/families/sweep/plan.ts',
  ])('%s', (edge) => {
    expect(violationsOf(edge)).toEqual([]);
  });
});

describe('an arrow', () => {
  test.each([
    'schema/src/documents/units.ts type> schema/src/plan/plan.ts',
    'schema/src/figures/score.ts > schema/src/families/index.ts',
    'schema/src/plan/plan.ts > schema/src/index.ts',
    'worker-api/src/store/runs.ts > worker-api/src/routes/runs.ts',
    'worker-api/src/store/runs.ts > worker-api/src/app.ts',
    // Side by side.
    'worker-api/src/pictures/embed.ts > worker-api/src/views/run-view.ts',
    'worker-api/src/snapshot/take.ts type> worker-api/src/views/run-view.ts',
    'web/src/lib/base/ui/Button.svelte > web/src/lib/features/run/Run.svelte',
  ])('goes only downwards: %s', (edge) => {
    expect(violationsOf(edge)).toContainEqual(expect.stringContaining('imports go only downwards'));
  });

  test('lets what is above import what is below, at any distance', () => {
    expect(violationsOf('schema/src/api/error.ts > schema/src/documents/units.ts')).toEqual([]);
    expect(violationsOf('schema/src/index.ts > schema/src/api/error.ts')).toEqual([]);
    expect(violationsOf('worker-api/src/pictures/embed.ts > worker-api/src/boards/lines.ts')).toEqual([]);
    expect(violationsOf('worker-api/src/pictures/embed.ts > worker-api/src/pictures/words.ts')).toEqual([]);
  });

  test('names every folder', () => {
    expect(violationsOf('schema/src/misc/a.ts > schema/src/misc/b.ts')).toEqual([
      expect.stringMatching(/^schema\/src\/misc has no place in the arrow .*api -> ranks -> boards/),
    ]);
  });
});
