/**
 * Measures browsers beside each other: every round starts each of them once in an order that is drawn, and once more in the
 * reverse of it, A B C C B A, each time with a fresh profile. What was measured is kept line by line, so that a lab that is
 * interrupted goes on where it was.
 */
import { appendFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { dirname, join } from 'node:path';
import { BROWSER_FIGURES, type MeasuredBrowser } from '@opfsmark/schema/browsers';
import { Permutation } from '@opfsmark/schema/documents';
import { servePage } from '../lib/browser.mjs';
import { type Browser, findBrowser, type RemoteBrowser } from './install.ts';
import { type Started, startBrowser, startRemote } from './start.ts';

/** What the page is asked to measure: see page/main.ts. */
export interface Job {
  readonly loops: readonly string[];
  readonly contenders: readonly string[];
}

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
};

const START_MS = 90_000;
/** A browser that failed so often in a row is not started again. */
const MAX_FAILURES = 2;

interface Answer {
  readonly ns: Record<string, number>;
  readonly missing: Record<string, string>;
  readonly version: string;
  readonly isolated: boolean;
}

/** One start of one browser. */
interface Entry {
  readonly name: string;
  readonly block: number;
  readonly half: 0 | 1;
  readonly ms: number;
  readonly answer?: Answer;
  readonly memoryBytes?: number | null;
  readonly idbEngine?: 'leveldb' | 'sqlite' | null;
  /** Why there is no answer, in one sentence. */
  readonly failure?: string;
}

interface Head {
  readonly names: readonly string[];
  readonly job: Job;
  readonly seed: number;
}

/** `time`: the budget is used up. `narrow`: every difference is known well enough. `rounds`: there are as many as were asked for. */
type End = 'time' | 'narrow' | 'rounds';
type Line = Head | Entry | { readonly end: End };

/** The lines of a lab that was interrupted; one that has ended, or asked for something else, is put aside. */
class Journal {
  readonly head: Head;
  readonly entries: Entry[] = [];
  readonly #path: string;

  constructor(path: string, names: readonly string[], job: Job) {
    this.#path = path;
    const [head, ...lines] = this.#read();
    const isSame = head && 'seed' in head && JSON.stringify([head.names, head.job]) === JSON.stringify([names, job]);
    if (isSame && !lines.some((line) => 'end' in line)) {
      this.head = head;
      this.entries.push(...lines.filter((line) => 'block' in line));
      return;
    }
    if (existsSync(path)) renameSync(path, `${path}.before`);
    this.head = { names, job, seed: Math.floor(Math.random() * 2 ** 32) };
    this.#write(this.head);
  }

  add(entry: Entry): void {
    this.entries.push(entry);
    this.#write(entry);
  }

  end(end: End): void {
    this.#write({ end });
  }

  has(name: string, block: number, half: 0 | 1): boolean {
    return this.entries.some((entry) => entry.name === name && entry.block === block && entry.half === half);
  }

  get spentMs(): number {
    return this.entries.reduce((sum, { ms }) => sum + ms, 0);
  }

  /** Whether it failed each of the last times. */
  isLeftOut(name: string): boolean {
    const last = this.entries.filter((entry) => entry.name === name).slice(-MAX_FAILURES);
    return last.length === MAX_FAILURES && last.every(({ failure }) => failure !== undefined);
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

async function bodyOf(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts).toString();
}

/** The page, and what passes between it and the lab. */
class Site {
  readonly #job: Job;
  readonly #waiting = new Map<string, (answer: Answer | { failure: string }) => void>();
  #server!: Server;
  #starts = 0;

  private constructor(job: Job) {
    this.#job = job;
  }

  /** `slowdown` 1.05: everything takes 5 % longer, which a test plants. */
  static async serve(job: Job, folder: string, slowdown = 1): Promise<Site> {
    const site = new Site(job);
    site.#server = (await servePage('browsers/page', folder, {
      define: { SLOWDOWN: String(slowdown) },
      answers: (request, response) => site.#answer(request, response),
    })) as Server;
    return site;
  }

  /** An address for one start, and what the page there will say. */
  open(): { address: string; answer: Promise<Answer | { failure: string }> } {
    const { port } = this.#server.address() as AddressInfo;
    const id = String(++this.#starts);
    const answer = new Promise<Answer | { failure: string }>((resolve) => this.#waiting.set(id, resolve));
    return { address: `http://127.0.0.1:${port}/?start=${id}`, answer };
  }

  close(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }

  #answer(request: IncomingMessage, response: ServerResponse): boolean {
    const [, what, id = ''] = (request.url ?? '').split('/');
    if (what === 'job') response.end(JSON.stringify(this.#job));
    else if (what === 'done') {
      void bodyOf(request).then((body) => {
        this.#waiting.get(id)?.(JSON.parse(body) as Answer);
        response.end();
      });
    } else return false;
    return true;
  }
}

/** Starts a browser once and waits for what its page says. */
async function measureOnce(
  browser: Browser | RemoteBrowser,
  site: Site,
  profile: string,
  startMs: number,
): Promise<Omit<Entry, 'name' | 'block' | 'half' | 'ms'>> {
  const { address, answer } = site.open();
  let timer: NodeJS.Timeout | undefined;
  let started: Started | undefined;
  try {
    started = 'driverUrl' in browser ? await startRemote(browser, address) : startBrowser(browser, profile, address);
    const tooLong = new Promise<{ failure: string }>((resolve) => {
      timer = setTimeout(() => resolve({ failure: `it gave no answer for ${startMs / 1000} s` }), startMs);
    });
    const ended = started.ended.then((failure) => ({ failure }));
    const outcome = await Promise.race([answer, ended, tooLong]);
    if ('failure' in outcome) return outcome;
    return { answer: outcome, memoryBytes: started.memoryBytes(), idbEngine: started.idbEngine() };
  } catch (error) {
    return { failure: error instanceof Error ? error.message : String(error) };
  } finally {
    clearTimeout(timer);
    await started?.close().catch(() => undefined);
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
  const sites = new Map<number, Site>();
  const siteOf = async (slowdown: number) => {
    const site = sites.get(slowdown) ?? (await Site.serve(job, join(scratch, `page-${slowdown}`), slowdown));
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
  const start = async (name: string, half: 0 | 1) => {
    const browser = browsers.get(name);
    if (browser === undefined || typeof browser === 'string' || journal.isLeftOut(name)) return;
    if (journal.has(name, block, half)) return;
    const site = await siteOf(planted[name] ?? 1);
    const beginMs = performance.now();
    const outcome = await measureOnce(browser, site, join(scratch, 'profile'), startMs);
    journal.add({ name, block, half, ms: Math.round(performance.now() - beginMs), ...outcome });
    if (outcome.failure === undefined) return;
    say(`${name}: ${outcome.failure}${journal.isLeftOut(name) ? '; left out from here on' : ''}`);
  };
  try {
    let end = endNow();
    while (end === null) {
      // Two rounds of one order make an A/A comparison of every browser with itself.
      const order = new Permutation(names.length, (journal.head.seed + (block >> 1)) >>> 0);
      const drawn = names.map((_, at) => names[order.at(at)] ?? '');
      const beginMs = performance.now();
      for (const name of drawn) await start(name, 0);
      for (const name of drawn.toReversed()) await start(name, 1);
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
