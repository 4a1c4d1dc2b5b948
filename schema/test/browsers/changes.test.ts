import { describe, expect, it } from 'vitest';
import {
  allRatios,
  BROWSER_FIGURES,
  compareBrowsers,
  enginesOf,
  type MeasuredBrowser,
  releaseSeries,
  releasesOf,
  twinsOf,
} from '../../src/browsers/index.ts';

const BLOCKS = 8;
const [GET] = BROWSER_FIGURES.filter(({ id }) => id === 'idb get');
const CONTROL = 'control processor';

/** Between 0 and 1, the same each time. */
function random(seed: number): number {
  const state = Math.sin(seed * 12.9898) * 43758.5453;
  return state - Math.floor(state);
}

/** Noise of 1 %: no two values are alike. */
const noise = (seed: number) => 1 + 0.02 * (random(seed) - 0.5);

const browser = (major: number, ns: number, changes: Partial<MeasuredBrowser> = {}): MeasuredBrowser => ({
  ...{ name: `c${major}`, family: 'chromium', version: `${major}.0.1`, shell: true, build: '', sha256: String(major) },
  ...{ idb_engine: 'leveldb', isolated: true, missing: {}, failures: [] },
  samples: {
    // A busy minute in the fifth turn, for all of them.
    'idb get': Array.from({ length: 2 * BLOCKS }, (_, at) => ns * noise(major * 100 + at) * (at === 4 ? 1.5 : 1)),
    [CONTROL]: Array.from({ length: 2 * BLOCKS }, (_, at) => 1e6 * noise(major * 1000 + at)),
  },
  ...changes,
});

const releases = [119, 123, 127, 131, 137].map((major) => browser(major, major < 127 ? 1000 : 1100));

describe('a figure over releases', () => {
  it('changes where it was changed, once, and its control does not', () => {
    const series = GET && releaseSeries(releases.toReversed(), GET);
    expect(series?.points.map(({ browser: { name } }) => name)).toEqual(['c119', 'c123', 'c127', 'c131', 'c137']);
    expect(series?.changes).toHaveLength(1);
    const [change] = series?.changes ?? [];
    expect([change?.before.browser.name, change?.after.browser.name]).toEqual(['c123', 'c127']);
    expect(change?.verdict).toBe('worse');
    expect(change?.compared.ratio).toBeCloseTo(1 / 1.1, 1);
    expect(change?.control?.verdict).not.toBe('worse');
  });

  it('does not change where nothing was', () => {
    const same = [119, 123, 127, 131, 137].map((major) => browser(major, 1000));
    expect(GET && releaseSeries(same, GET)?.changes).toEqual([]);
  });

  it('leaves out twins and builds with an engine that was asked for, and needs two releases', () => {
    const [first, second] = releases;
    if (!GET || !first || !second) throw new Error('there are five');
    const beside = [browser(123, 1, { name: 'c123#2' }), browser(123, 1, { name: 'c123+sqlite' })];
    expect(releaseSeries([first, second, ...beside], GET)?.points).toHaveLength(2);
    expect(releaseSeries([first, ...beside], GET)).toBeNull();
  });

  it('stands on shells of Chromium, and not on whole browsers', () => {
    expect(releasesOf([...releases, browser(156, 1, { shell: false })], 'chromium')).toEqual(releases);
  });
});

describe('two browsers', () => {
  const a = browser(119, 1000);
  const b = browser(123, 1100);

  it('are compared in the rounds in which both were measured twice, two by two', () => {
    const values = [...(b.samples['idb get'] ?? [])];
    values[0] = Number.NaN;
    const gaps = { ...b, samples: { 'idb get': values.map((value) => (Number.isNaN(value) ? null : value)) } };
    expect(compareBrowsers(a, b, 'idb get')?.compared.blocks).toBe(BLOCKS);
    // The round beside the one that lacks a value was measured in the same order, and has no twin any more.
    expect(compareBrowsers(a, gaps, 'idb get')?.compared.blocks).toBe(BLOCKS - 2);
    expect(allRatios(a, gaps).map(({ figure }) => figure.id)).toEqual(['idb get']);
  });

  it('differ by what one took beside the other, whatever the mood of the machine', () => {
    const moody = ({ samples }: MeasuredBrowser) => ({
      'idb get': (samples['idb get'] ?? []).map((value, at) => (value ?? 0) * (1 + ((at * 7) % 5) / 10)),
    });
    const slower = browser(123, 1050);
    const ratio = compareBrowsers({ ...a, samples: moody(a) }, { ...slower, samples: moody(slower) }, 'idb get');
    expect(ratio?.verdict).toBe('worse');
    expect(ratio?.compared.noise).toBeLessThan(1.02);
  });

  it.each([2, 3, 4, 8])(
    'differ by more than their noise in 5 of 100 comparisons of one with itself, in %i rounds',
    (rounds) => {
      let seed = 0;
      const deviation = () => Math.sqrt(-2 * Math.log(1 - random(seed++))) * Math.cos(2 * Math.PI * random(seed++));
      const isBeyond = Array.from({ length: 1000 }, () => {
        const moods = Array.from({ length: 2 * rounds }, () => 0.1 * deviation());
        const measured = (): MeasuredBrowser => ({
          ...a,
          samples: { 'idb get': moods.map((mood) => 1000 * Math.exp(mood + 0.03 * deviation())) },
        });
        const { ratio, noise } = compareBrowsers(measured(), measured(), 'idb get')?.compared ?? {};
        return Math.abs(Math.log(ratio ?? Number.NaN)) > Math.log(noise ?? Number.NaN);
      });
      expect(isBeyond.filter(Boolean).length / isBeyond.length).toBeLessThan(0.07);
    },
  );

  it('have no ratio where one was not measured', () => {
    expect(compareBrowsers(a, { ...b, samples: {} }, 'idb get')).toBeNull();
  });

  it('are a twin by name, and two engines of one build by the files of their profiles', () => {
    const twin = browser(119, 1000, { name: 'c119#2' });
    const sqlite = browser(119, 1000, { name: 'c119+sqlite', idb_engine: 'sqlite' });
    expect(twinsOf([a, b, twin])).toEqual([{ browser: a, twin }]);
    expect(enginesOf([a, b, twin, sqlite])).toEqual({ leveldb: a, sqlite });
    expect(enginesOf([a, b, twin])).toBeNull();
  });
});
