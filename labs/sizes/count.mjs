/**
 * Puts, gets and deletes values of 64 B to 1 GiB in factors of 4 through every contender, and writes the times into the table of
 * the family `app-storage`: `npm run sizes -w labs [-- --firefox] [--most=64MiB] [CONTENDER...]`.
 */
import { fileURLToPath } from 'node:url';
import { intervalOf } from '@opfsmark/schema/figures';
import { formatBytes, parseBytes } from '../../schema/src/documents/units.ts';
import { main, say } from '../../scripts/lib/say.mjs';
import { withBenchPage } from '../lib/browser.mjs';
import { browserAsked, contendersAsked, keepCounts } from '../lib/counted-table.mjs';
import { machineOf } from '../lib/report.mjs';

const FOLDER = fileURLToPath(new URL('../build/bench', import.meta.url));
const SIZES = Array.from({ length: 13 }, (_, index) => 64 * 4 ** index);
const METHOD =
  'One value is put, got and deleted, each in a call of its own, 3 to 15 times, of random bytes and of 64 bytes again and again; medians. A size at which this takes longer than 20 s, or that fails, is the last.';

const most = parseBytes(process.argv.find((word) => word.startsWith('--most='))?.slice(7) ?? '1GiB') ?? Infinity;

async function count(contender, launch) {
  return withBenchPage(
    async ({ page, version }) => {
      const request = { type: 'sizes', sizes: SIZES.filter((bytes) => bytes <= most) };
      const ask = async ([id, of]) => JSON.stringify(await globalThis.bench.ask(id, of));
      const { type, times, stopped, reason, failure } = JSON.parse(await page.evaluate(ask, [contender, request]));
      return { version, times, stopped: type === 'sizes' ? stopped : (failure?.detail ?? reason) };
    },
    { folder: FOLDER, root: 'syncs/page', launch },
  );
}

const shown = ({ value, low, high }) => [value, low, high].map(Math.round);

await main(async () => {
  const { browser, launch } = browserAsked();
  const { cpu, cpus, system } = machineOf(FOLDER);
  const machine = `${cpus} x ${cpu}, ${system.replace(/^(\w+ \d+\.\d+).*/, '$1')}`;
  for (const contender of contendersAsked()) {
    const { version, times, stopped } = await count(contender, launch);
    const sizes = times.map(({ bytes, content, put_ns, get_ns, delete_ns }) => ({
      ...{ bytes, content, rounds: put_ns.length },
      put_ns: shown(intervalOf(put_ns)),
      get_ns: shown(intervalOf(get_ns)),
      delete_ns: shown(intervalOf(delete_ns)),
    }));
    const last = sizes.at(-1);
    say(`${contender}: up to ${last ? formatBytes(last.bytes) : 'nothing'}${stopped ? `: ${stopped}` : ''}`);
    if (sizes.length > 0) {
      keepCounts('sizes.json', { browser, version, method: METHOD, machine, counts: [{ contender, stopped, sizes }] });
    }
  }
});
