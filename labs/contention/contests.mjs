/** Several workers, or tabs, of one store: what count.mjs counts and planted.mjs proves. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { summaryOf, tryOnce, WORKER_COUNTS } from '../../wasm-core/ts/families/app-storage/worker/contend.ts';
import { withBrowserOn, withServedPage } from '../lib/browser.mjs';
import { PageAsker } from '../lib/page-asker.mjs';

export const FOLDER = fileURLToPath(new URL('../build/bench', import.meta.url));
const STORES = ['coop-handed-over', 'planted-hang', 'planted-loss', 'planted-double', 'planted-throws', 'planted-dies'];
const MODULES = {
  ...Object.fromEntries(STORES.map((name) => [name, `contention/stores/${name}.ts`])),
  bulk: 'bulk/worker.ts',
};

const AMONG_WORKERS = WORKER_COUNTS.map((workers) => ({ workers, place: 'workers' }));
const AMONG_TABS = { workers: 2, place: 'tabs' };

/** Builds and serves the page of all contests once. */
export const withContests = (use) => withServedPage(use, { folder: FOLDER, root: 'syncs/page', modules: MODULES });

/** A browser compiles a module once for all workers of a page as long as somebody has it. */
async function keepCompiled(page, folder) {
  const names = readdirSync(join(folder, 'assets')).filter((name) => name.endsWith('.wasm'));
  const compile = async (all) => {
    const modules = all.map((name) => WebAssembly.compileStreaming(fetch(`/assets/${name}`)));
    globalThis.compiledModules = await Promise.all(modules);
  };
  await page.evaluate(compile, names);
}

/** All repeats of one store, which any number of browsers share. */
class StoreContests {
  isBegun = false;
  version;
  failure;
  #waiting;
  #results = new Map();
  #asked;

  constructor({ contender, repeats, store, isWithTabs }) {
    this.contender = contender;
    this.store = store;
    const kinds = [...AMONG_WORKERS, ...(isWithTabs ? [AMONG_TABS] : [])];
    // Those that wait for one another most come first.
    this.#waiting = kinds
      .toSorted((a, b) => b.workers - a.workers)
      .flatMap((kind) => Array.from({ length: repeats }, (_, repeat) => ({ kind, repeat })));
    this.#asked = this.#waiting.length;
    for (const kind of kinds) this.#results.set(kind, []);
  }

  get waitingCount() {
    return this.#waiting.length;
  }

  get isDone() {
    const count = [...this.#results.values()].reduce((sum, repeats) => sum + repeats.length, 0);
    return this.failure !== undefined || count === this.#asked;
  }

  take() {
    return this.#waiting.shift();
  }

  keep(kind, result) {
    this.#results.get(kind).push(result);
  }

  /** The others of it are not tried. */
  fail(reason) {
    this.failure = reason;
    this.#waiting = [];
  }

  get contention() {
    return [...this.#results].map(([{ workers, place }, repeats]) => summaryOf(repeats, workers, place));
  }
}

/** A browser of its own for what one store leaves behind. */
class ContestBrowser {
  #page;
  #store;
  #module;
  #tabs;

  constructor(page, store) {
    this.#page = page;
    this.#store = store;
    this.#module = store.store && `/${store.store}.js`;
  }

  /** Why nothing can be asked of the store here. */
  async missing() {
    const create = async ([contender, module]) => {
      const request = { type: 'loop', loop: 0, module: module ?? undefined };
      const { reason, failure } = await globalThis.bench.ask(contender, request);
      return reason ?? failure?.detail;
    };
    return this.#page.evaluate(create, [this.#store.contender, this.#module]);
  }

  async try({ place, workers }, repeat) {
    if (place === 'tabs') return this.#tryTabs(workers, repeat);
    const contend = ([contender, count, index, module]) =>
      globalThis.bench.contend(contender, count, index, module ?? undefined);
    return JSON.parse(await this.#page.evaluate(contend, [this.#store.contender, workers, repeat, this.#module]));
  }

  async #tryTabs(workers, repeat) {
    this.#tabs ??= await this.#openTabs();
    const { contender } = this.#store;
    const head = { contender, size: null, module: this.#module, crew: contender };
    const askForLocks = () => this.#page.evaluate(() => navigator.locks.query());
    return tryOnce(this.#tabs, head, repeat, { workers, place: 'tabs', askForLocks });
  }

  async #openTabs() {
    const other = await this.#page.context().newPage();
    await other.goto(this.#page.url());
    await other.waitForFunction(() => 'bench' in globalThis);
    const asker = new PageAsker([this.#page, other]);
    await asker.listen();
    return asker;
  }
}

/** The next store that nobody has begun, and else the one that has most left. */
const nextOf = (stores) =>
  stores.find(({ isBegun }) => !isBegun) ??
  stores.filter(({ waitingCount }) => waitingCount > 0).toSorted((a, b) => b.waitingCount - a.waitingCount)[0];

/** Tries what waits of one store in a browser of its own. */
async function tryIn(store, isFirst, { page, scratch, version }) {
  store.version = version;
  await keepCompiled(page, join(scratch, 'page'));
  const browser = new ContestBrowser(page, store);
  const missing = isFirst ? await browser.missing() : undefined;
  if (missing !== undefined) store.fail(missing);
  for (let next = store.take(); next; next = store.take()) {
    store.keep(next.kind, await browser.try(next.kind, next.repeat));
  }
}

/**
 * All contests of each store, so many browsers at a time: what one waits for costs no processor.
 * @param {readonly { contender: string, repeats: number, store?: string, isWithTabs: boolean }[]} asked `store`: the name of a module
 *   that stands in the contender's place
 * @param {{ lanes: number, launch?: (profile: string) => Promise<any>, onDone: (done: StoreContests) => void }} options
 */
export async function contend(served, asked, { lanes, launch, onDone }) {
  const stores = asked.map((one) => new StoreContests(one));
  const untold = new Set(stores);
  const runLane = async () => {
    for (let store = nextOf(stores); store; store = nextOf(stores)) {
      const current = store;
      const isFirst = !store.isBegun;
      store.isBegun = true;
      await withBrowserOn(served, (opened) => tryIn(current, isFirst, opened), launch).catch(({ message }) =>
        current.fail(message.split('\n')[0]),
      );
      if (store.isDone && untold.delete(store)) onDone(store);
    }
  };
  await Promise.all(Array.from({ length: lanes }, runLane));
}
