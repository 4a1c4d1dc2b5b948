/** Pictures of what was measured, for a README: each is one file that follows the reader's light or dark. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  allRatios,
  allSeries,
  BROWSER_FIGURES,
  type BrowserFigure,
  type BrowserMeasurements,
  enginesOf,
  type ReleaseSeries,
} from '@opfsmark/schema/browsers';
import storageWords from '@opfsmark/schema/families/app-storage/en';
import words from '../../web/src/lib/base/i18n/texts/en/browsers.ts';

const WIDTH = 760;
const STYLE = `text{font:13px system-ui,sans-serif;fill:#1f2328}.muted{fill:#59636e}.title{font-weight:600;font-size:15px}
.line{stroke:#59636e;fill:none;stroke-width:1.5}.axis{stroke:#d1d9e0}.better{fill:#1a7f37;stroke:#1a7f37}.worse{fill:#cf222e;stroke:#cf222e}
.unclear,.same{fill:#8c959f;stroke:#8c959f}@media(prefers-color-scheme:dark){text{fill:#f0f6fc}.muted{fill:#9198a1}
.line{stroke:#9198a1}.axis{stroke:#3d444d}.better{fill:#3fb950;stroke:#3fb950}.worse{fill:#f85149;stroke:#f85149}}`;

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

interface TextLook {
  readonly name?: string;
  readonly anchor?: 'start' | 'middle' | 'end';
}

const write = (x: number, y: number, text: string, { name = '', anchor = 'start' }: TextLook = {}) =>
  `<text x="${x}" y="${y}" class="${name}" text-anchor="${anchor}">${escaped(text)}</text>`;

function picture(title: string, about: string, height: number, parts: readonly string[]): string {
  const head = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" role="img" aria-label="${escaped(title)}">`;
  const lines = [write(0, 18, title, { name: 'title' }), ...parts, write(0, height - 8, about, { name: 'muted' })];
  return `${head}\n<style>${STYLE}</style>\n${lines.join('\n')}\n</svg>\n`;
}

/** What a figure is called: the page's words, and those of the stores. */
function nameOf({ id }: BrowserFigure): string {
  const own = (words.figures as Readonly<Record<string, string>>)[id];
  if (own !== undefined) return own;
  const [store = '', workload = ''] = id.split(' ');
  const names = storageWords.names as Readonly<Record<string, string>>;
  return `${names[store] ?? store}: ${names[workload] ?? workload}`;
}

const times = (ratio: number) => `${(ratio < 1 ? 1 / ratio : ratio).toPrecision(2)}×`;

/** One build with both engines of IndexedDB: to the right SQLite is faster. */
function enginesPicture({ browsers, ...measurements }: BrowserMeasurements): string | null {
  const engines = enginesOf(browsers);
  if (!engines) return null;
  const ratios = allRatios(engines.leveldb, engines.sqlite).filter(({ figure }) => figure.group === 'indexeddb');
  const reach = Math.max(2, ...ratios.flatMap(({ compared: { interval: i } }) => (i ? [i.high, 1 / i.low] : [])));
  const [left, right] = [300, WIDTH - 80];
  const middle = (left + right) / 2;
  const at = (ratio: number) => middle + ((right - left) / 2) * (Math.log(ratio) / Math.log(reach));
  const rows = ratios.map(({ figure, compared, verdict }, row) => {
    const y = 66 + row * 26;
    const [low, high] = [compared.interval?.low ?? compared.ratio, compared.interval?.high ?? compared.ratio];
    return [
      write(left - 16, y + 4, nameOf(figure), { anchor: 'end' }),
      `<line x1="${at(low).toFixed(1)}" x2="${at(high).toFixed(1)}" y1="${y}" y2="${y}" class="${verdict}" stroke-width="2"/>`,
      `<circle cx="${at(compared.ratio).toFixed(1)}" cy="${y}" r="4.5" class="${verdict}"/>`,
      write(WIDTH - 4, y + 4, times(compared.ratio), { anchor: 'end' }),
    ].join('');
  });
  const bottom = 60 + ratios.length * 26;
  const axis = [
    `<line x1="${middle}" x2="${middle}" y1="46" y2="${bottom}" class="axis"/>`,
    write(middle - 8, 42, '← LevelDB faster', { name: 'muted', anchor: 'end' }),
    write(middle + 8, 42, 'SQLite faster →', { name: 'muted' }),
  ];
  const title = `IndexedDB on LevelDB and on SQLite, Chromium ${engines.sqlite.version}`;
  return picture(title, aboutOf(measurements), bottom + 36, [...axis, ...rows]);
}

