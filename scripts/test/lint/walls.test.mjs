import { describe, expect, test } from 'vitest';
import { findViolations } from '../../lib/lint/check.mjs';

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
      expect.stringMatching(/^schema\/src\/misc has no place in the arrow .*api -> boards/),
    ]);
  });
});
