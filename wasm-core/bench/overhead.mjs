/** What timing each call costs: the same cached reads with the clock read a call, and once a batch. */
import { CACHED_READ } from './experiments.mjs';
import { undisturbed } from './measure.mjs';
import { say } from '../../scripts/lib/say.mjs';
import { cacheFile } from './native.mjs';
import { table } from './report.mjs';
import { runWasm } from './contenders.mjs';

const BLOCKS_BYTES = [512, 4096, 16_384, 65_536, 262_144, 1_048_576];
const WINDOW_S = 0.02;

export async function printOverhead({ page, file }, { seconds, repeats }) {
  await cacheFile(file);
  const lines = [];
  for (const blockBytes of BLOCKS_BYTES) {
    const work = (timing) => ({ ...CACHED_READ, blockBytes, timing });
    let seed = 1;
    const rates = { each: [], batched: [] };
    const windows = Math.ceil((seconds * repeats) / WINDOW_S / 2);
    for (let i = 0; i < windows; i++) {
      for (const timing of i % 2 === 0 ? ['each', 'batched'] : ['batched', 'each'])
        rates[timing].push(await runWasm({ page, work: work(timing), seconds: WINDOW_S, seed: seed++ }));
    }
    const [eachNs, batchedNs] = [1e9 / undisturbed(rates.each), 1e9 / undisturbed(rates.batched)];
    lines.push([
      `${blockBytes} B`,
      ...[batchedNs, eachNs, eachNs - batchedNs].map((value) => value.toFixed(0)),
      `${((1 - batchedNs / eachNs) * 100).toFixed(1)} %`,
    ]);
  }
  say(table(['cached read of', 'batched ns', 'each timed ns', 'recording ns', 'of the throughput'], lines));
}
