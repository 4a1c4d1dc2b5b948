/** `npm run bench -w wasm-core -- [--only ID] [--seconds N] [--repeats N] [--json FILE]` */
import { writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { parseArgs } from 'node:util';
import { withBenchPage } from './browser.mjs';
import { js4k } from './js-4k.mjs';

const ROWS = [js4k];

const { values } = parseArgs({
  options: {
    only: { type: 'string' },
    seconds: { type: 'string', default: '4' },
    repeats: { type: 'string', default: '3' },
    json: { type: 'string' },
  },
});
const seconds = Number(values.seconds);
const repeats = Number(values.repeats);
const rows = ROWS.filter(({ id }) => !values.only || id === values.only);
if (rows.length === 0) {
  console.error(`bench: there is no ${values.only}; there are ${ROWS.map(({ id }) => id).join(', ')}`);
  process.exit(1);
}
if (!(seconds > 0) || !Number.isInteger(repeats) || repeats < 1) {
  console.error('bench: --seconds wants a number above 0, --repeats a whole one');
  process.exit(1);
}

const report = await withBenchPage(
  async (page, chromium) => {
    const results = [];
    for (const { id, against, measure } of rows) {
      const sorted = (await measure(page, { seconds, repeats })).toSorted((a, b) => a - b);
      const ratio = { median: sorted[Math.floor(sorted.length / 2)], min: sorted[0], max: sorted.at(-1) };
      results.push({ id, against, ratio, repeats });
    }
    const machine = { cpu: cpus()[0]?.model ?? 'unknown', cpus: cpus().length, platform: process.platform };
    return { machine, versions: { chromium, node: process.versions.node }, rows: results };
  },
  { port: Number(process.env.BENCH_PORT ?? 0) },
);

for (const { id, against, ratio } of report.rows) {
  const [median, min, max] = [ratio.median, ratio.min, ratio.max].map((value) => value.toFixed(3));
  console.log(`${id}: ${median} (${min} to ${max}) of ${against}, ${repeats} repeats`);
}
if (values.json) writeFileSync(values.json, `${JSON.stringify(report, null, 2)}\n`);
