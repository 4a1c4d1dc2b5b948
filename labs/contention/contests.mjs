/** Several workers, or tabs, of one store: what count.mjs counts and planted.mjs proves. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { tryContention } from '../../wasm-core/ts/families/app-storage/worker/contend.ts';
import { withBrowserOn, withServedPage } from '../lib/browser.mjs';
import { PageAsker } from '../lib/page-asker.mjs';

export const FOLDER = fileURLToPath(new URL('../build/bench', import.meta.url));
/** As little as there can be of what else a run does. */
const SIZE = { batch_rows: 100, puts: 1, point_reads: 10, blob_bytes: 1024, loops: 1 };
const STORES = ['coop-handed-over', 'planted-hang', 'planted-loss', 'planted-double', 'planted-throws', 'planted-dies'];
const MODULES = {
  ...Object.fromEntries(STORES.map((name) => [name, `contention/stores/${name}.ts`])),
  bulk: 'bulk/worker.ts',
};
const TABS = 2;

/** Builds and serves the page of all contests once. */
export const withContests = (use) => withServedPage(use, { folder: FOLDER, root: 'syncs/page', modules: MODULES });

/** Does `work` with each, so many at once: what one waits for costs no processor. */
export async function inLanes(items, lanes, work) {
  const waiting = [...items];
  const next = async () => {
    for (let item = waiting.shift(); item !== undefined; item = waiting.shift()) await work(item);
  };
  await Promise.all(Array.from({ length: lanes }, next));
}

/** A browser compiles a module once for all workers of a page as long as somebody has it. */
async function keepCompiled(page, folder) {
  const names = readdirSync(join(folder, 'assets')).filter((name) => name.endsWith('.wasm'));
  const compile = async (all) => {
    const modules = all.map((name) => WebAssembly.compileStreaming(fetch(`/assets/${name}`)));
    globalThis.compiledModules = await Promise.all(modules);
  };
  await page.evaluate(compile, names);
}

async function tryTabs(page, contender, repeats, module) {
  const other = await page.context().newPage();
  try {
    await other.goto(page.url());
    await other.waitForFunction(() => 'bench' in globalThis);
    const asker = new PageAsker([page, other]);
    await asker.listen();
    const askForLocks = () => page.evaluate(() => navigator.locks.query());
    const head = { contender, size: null, module, crew: contender };
    return await tryContention(asker, head, { workers: TABS, repeats, place: 'tabs', askForLocks });
  } finally {
    await other.close();
  }
}

/** All contests of one store in a browser of its own: what one store leaves behind is not in the way of the next. */
export const contend = (served, contender, { repeats, launch, store, isWithTabs }) =>
  withBrowserOn(
    served,
    async ({ page, scratch, version }) => {
      await keepCompiled(page, join(scratch, 'page'));
      const module = store && `/${store}.js`;
      const measure = async ([changes, address]) => JSON.stringify(await globalThis.bench.measure(changes, address));
      const plan = { ...SIZE, several: repeats, contenders: [contender] };
      const record = JSON.parse(await page.evaluate(measure, [plan, module]));
      const [row] = record.result.rows;
      if (!row) return { version, text: record.failure?.detail ?? record.status };
      const { status, failure, missing, two_tabs, contention } = row;
      if (!contention) return { version, text: failure?.detail ?? missing ?? two_tabs?.second ?? status };
      if (isWithTabs && two_tabs?.second !== 'refused') {
        contention.push(await tryTabs(page, contender, repeats, module));
      }
      return { version, contention };
    },
    launch,
  );
