import {
  allRatios,
  allSeries,
  BROWSER_FIGURES,
  type BrowserFigure,
  type BrowserFigureGroup,
  type BrowserMeasurements,
  type BrowserRatio,
  CHANGE_THRESHOLD,
  changeId,
  enginesOf,
  labOptions,
  type MeasuredBrowser,
  type ReleaseChange,
  type ReleaseSeries,
  twinsOf,
} from '@opfsmark/schema/browsers';
import { median } from '@opfsmark/schema/documents';
import measured from '../../../../../docs/data/browser-releases/measurements.json' with { type: 'json' };

const MEASUREMENTS = measured as unknown as BrowserMeasurements;

/** A figure by its id and unit: pages say what it is called. */
export type ShownFigure = BrowserFigure;

/** How one browser stands to another: above 1 it is faster, or takes less. */
export interface ShownRatio {
  readonly verdict: BrowserRatio['verdict'];
  readonly ratio: number;
  readonly low: number;
  readonly high: number;
}

/** A change from one release to the next. */
export interface ShownChange extends ShownRatio {
  readonly id: string;
  readonly figure: ShownFigure;
  readonly from: string;
  readonly to: string;
  readonly control: ShownRatio | null;
}

/** A figure over the releases of Chromium. */
export interface ShownSeries {
  readonly figure: ShownFigure;
  readonly releases: readonly string[];
  readonly medians: readonly number[];
  /** The median of all releases between two changes. */
  readonly levels: readonly number[];
}

const shownRatio = ({ compared: { ratio, interval }, verdict }: BrowserRatio): ShownRatio => ({
  ...{ verdict, ratio, low: interval?.low ?? ratio, high: interval?.high ?? ratio },
});

const familyName = ({ family }: MeasuredBrowser) => (family === 'firefox' ? 'Firefox' : 'Chromium');
const majorOf = ({ version }: MeasuredBrowser) => version.split('.')[0] ?? '';

const shownChange = (change: ReleaseChange): ShownChange => ({
  ...shownRatio(change),
  id: changeId(change),
  figure: change.figure,
  from: `${familyName(change.before.browser)} ${majorOf(change.before.browser)}`,
  to: majorOf(change.after.browser),
  control: change.control && shownRatio(change.control),
});

function shownSeries({ figure, points, changes }: ReleaseSeries): ShownSeries {
  const starts = [0, ...changes.map(({ after }) => points.findIndex(({ browser }) => browser === after.browser))];
  const levels = starts.flatMap((start, at) => {
    const part = points.slice(start, starts[at + 1] ?? points.length);
    return part.map(() => median(part.flatMap(({ values }) => values)));
  });
  return {
    ...{ figure, levels },
    releases: points.map(({ browser }) => majorOf(browser)),
    medians: points.map((point) => point.median),
  };
}

const isMeasured = ({ version }: MeasuredBrowser) => version !== '';

function medianOf({ samples }: MeasuredBrowser, { id }: BrowserFigure): number | null {
  const values = (samples[id] ?? []).filter((value) => value !== null);
  return values.length === 0 ? null : median(values);
}

const CHROMIUM = allSeries(MEASUREMENTS.browsers, 'chromium');
const sizeOf = ({ compared }: ReleaseChange) => Math.abs(Math.log(compared.ratio));
/** The largest first. */
const CHANGES = [...CHROMIUM, ...allSeries(MEASUREMENTS.browsers, 'firefox')]
  .flatMap(({ changes }) => changes)
  .toSorted((a, b) => sizeOf(b) - sizeOf(a));

function engines() {
  const both = enginesOf(MEASUREMENTS.browsers);
  if (!both) return null;
  const ratios = allRatios(both.leveldb, both.sqlite).filter(({ figure }) => figure.group === 'indexeddb');
  return {
    version: both.sqlite.version,
    rows: ratios.map((one) => ({
      ...{ figure: one.figure, ratio: shownRatio(one) },
      leveldb: medianOf(both.leveldb, one.figure),
      sqlite: medianOf(both.sqlite, one.figure),
    })),
  };
}

/** The newest release as a shell and as a whole browser, where both are of one version. */
function shellAndWhole() {
  const whole = MEASUREMENTS.browsers.find(({ name }) => name === 'chromium');
  const shell = MEASUREMENTS.browsers.find(({ shell: isShell, version }) => isShell && version === whole?.version);
  if (!whole || !shell) return null;
  return {
    version: whole.version,
    rows: allRatios(shell, whole).map((one) => ({
      ...{ figure: one.figure, ratio: shownRatio(one) },
      shell: medianOf(shell, one.figure),
      whole: medianOf(whole, one.figure),
    })),
  };
}

const isDifferent = ({ verdict }: BrowserRatio) => verdict === 'better' || verdict === 'worse';

function twins() {
  return twinsOf(MEASUREMENTS.browsers).map(({ browser, twin }) => {
    const ratios = allRatios(browser, twin);
    return { version: browser.version, figures: ratios.length, different: ratios.filter(isDifferent).length };
  });
}

/** A whole Chromium is told from its shell by a word of the page. */
function nameOf(browser: MeasuredBrowser) {
  const mark = browser.name.slice(browser.name.split(/[+#]/)[0]?.length);
  return { text: `${familyName(browser)} ${browser.version} ${mark}`.trim(), shell: browser.shell };
}

/** All that `/browsers` shows of a group of figures. */
export function browsersView(group: BrowserFigureGroup) {
  const { browsers, date, rounds, minutes, machine, end, false_alarms, command } = MEASUREMENTS;
  const figures = BROWSER_FIGURES.filter((figure) => figure.group === group);
  return {
    ...{ group, date, rounds, minutes, end, command, threshold: CHANGE_THRESHOLD, falseAlarms: false_alarms },
    machine: [machine.system, machine.filesystem, machine.cpu, `${machine.cpus} CPU`].join(' · '),
    engines: engines(),
    changes: CHANGES.map(shownChange),
    twins: twins(),
    series: CHROMIUM.filter(({ figure }) => figure.group === group).map(shownSeries),
    figures,
    rows: browsers.filter(isMeasured).map((browser) => ({
      ...nameOf(browser),
      values: figures.map((figure) => medianOf(browser, figure)),
    })),
    shell: shellAndWhole(),
    builds: browsers.map(({ name, version, build, shell, idb_engine, missing, failures }) => ({
      ...{ name, version, build, shell, engine: idb_engine, missing },
      failures: { count: failures.length, last: failures.at(-1)?.failure ?? null },
    })),
  };
}
/** All changes, for the feed. */
export const shownChanges = () => ({ date: MEASUREMENTS.date, changes: CHANGES.map(shownChange) });

/** One change with all values of both releases, smallest first; `null` where there is none of this id. */
export function changeView(id: string) {
  const change = CHANGES.find((one) => changeId(one) === id);
  if (!change) return null;
  const { before, after, compared, figure } = change;
  const sorted = (values: readonly number[]) => values.toSorted((a, b) => a - b);
  const names = [before, after].map(({ browser }) => browser.name);
  return {
    ...shownChange(change),
    ...{ before: sorted(before.values), after: sorted(after.values), noise: compared.noise },
    ...{ beforeVersion: before.browser.version, afterVersion: after.browser.version },
    isShell: after.browser.shell,
    command: `npm run browsers -w labs -- ${names.join(' ')} ${labOptions(figure)} --minutes 10`,
  };
}
