/**
 * Measures browsers beside each other. In each half of a round all of them are started with fresh profiles and are open at once. Then
 * each loop goes from one to the next for some milliseconds at a time, A B C C B A in an order that is drawn, so that what slows the
 * machine slows all of them alike. What was measured is kept line by line, so that a lab that is interrupted goes on where it was.
 */
import { appendFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { BROWSER_FIGURES, type MeasuredBrowser } from '@opfsmark/schema/browsers';
import { Permutation } from '@opfsmark/schema/documents';
import { type Browser, findBrowser, type RemoteBrowser } from './install.ts';
import { Pages } from './pages.ts';
import { type Job, measureTogether, type Outcome } from './turns.ts';

export const EVERYTHING: Job = {
  loops: [
    'control processor',
    'opfs read-4k',
    'opfs read-1m',
    'opfs write-4k',
    'opfs write-1m',
    'opfs save-4k',
    'opfs open',
    'opfs small-files',
    'opfs writable',
    'idb get',
    'idb get-all',
    'idb cursor',
    'idb open',
    'workers ready',
  ],
  contenders: ['idb-relaxed', 'idb-strict', 'cache', 'sahpool', 'coop', 'write-ahead'],
  turns: 8,
};

const START_MS = 90_000;
/** A browser that failed so often in a row is not started again. */
const MAX_FAILURES = 2;

/** One start of one browser. */
interface Entry extends Outcome {
  readonly block: number;
  readonly half: 0 | 1;
}

/** All starts of half a round, which only stand beside each other: one line has them all or is cut off. */
interface Half {
  readonly ms: number;
  readonly entries: readonly Entry[];
}

interface Head {
  readonly names: readonly string[];
  readonly job: Job;
  readonly seed: number;
}

/** `time`: the budget is used up. `narrow`: every difference is known well enough. `rounds`: there are as many as were asked for. */
type End = 'time' | 'narrow' | 'rounds';
type Line = Head | Half | { readonly end: End };

/** The lines of a lab that was interrupted; one that has ended, or asked for something else, is put aside. */
class Journal {
  readonly head: Head;
  readonly entries: Entry[] = [];
  spentMs = 0;
  readonly #path: string;

  constructor(path: string, names: readonly string[], job: Job) {
    this.#path = path;
    const [head, ...lines] = this.#read();
    const isSame = head && 'seed' in head && JSON.stringify([head.names, head.job]) === JSON.stringify([names, job]);
    if (isSame && !lines.some((line) => 'end' in line)) {
      this.head = head;
      for (const line of lines) if ('entries' in line) this.#keep(line);
      return;
    }
    if (existsSync(path)) renameSync(path, `${path}.before`);
    this.head = { names, job, seed: Math.floor(Math.random() * 2 ** 32) };
    this.#write(this.head);
  }

  add(half: Half): void {
    this.#keep(half);
    this.#write(half);
  }

  end(end: End): void {
    this.#write({ end });
  }

  has(block: number, half: 0 | 1): boolean {
    return this.entries.some((entry) => entry.block === block && entry.half === half);
  }

  /** Whether it failed each of the last times. */
  isLeftOut(name: string): boolean {
    const last = this.entries.filter((entry) => entry.name === name).slice(-MAX_FAILURES);
    return last.length === MAX_FAILURES && last.every(({ failure }) => failure !== undefined);
  }

  #keep({ ms, entries }: Half): void {
    this.spentMs += ms;
    this.entries.push(...entries);
  }

  #write(line: Line): void {
    mkdirSync(dirname(this.#path), { recursive: true });
    appendFileSync(this.#path, `${JSON.stringify(line)}\n`);
  }

  #read(): Line[] {
    if (!existsSync(this.#path)) return [];
    return readFileSync(this.#path, 'utf8')
      .split('\n')
      .flatMap((text): Line[] => {
        try {
          return [JSON.parse(text) as Line];
        } catch {
          // The last one was cut off.
          return [];
        }
      });
  }
}

const rounded = (value: number) => Number(value.toPrecision(5));

/** What the page, the pictures and the statistics read: of every browser all that was measured, in order. */
function summarise(
  name: string,
  browser: Browser | RemoteBrowser | string,
  entries: readonly Entry[],
): MeasuredBrowser {
  const own = entries.filter((entry) => entry.name === name);
  const answers = own.flatMap(({ answer }) => answer ?? []);
  const blocks = Math.max(0, ...entries.map(({ block }) => block + 1));
  const ids = BROWSER_FIGURES.map(({ id }) => id).filter((id) => answers.some(({ ns }) => id in ns));
  const valuesOf = (valueIn: (entry: Entry) => number | null | undefined) =>
    Array.from({ length: 2 * blocks }, (_, at) => {
      const entry = own.find(({ block, half }) => 2 * block + half === at);
      const value = entry && valueIn(entry);
      return typeof value === 'number' && Number.isFinite(value) && value > 0 ? rounded(value) : null;
    });
  const samples = Object.fromEntries([
    ...ids.map((id) => [id, valuesOf(({ answer }) => answer?.ns[id])] as const),
    ['memory', valuesOf(({ memoryBytes }) => memoryBytes)] as const,
  ]);
  const failures = own.flatMap(({ block, failure }) => (failure === undefined ? [] : { block, failure }));
  const notStarted = typeof browser === 'string' ? [{ block: 0, failure: browser }] : [];
  const isLocal = typeof browser !== 'string' && 'path' in browser;
  const engines = new Set(own.flatMap(({ idbEngine }) => idbEngine ?? []));
  return {
    name,
    family: isLocal ? browser.family : null,
    version: answers[0]?.version ?? '',
    shell: isLocal && browser.isShell,
    build: isLocal ? browser.build : '',
    sha256: isLocal ? browser.sha256 : '',
    idb_engine: engines.size === 1 ? ([...engines][0] ?? null) : null,
    isolated: answers.every(({ isolated }) => isolated),
    missing: Object.assign({}, ...answers.map(({ missing }) => missing)) as Record<string, string>,
    failures: [...notStarted, ...failures],
    samples,
  };
}

interface LabOptions {
  readonly names: readonly string[];
  readonly job: Job;
  /** On the disk that is measured. */
  readonly folder: string;
  /** Where each start is written down. */
  readonly journal: string;
  readonly minutes: number;
  readonly maxRounds: number;
  /** Browsers whose calls take so many times as long, which a test plants. */
  readonly planted?: Readonly<Record<string, number>>;
  /** One start may take so long; one that hangs is ended then. */
  readonly startMs?: number;
  /** Whether what is there says enough; asked after every second round. */
  isEnough(browsers: readonly MeasuredBrowser[]): boolean;
  say(line: string): void;
}

export interface LabResult {
  readonly browsers: readonly MeasuredBrowser[];
  readonly rounds: number;
  readonly end: End;
  /** Without what was spent between starts. */
  readonly minutes: number;
}

async function find(names: readonly string[], say: (line: string) => void) {
  const browsers = new Map<string, Browser | RemoteBrowser | string>();
  for (const name of names) {
    try {
      browsers.set(name, await findBrowser(name));
    } catch (error) {
      const failure = error instanceof Error ? error.message : String(error);
      browsers.set(name, failure);
      say(`${name}: left out: ${failure}`);
    }
  }
  return browsers;
}

/** Measures until enough is known, or the budget ends. */
export async function runLab(options: LabOptions): Promise<LabResult> {
  const { names, job, folder, minutes, maxRounds, planted = {}, startMs = START_MS, isEnough, say } = options;
  const journal = new Journal(options.journal, names, job);
  if (journal.entries.length > 0) say(`going on after ${journal.entries.length} starts`);
  const browsers = await find(names, say);
  mkdirSync(folder, { recursive: true });
  const scratch = mkdtempSync(join(folder, 'lab-'));
  const clean = () => rmSync(scratch, { recursive: true, force: true });
  process.once('exit', clean);
  const sites = new Map<number, Pages>();
  const siteOf = async (slowdown: number) => {
    const site = sites.get(slowdown) ?? (await Pages.serve(join(scratch, `page-${slowdown}`), slowdown));
    sites.set(slowdown, site);
    return site;
  };
  const summary = () => names.map((name) => summarise(name, browsers.get(name) ?? '', journal.entries));
  let longestMs = 0;
  let block = 0;
  const endNow = (): End | null => {
    if (block >= maxRounds) return 'rounds';
    if (block > 0 && journal.spentMs + longestMs > minutes * 60_000) return 'time';
    return block >= 4 && block % 2 === 0 && isEnough(summary()) ? 'narrow' : null;
  };
  const measureHalf = async (half: 0 | 1, order: readonly string[]) => {
    if (journal.has(block, half)) return;
    const beginMs = performance.now();
    const starts = [];
    for (const name of order) {
      const browser = browsers.get(name);
      if (browser === undefined || typeof browser === 'string' || journal.isLeftOut(name)) continue;
      const page = (await siteOf(planted[name] ?? 1)).open();
      starts.push({ name, browser, page, profile: join(scratch, `profile-${starts.length}`) });
    }
    const outcomes = await measureTogether(starts, job, startMs);
    const entries = outcomes.map((outcome) => ({ ...outcome, block, half }));
    journal.add({ ms: Math.round(performance.now() - beginMs), entries });
    for (const { name, failure } of entries) {
      if (failure !== undefined) say(`${name}: ${failure}${journal.isLeftOut(name) ? '; left out from here on' : ''}`);
    }
  };
  try {
    let end = endNow();
    while (end === null) {
      // Two rounds of one order make an A/A comparison.
      const order = new Permutation(names.length, (journal.head.seed + (block >> 1)) >>> 0);
      const drawn = names.map((_, at) => names[order.at(at)] ?? '');
      const beginMs = performance.now();
      await measureHalf(0, drawn);
      await measureHalf(1, drawn.toReversed());
      longestMs = Math.max(longestMs, performance.now() - beginMs);
      say(`round ${block + 1}: ${Math.round((performance.now() - beginMs) / 1000)} s`);
      block++;
      end = endNow();
    }
    journal.end(end);
    return { browsers: summary(), rounds: block, end, minutes: Math.ceil(journal.spentMs / 60_000) };
  } finally {
    for (const site of sites.values()) site.close();
    process.removeListener('exit', clean);
    clean();
  }
}
