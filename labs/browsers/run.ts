/** Measures browsers beside each other on this machine: `npm run browsers -w labs -- --help`. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { allRatios, type BrowserMeasurements, type MeasuredBrowser } from '@opfsmark/schema/browsers';
import { reachOf } from '@opfsmark/schema/figures';
import { main, PlainError, say } from '../../scripts/lib/say.mjs';
import { machineOf } from '../lib/report.mjs';
import { falseAlarms } from './false-alarms.ts';
import { EVERYTHING, runLab } from './lab.ts';
import { linesOf } from './report.ts';
import { writePictures } from './pictures.ts';

const FOLDER = fileURLToPath(new URL('../build/browsers', import.meta.url));
const DATA = fileURLToPath(new URL('../../docs/data/browser-releases', import.meta.url));

const CHROMIUM_RELEASES = ['c119', 'c123', 'c127', 'c131', 'c137', 'c141', 'c143', 'c147', 'c149', 'c152', 'c153'];
/** Releases in a row, the newest as a shell and as a whole browser, a build with IndexedDB's other engine, and twins. */
const SWEEP = [
  ...CHROMIUM_RELEASES,
  ...['chromium-headless-shell', 'chromium', 'c153+sqlite'],
  ...['f140', 'firefox', 'c131#2', 'c153#2'],
];

/** Eight releases by the figures that apps wait for most: a first answer within the hour. */
const CORE = ['c119', 'c127', 'c137', 'c143', 'c149', 'c153', 'f140', 'firefox'];
const CORE_LOOPS = [
  'control processor',
  'opfs read-4k',
  'opfs write-4k',
  'opfs save-4k',
  'opfs open',
  'idb get',
  'idb open',
];
const CORE_CONTENDERS = ['idb-relaxed'];

const USAGE = `npm run browsers -w labs -- [BROWSER ...]: measures what pages store with in browsers beside each other

  BROWSER         c119 to c153: Chromium's headless shell of that release, downloaded once; f140: Firefox ESR as Debian has it;
                  chromium, chromium-headless-shell, firefox: as installed here; a path; webdriver:URL of a driver that runs.
                  "+leveldb" or "+sqlite" behind one chooses IndexedDB's engine, "#2" measures it once more, as a twin
  --sweep         the releases of docs/data/browser-releases, and writes what is there
  --core          eight releases and eleven figures, where nothing else is named
  --minutes N     the most that it takes; default 30. One that was interrupted goes on where it was
  --rounds N      the most rounds of A B C C B A; default 50
  --reach N       ends when every figure of every browser is known this well beside the first; default 0.02
  --loops A,B     only these loops of the page; --contenders A,B: only these stores
  --json FILE     writes every sample and the machine
  --pictures      makes the pictures of docs/data/browser-releases again from what is there
  --install       only downloads
  --help`;

function options() {
  const text = { type: 'string' } as const;
  const flag = { type: 'boolean', default: false } as const;
  try {
    return parseArgs({
      allowPositionals: true,
      options: {
        ...{ sweep: flag, core: flag, install: flag, pictures: flag, help: flag },
        ...{ loops: text, contenders: text, json: text },
        minutes: { ...text, default: '30' },
        rounds: { ...text, default: '50' },
        reach: { ...text, default: '0.02' },
      },
    });
  } catch (error) {
    throw new PlainError(`browsers: ${(error as Error).message}\n\n${USAGE}`);
  }
}

function positive(name: string, value: string): number {
  const number = Number(value);
  if (number > 0) return number;
  throw new PlainError(`browsers: --${name} takes a number above 0, not "${value}".`);
}

const partOf = (all: readonly string[], names: string | undefined) => {
  if (names === undefined) return all;
  const wanted = names.split(',').filter((name) => name !== '');
  const unknown = wanted.filter((name) => !all.includes(name));
  if (unknown.length === 0) return wanted;
  throw new PlainError(`browsers: there is no ${unknown.join(', ')}. There are: ${all.join(', ')}.`);
};

/** Whether every figure of every browser is known so well beside the first. */
const isKnown = (reach: number) => (browsers: readonly MeasuredBrowser[]) => {
  const [first, ...others] = browsers.filter(({ version }) => version !== '');
  return (
    first !== undefined &&
    others.every((other) => allRatios(first, other).every(({ compared }) => reachOf(compared) < reach))
  );
};

/** With the machine and the method, so that somebody else can measure the same. */
function describe(result: Pick<BrowserMeasurements, 'browsers' | 'rounds' | 'end' | 'minutes'>, command: string) {
  const { cpu, cpus, memory_bytes, system: fullSystem, filesystem } = machineOf(FOLDER);
  // Builds of a kernel have names of their own, which say nothing to others.
  const system = fullSystem.replace(/^(\w+ \d+\.\d+).*/, '$1');
  const { version: core } = JSON.parse(
    readFileSync(new URL('../../wasm-core/package.json', import.meta.url), 'utf8'),
  ) as { version: string };
  const date = new Date().toISOString().slice(0, 10);
  const machine = { cpu, cpus, memory_bytes, system, filesystem };
  return { date, command, core, machine, false_alarms: falseAlarms(result.browsers), ...result };
}

const dataPath = () => join(DATA, 'measurements.json');

function write(path: string, measurements: BrowserMeasurements): void {
  writeFileSync(path, `${JSON.stringify(measurements, null, 1)}\n`);
}

await main(async () => {
  const { values, positionals } = options();
  if (values.help) {
    say(USAGE);
    return;
  }
  if (values.pictures) {
    writePictures(JSON.parse(readFileSync(dataPath(), 'utf8')) as BrowserMeasurements, DATA);
    return;
  }
  const names = values.sweep ? SWEEP : values.core && positionals.length === 0 ? CORE : positionals;
  if (names.length === 0) throw new PlainError(USAGE);
  if (values.install) {
    const { findBrowser } = await import('./install.ts');
    for (const name of names) {
      const told = await findBrowser(name).then(
        (browser) => ('build' in browser ? browser.build : browser.driverUrl),
        (error: unknown) => (error as Error).message,
      );
      say(`${name}: ${told}`);
    }
    return;
  }
  if (names.length < 2) throw new PlainError(`browsers: one alone stands beside nothing. "${names[0]}#2" is its twin.`);
  const minutes = positive('minutes', values.minutes);
  const job = {
    ...EVERYTHING,
    loops: values.core ? CORE_LOOPS : partOf(EVERYTHING.loops, values.loops),
    contenders: values.core ? CORE_CONTENDERS : partOf(EVERYTHING.contenders, values.contenders),
  };
  // What is open is ended on the way out.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
  const result = await runLab({
    ...{ names, job, folder: FOLDER, minutes, maxRounds: positive('rounds', values.rounds), say },
    journal: join(FOLDER, values.sweep ? 'sweep.jsonl' : 'lab.jsonl'),
    isEnough: isKnown(positive('reach', values.reach)),
  });
  const command = `npm run browsers -w labs -- ${values.sweep ? '--sweep' : names.join(' ')} --minutes ${minutes}`;
  const measurements = describe(result, command);
  for (const line of linesOf(measurements)) say(line);
  if (values.json !== undefined) write(resolve(values.json), measurements);
  if (!values.sweep) return;
  mkdirSync(DATA, { recursive: true });
  write(dataPath(), measurements);
  execFileSync('npx', ['oxfmt', dataPath()], { stdio: 'ignore' });
  writePictures(measurements, DATA);
});
