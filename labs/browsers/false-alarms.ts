import { allSeries, BROWSER_FIGURES, type MeasuredBrowser, releasesOf } from '@opfsmark/schema/browsers';
import { Permutation } from '@opfsmark/schema/documents';

const SHUFFLES = 20;

/** Releases whose values of each round were dealt out anew, so that none differs from another. */
function shuffled(releases: readonly MeasuredBrowser[], seed: number): MeasuredBrowser[] {
  const count = releases.length;
  return releases.map((browser, at) => ({
    ...browser,
    samples: Object.fromEntries(
      Object.entries(browser.samples).map(([figure, values], which) => [
        figure,
        values.map((_, turn) => {
          const order = new Permutation(count, (seed + 7919 * which + 104_729 * (turn >> 1)) >>> 0);
          return releases[order.at(at)]?.samples[figure]?.[turn] ?? null;
        }),
      ]),
    ),
  }));
}

/** How many changes are found where there are none, and in how many series. */
export function falseAlarms(browsers: readonly MeasuredBrowser[]): { found: number; tried: number } {
  // A release that lacks a figure would take it to another one.
  const chromium = releasesOf(browsers, 'chromium').filter(({ name }) => !/[#+]/.test(name));
  const common = BROWSER_FIGURES.filter(({ id }) =>
    chromium.every(({ samples }) => samples[id]?.every((value) => value !== null)),
  ).map(({ id }) => id);
  const releases = chromium.map((browser) => ({
    ...browser,
    samples: Object.fromEntries(common.map((id) => [id, browser.samples[id] ?? []])),
  }));
  const series = Array.from({ length: SHUFFLES }, (_, seed) => allSeries(shuffled(releases, seed), 'chromium')).flat();
  return { found: series.filter(({ changes }) => changes.length > 0).length, tried: series.length };
}
