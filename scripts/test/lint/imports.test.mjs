import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { importsOf, isTest, readSourceGraph } from '../../lib/lint/imports.mjs';

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
    // What is left of it when the types are gone still imports the file.
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