const aboutOf = ({ date, machine, rounds }: Omit<BrowserMeasurements, 'browsers'>) =>
  `${machine.system}, ${machine.filesystem}, ${date}, ${rounds} rounds; 95 % intervals. Headless shells, not Chrome.`;

const COLUMNS = 2;
const [CELL_WIDTH, CELL_HEIGHT] = [WIDTH / COLUMNS, 104];
const PLOT_WIDTH = CELL_WIDTH - 130;
/** Told with two digits, smaller ratios are one. */
const SAME = 0.05;

/** A figure over releases in a small frame: the first is 1, and higher is faster. */
function cell({ figure, points, changes }: ReleaseSeries, index: number): string {
  const [x, y] = [(index % COLUMNS) * CELL_WIDTH, 40 + Math.floor(index / COLUMNS) * CELL_HEIGHT];
  const first = points[0]?.median ?? 1;
  const logs = points.map(({ median }) => Math.log(first / median));
  const reach = Math.max(Math.log(1.25), ...logs.map(Math.abs));
  const atX = (at: number) => x + 4 + (at / Math.max(1, points.length - 1)) * PLOT_WIDTH;
  const atY = (log: number) => y + 56 - (log / reach) * 32;
  const path = logs.map((log, at) => `${at === 0 ? 'M' : 'L'}${atX(at).toFixed(1)} ${atY(log).toFixed(1)}`).join('');
  const dots = changes.map(({ after, verdict }) => {
    const at = points.findIndex(({ browser }) => browser === after.browser);
    return `<circle cx="${atX(at).toFixed(1)}" cy="${atY(logs[at] ?? 0).toFixed(1)}" r="4" class="${verdict}"/>`;
  });
  const last = logs.at(-1) ?? 0;
  const told = Math.abs(last) < SAME ? 'the same' : `${times(Math.exp(last))} ${last < 0 ? 'slower' : 'faster'}`;
  return [
    write(x, y + 12, nameOf(figure)),
    `<line x1="${x + 4}" x2="${x + 4 + PLOT_WIDTH}" y1="${y + 56}" y2="${y + 56}" class="axis"/>`,
    `<path d="${path}" class="line"/>`,
    ...dots,
    write(x + PLOT_WIDTH + 14, atY(last) + 4, told, { name: 'muted' }),
  ].join('');
}

const SHOWN = ['idb get', 'idb get-all', 'idb-relaxed put', 'idb-strict put', 'opfs open', 'opfs writable'];
const ALSO_SHOWN = ['opfs read-4k', 'opfs write-4k', 'cache read', 'workers ready'];

function releasesPicture({ browsers, ...measurements }: BrowserMeasurements): string {
  const wanted = BROWSER_FIGURES.filter(({ id }) => [...SHOWN, ...ALSO_SHOWN].includes(id));
  const series = allSeries(browsers, 'chromium').filter(({ figure }) => wanted.includes(figure));
  const releases = series[0]?.points.map(({ browser }) => browser.version.split('.')[0]) ?? [];
  const title = `Chromium ${releases[0] ?? ''} to ${releases.at(-1) ?? ''}: up is faster, a dot is a change`;
  const height = 40 + Math.ceil(series.length / COLUMNS) * CELL_HEIGHT + 32;
  return picture(title, aboutOf(measurements), height, series.map(cell));
}

/** Writes the pictures that these measurements have. */
export function writePictures(measurements: BrowserMeasurements, folder: string): void {
  const engines = enginesPicture(measurements);
  if (engines !== null) writeFileSync(join(folder, 'indexeddb-engines.svg'), engines);
  writeFileSync(join(folder, 'releases.svg'), releasesPicture(measurements));
}
