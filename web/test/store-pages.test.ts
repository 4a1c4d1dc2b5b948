import { describe, expect, it } from 'vitest';
import { MEASURED_FACTS } from '@opfsmark/schema/families/app-storage/facts';
import type { Curve } from '@opfsmark/schema/families/app-storage/sizes';
import { cellLinksOf, runsOf, slowValueIn, storeNamed } from '$lib/features/families/app-storage/facts.server.ts';
import { drawCurves } from '$lib/features/families/app-storage/size-curve.server.ts';

describe('each cell of the table of stores', () => {
  it.each(MEASURED_FACTS)('leads to the run that says it, in $browser', ({ browser, counts }) => {
    for (const { contender, status } of counts) {
      const anchors = cellLinksOf(contender, browser).map((link) => link.split('#')[1] ?? '');
      if (status === 'missing') {
        // Why it is not there, the run has said that looked for it.
        const facts = `${browser}-facts`;
        expect(anchors).toEqual([facts, facts, facts, facts, 'shipped']);
        continue;
      }
      const ids = runsOf(contender, browser).map(({ id }) => id);
      const [, several, ...others] = anchors;
      expect([anchors[0], ...others]).toEqual([
        ...[`${browser}-survive`, `${browser}-conform`, `${browser}-facts`, 'shipped'],
      ]);
      // A store that only one can open, its run has seen; a shared one was tried with several, or not yet.
      expect([`${browser}-facts`, `${browser}-contention`, '']).toContain(several);
      expect(ids).toEqual(expect.arrayContaining(anchors.filter((anchor) => anchor.includes('-'))));
    }
  });
});

describe('a store', () => {
  it('is found by its name, with that of its library or without', () => {
    for (const [name, id] of [
      ['coop', 'coop'],
      ['wa-sqlite-coop', 'coop'],
      ['sqlite-wasm-sahpool', 'sahpool'],
      ['idb-strict', 'idb-strict'],
      ['sqlite-wasm-coop', undefined],
      ['toString', undefined],
    ]) {
      expect(storeNamed(name ?? '')).toBe(id);
    }
  });
});

it('why a store has no larger value is told with a size that people read', () => {
  expect(slowValueIn('a value of 268435456 bytes takes longer than 20 s')).toEqual({ size: '256 MiB', time: '20 s' });
  expect(slowValueIn('Error: malloc of size 536870912 failed')).toBeNull();
});

describe('the drawing of what a value takes', () => {
  const curveOf = (...values: readonly number[]): Curve =>
    values.map((value, index) => ({ bytes: 64 * 4 ** index, value, low: value / 2, high: value * 2 }));
  const curve = curveOf(1e4, 1e5, 1e6, 1e7);

  it('rises with its times, and has the other store turn over where that is', () => {
    const crossing = { bytes: 512, low: 256, high: 1024 };
    const drawing = drawCurves(curve, [{ other: 'cache', curve: curveOf(1e5, 1e5, 1e5, 1e5), crossing }]);
    const places =
      drawing?.line
        .slice(1)
        .split('L')
        .map((place) => place.split(',').map(Number)) ?? [];
    expect(places).toHaveLength(curve.length);
    places.slice(1).forEach(([x = 0, y = 0], index) => {
      const [before] = [places[index] ?? []];
      expect(x).toBeGreaterThan(before[0] ?? 0);
      expect(y).toBeLessThan(before[1] ?? 0);
    });
    const [turn] = drawing?.others ?? [];
    expect([turn?.from, turn?.to]).toEqual([places[1]?.[0], places[2]?.[0]]);
    expect(turn?.at).toBeGreaterThan(turn?.from ?? 0);
    expect(turn?.at).toBeLessThan(turn?.to ?? 0);
  });
  it('is none of a store whose values have one size', () => {
    expect(drawCurves(curveOf(1e4), [])).toBeNull();
    expect(drawCurves([], [])).toBeNull();
  });
});
