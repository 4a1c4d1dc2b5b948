import { median } from '../documents/stats.ts';
import { changePoints } from '../families/sustained/change-points.ts';
import {
  type Block,
  interleavedRatio,
  type InterleavedRatio,
  type InterleavedVerdict,
  verdictOf,
} from '../figures/compare.ts';
import { BROWSER_FIGURES, type BrowserFigure, CONTROL_FIGURE, type MeasuredBrowser } from './measurements.ts';

/** Smaller differences are none. */
export const CHANGE_THRESHOLD = 0.01;

/** One browser against another in one figure. */
export interface BrowserRatio {
  /** Above 1 the second is better. */
  readonly compared: InterleavedRatio;
  readonly verdict: InterleavedVerdict;
}

const majorOf = ({ version }: MeasuredBrowser) => Number.parseInt(version, 10);

/** Whether it is one of the releases that stand in a row: a twin, and one with an engine that was asked for, stand beside. */
const isPlain = ({ name, version }: MeasuredBrowser) => version !== '' && !/[#+]/.test(name);

/**
 * Blocks in which both were measured twice. Two at a time: only these were measured in one order. What `a` took is the measure of what `b`
 * took beside it, so that neither their ratio nor its noise has what slowed both.
 */
function blocksOf(a: MeasuredBrowser, b: MeasuredBrowser, figure: string): Block[] {
  const [valuesOfA = [], valuesOfB = []] = [a.samples[figure], b.samples[figure]];
  const blocks = Array.from({ length: Math.floor(valuesOfA.length / 2) }, (_, at): Block | null => {
    const [a1, a2, b1, b2] = [...valuesOfA.slice(2 * at, 2 * at + 2), ...valuesOfB.slice(2 * at, 2 * at + 2)];
    return a1 && a2 && b1 && b2 ? { a: [1, 1], b: [b1 / a1, b2 / a2] } : null;
  });
  return blocks.flatMap((block, at) => {
    const twin = blocks[at % 2 === 0 ? at + 1 : at - 1];
    return block && (twin || at === blocks.length - 1) ? [block] : [];
  });
}

/** `figures`: how many are looked at together. `null` where they have none in common. */
export function compareBrowsers(
  a: MeasuredBrowser,
  b: MeasuredBrowser,
  figure: string,
  figures = 1,
): BrowserRatio | null {
  const compared = interleavedRatio(blocksOf(a, b, figure), 'lower', 1);
  return compared && { compared, verdict: verdictOf(compared, CHANGE_THRESHOLD, figures) };
}

/** One release in one figure. */
interface ReleasePoint {
  readonly browser: MeasuredBrowser;
  readonly values: readonly number[];
  readonly median: number;
}

/** Where a figure changed its level from one release to the next. */
export interface ReleaseChange extends BrowserRatio {
  readonly figure: BrowserFigure;
  readonly before: ReleasePoint;
  readonly after: ReleasePoint;
  /** The control of both: what it shows is not the doing of storage. */
  readonly control: BrowserRatio | null;
}

/** A figure over the releases of one family. */
export interface ReleaseSeries {
  readonly figure: BrowserFigure;
  readonly points: readonly ReleasePoint[];
  readonly changes: readonly ReleaseChange[];
}

const valuesOf = ({ samples }: MeasuredBrowser, figure: string) => samples[figure] ?? [];

/**
 * Values of releases one after the other, each without what its turn had in common with that of all others: a busy minute
 * of the machine is not a change of one of them.
 */
function seriesOf(browsers: readonly MeasuredBrowser[], figure: string): number[][] {
  const turns = Math.max(0, ...browsers.map((browser) => valuesOf(browser, figure).length));
  const whole = Array.from({ length: turns }, (_, turn) => turn).filter((turn) =>
    browsers.every((browser) => valuesOf(browser, figure)[turn]),
  );
  const logs = browsers.map((browser) => whole.map((turn) => Math.log(valuesOf(browser, figure)[turn] ?? Number.NaN)));
  const levels = whole.map((_, at) => median(logs.map((own) => own[at] ?? Number.NaN)));
  return logs.map((own) => own.map((value, at) => value - (levels[at] ?? 0)));
}

/** Indices of releases at which a level begins. */
function levelStarts(series: readonly (readonly number[])[]): number[] {
  const count = series[0]?.length ?? 0;
  if (count === 0) return [];
  const starts = changePoints(series.flat()).map((start) => Math.round(start / count));
  return [...new Set(starts)].filter((start) => start > 0 && start < series.length);
}

/**
 * A figure over releases, and where it changed: where the change points of all its values lie, and the two releases beside
 * each differ by more than chance. `null` where fewer than two releases have it.
 */
export function releaseSeries(browsers: readonly MeasuredBrowser[], figure: BrowserFigure): ReleaseSeries | null {
  const countOf = (browser: MeasuredBrowser) => valuesOf(browser, figure.id).filter((value) => value !== null).length;
  // One that soon failed would take its turns from all others.
  const enough = Math.max(0, ...browsers.map(countOf)) / 2;
  const releases = browsers
    .filter((browser) => isPlain(browser) && countOf(browser) > 0 && countOf(browser) >= enough)
    .toSorted((a, b) => majorOf(a) - majorOf(b));
  if (releases.length < 2) return null;
  const points = releases.map((browser): ReleasePoint => {
    const values = valuesOf(browser, figure.id).filter((value) => value !== null);
    return { browser, values, median: median(values) };
  });
  const changes = levelStarts(seriesOf(releases, figure.id)).flatMap((start): ReleaseChange[] => {
    const [before, after] = [points[start - 1], points[start]];
    const ratio = before && after && compareBrowsers(before.browser, after.browser, figure.id);
    if (!ratio || (ratio.verdict !== 'better' && ratio.verdict !== 'worse')) return [];
    const control = compareBrowsers(before.browser, after.browser, CONTROL_FIGURE);
    return [{ figure, before, after, ...ratio, control }];
  });
  return { figure, points, changes };
}

/** Releases that stand in a row: headless shells of Chromium, or Firefox. Whole browsers of Chromium are another thing. */
export const releasesOf = (browsers: readonly MeasuredBrowser[], family: 'chromium' | 'firefox') =>
  browsers.filter((browser) => browser.family === family && (family === 'firefox' || browser.shell));

/** All series of a family, in the order of their figures. */
export function allSeries(browsers: readonly MeasuredBrowser[], family: 'chromium' | 'firefox'): ReleaseSeries[] {
  const releases = releasesOf(browsers, family);
  return BROWSER_FIGURES.flatMap((figure) => releaseSeries(releases, figure) ?? []);
}

/** The id of a change in addresses: `idb-get-c131`. */
export const changeId = ({ figure, after }: ReleaseChange) =>
  `${figure.id.replaceAll(/[ _]/g, '-')}-${after.browser.name}`;

/** A browser and the same once more: what differs between these is chance. */
export function twinsOf(
  browsers: readonly MeasuredBrowser[],
): { readonly browser: MeasuredBrowser; readonly twin: MeasuredBrowser }[] {
  return browsers.flatMap((twin) => {
    const browser = twin.name.includes('#') ? browsers.find(({ name }) => name === twin.name.split('#')[0]) : undefined;
    return browser ? [{ browser, twin }] : [];
  });
}

/** Every figure that two browsers have in common. */
export function allRatios(
  a: MeasuredBrowser,
  b: MeasuredBrowser,
): (BrowserRatio & { readonly figure: BrowserFigure })[] {
  return BROWSER_FIGURES.flatMap((figure) => {
    const ratio = compareBrowsers(a, b, figure.id);
    return ratio ? [{ figure, ...ratio }] : [];
  });
}

/** One build with IndexedDB in either engine, by what its files say; `null` where none was measured with both. */
export function enginesOf(
  browsers: readonly MeasuredBrowser[],
): { readonly leveldb: MeasuredBrowser; readonly sqlite: MeasuredBrowser } | null {
  for (const browser of browsers) {
    const other = browsers.find((one) => one.sha256 === browser.sha256 && one.idb_engine !== browser.idb_engine);
    const both = other ? [browser, other] : [];
    const [leveldb, sqlite] = (['leveldb', 'sqlite'] as const).map((engine) =>
      both.find(({ idb_engine }) => idb_engine === engine),
    );
    if (leveldb && sqlite) return { leveldb, sqlite };
  }
  return null;
}
