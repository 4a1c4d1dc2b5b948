/**
 * Lets two workers each add 1 to a number in a SQLite database, with the calls of SQLite's own build and nothing of ours, and says how
 * many additions were answered and how many are there: `npm run sum -w labs [-- --repeats=3] [--firefox]`.
 */
import { fileURLToPath } from 'node:url';
import { main, say } from '../../scripts/lib/say.mjs';
import { withBenchPage } from '../lib/browser.mjs';
import { browserAsked, numberAsked } from '../lib/counted-table.mjs';

const FOLDER = fileURLToPath(new URL('../build/bench', import.meta.url));
const WORKERS = 2;
const TIMES = 50;
const TRIALS = [
  { vfs: 'opfs', isLocked: false },
  { vfs: 'opfs-wl', isLocked: false },
  { vfs: 'opfs-wl', isLocked: true },
];

/** In the page: creates the number, lets all add to it at once, and looks. */
async function addTogether([request, workers]) {
  const start = (times) => {
    const worker = new globalThis.Worker('/sum.js', { type: 'module' });
    const next = () =>
      new Promise((resolve) => worker.addEventListener('message', ({ data }) => resolve(data), { once: true }));
    worker.postMessage({ ...request, times });
    return { worker, next };
  };
  const look = async () => {
    const { worker, next } = start(0);
    const left = await next();
    worker.terminate();
    return left;
  };
  await look();
  const adding = Array.from({ length: workers }, () => start(request.times));
  await Promise.all(adding.map(({ next }) => next()));
  const answers = adding.map(({ next }) => next());
  for (const { worker } of adding) worker.postMessage(null);
  const all = await Promise.all(answers);
  for (const { worker } of adding) worker.terminate();
  return JSON.stringify({ all, left: await look() });
}

await main(async () => {
  const { launch } = browserAsked();
  const repeats = numberAsked('repeats', 3);
  const use = async ({ page, version }) => {
    for (const { vfs, isLocked } of TRIALS) {
      for (let repeat = 0; repeat < repeats; repeat++) {
        const request = { vfs, isLocked, times: TIMES, file: `sum-${vfs}-${isLocked}-${repeat}.db` };
        const { all, left } = JSON.parse(await page.evaluate(addTogether, [request, WORKERS]));
        const answered = all.reduce((sum, one) => sum + (one.answered ?? 0), 0);
        const errors = all.flatMap((one) => one.failure ?? Object.keys(one.errors));
        const name = isLocked ? `${vfs}, each addition in a Web Lock of the page` : vfs;
        say(
          `${name}: ${answered} of ${WORKERS * TIMES} answered, the number is ${left.sum}, integrity_check: ${left.check ?? left.failure}${errors.length > 0 ? `, errors: ${errors.join('; ')}` : ''} (SQLite ${left.version}, browser ${version})`,
        );
      }
    }
  };
  await withBenchPage(use, {
    folder: FOLDER,
    root: 'syncs/page',
    modules: { sum: 'contention/sum-worker.ts' },
    launch,
  });
});
