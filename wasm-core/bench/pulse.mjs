/** What the thread that only ticks (ts/protocol/pulse.ts) costs: each row against fio with it and without, in turn. */
import { say } from '../../scripts/lib/say.mjs';
import { EXPERIMENTS } from './experiments.mjs';
import { measure, ratioOf } from './measure.mjs';
import { rowsTable } from './report.mjs';

export async function printPulse(target, { seconds, repeats }, hasFio) {
  const measured = [];
  for (const experiment of EXPERIMENTS) {
    const row = experiment.rows.find(({ of, against }) => of === 'wasm' && (hasFio || !against.startsWith('fio')));
    if (!row) continue;
    const { what, against } = row;
    const repeated = await measure(experiment, [against, 'wasm', 'wasm with pulse'], { ...target, seconds, repeats });
    const pairs = [
      ['wasm', against],
      ['wasm with pulse', against],
      ['wasm with pulse', 'wasm'],
    ];
    measured.push(...pairs.map(([of, base]) => ({ what, of, against: base, ratio: ratioOf(repeated, of, base) })));
  }
  say(`\n${rowsTable(measured)}\n${repeats} repeats of ${seconds} s a side`);
}
