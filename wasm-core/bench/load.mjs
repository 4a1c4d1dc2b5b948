/**
 * Latency under load: the native runner's open loop beside fio's Poisson process, in turn on one file past the page cache,
 * at shares of what the native runner's closed loop has just reached. fio begins no call while all of its depth is in
 * flight and counts from when it began one, so that where calls queue for longer its latencies are too short: only the
 * rows up to half the load are judged.
 */
import { say } from '../../scripts/lib/say.mjs';
import { CACHED_READ, FILE_BYTES } from './experiments.mjs';
import { measureFio } from './contenders.mjs';
import { median, ratioOf } from './measure.mjs';
import { evict, measureNative } from './native.mjs';
import { rowsTable } from './report.mjs';

const WORK = { ...CACHED_READ, workers: 16, spanBytes: FILE_BYTES };
const LOADS_PERCENT = [10, 50, 90];
const WITHIN = { floor: 0.85, ceiling: 1.15 };
const [NATIVE, FIO] = ['native open loop', 'fio libaio direct, poisson'];

const SIDES = {
  [NATIVE]: (context) => measureNative({ ...context, isDirect: true }),
  [FIO]: (context) => measureFio('libaio', context),
};

export async function printLoad({ file }, { seconds, repeats }) {
  await evict(file);
  let seed = 1;
  const rows = [];
  for (const percent of LOADS_PERCENT) {
    const found = new Map(Object.keys(SIDES).map((side) => [side, []]));
    for (let repeat = 0; repeat < repeats; repeat++) {
      const capacity = await measureNative({ file, work: WORK, seconds, seed: seed++, isDirect: true });
      const arrivalsPerS = (capacity.callsPerS * percent) / 100;
      const order = repeat % 2 === 0 ? [NATIVE, FIO] : [FIO, NATIVE];
      for (const side of order)
        found.get(side).push(await SIDES[side]({ file, work: WORK, seconds, seed: seed++, arrivalsPerS }));
    }
    for (const name of ['p50Ns', 'p99Ns']) {
      const repeated = new Map([...found].map(([side, all]) => [side, all.map((one) => one[name])]));
      const typical = [...repeated].map(([side, values]) => `${side} ${(median(values) / 1e3).toFixed(1)} us`);
      say(`${percent} % load, ${name.slice(0, 3)}: ${typical.join(', ')}`);
      const limits = percent > 50 ? {} : WITHIN;
      const what = `${name.slice(0, 3)} at ${percent} % load`;
      rows.push({ what, of: NATIVE, against: FIO, ...limits, ratio: ratioOf(repeated, NATIVE, FIO) });
    }
  }
  say(`\n${rowsTable(rows)}\n${repeats} repeats of ${seconds} s a side`);
}
