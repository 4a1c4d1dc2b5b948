/**
 * How far identical runs differ: the rows of the Default profile, five runs of five loops each in Chromium and in fio, in
 * turn on one file. A run's value is the median of its loops, as on the page.
 */
import { say } from '../../scripts/lib/say.mjs';
import { CACHED_READ, HOT_BYTES } from './experiments.mjs';
import { CONTENDERS, median } from './measure.mjs';
import { cacheFile } from './native.mjs';
import { table } from './report.mjs';

const RUNS = 5;
const LOOPS = 5;

const SEQUENTIAL = { pattern: 'sequential', blockBytes: 1024 * 1024 };
const ROWS = ['read', 'write'].flatMap((operation) =>
  [
    { name: 'SEQ1M Q8T1', ...SEQUENTIAL, workers: 8 },
    { name: 'SEQ1M Q1T1', ...SEQUENTIAL, workers: 1 },
    { name: 'RND4K Q32T1', workers: 32 },
    { name: 'RND4K Q1T1', workers: 1 },
  ].map(({ name, ...row }) => ({
    name: `${name} ${operation}`,
    // As the page does: reads of small blocks in batches, the closing flush as a part of a write.
    work: {
      ...{ ...CACHED_READ, spanBytes: HOT_BYTES, operation, ...row },
      timing: operation === 'read' && row.pattern === undefined ? 'batched' : 'each',
      flush: operation === 'write' ? 'end' : 'none',
    },
  })),
);

/** (max - min) / median of the runs' values, as the page shows it. */
const spread = (values) => (Math.max(...values) - Math.min(...values)) / median(values);
const percent = (share) => `${(share * 100).toFixed(1)} %`;

export async function printSpread({ page, file }, { seconds }, hasFio) {
  const contenders = ['wasm', ...(hasFio ? ['fio psync'] : [])];
  const lines = [];
  for (const { name, work } of ROWS) {
    const runs = new Map(contenders.map((contender) => [contender, []]));
    let seed = 1;
    for (let run = 0; run < RUNS; run++) {
      const loops = new Map(contenders.map((contender) => [contender, []]));
      for (let loop = 0; loop < LOOPS; loop++) {
        for (const contender of (run + loop) % 2 === 0 ? contenders : contenders.toReversed()) {
          await cacheFile(file);
          loops.get(contender).push(await CONTENDERS[contender]({ page, file, work, seconds, seed: seed++ }));
        }
      }
      for (const [contender, values] of loops) runs.get(contender).push(median(values));
    }
    lines.push([name, ...contenders.map((contender) => percent(spread(runs.get(contender))))]);
    say(lines.at(-1).join('  '));
  }
  say(`\n${table([`spread of the median, ${RUNS} runs of ${LOOPS} x ${seconds} s`, ...contenders], lines)}`);
}
