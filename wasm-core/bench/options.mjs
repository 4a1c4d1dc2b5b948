import { parseArgs } from 'node:util';
import { PlainError } from '../../scripts/lib/say.mjs';
import { EXPERIMENTS } from './experiments.mjs';
import { DRIVE_ROWS } from './drive-rows.mjs';
import { FAMILY_ROWS } from './families.mjs';
import { QUICK_CHECK } from './quick.mjs';

const IDS = [
  ...EXPERIMENTS.flatMap(({ rows }) => rows.map(({ id }) => id)),
  ...DRIVE_ROWS,
  QUICK_CHECK,
  ...FAMILY_ROWS,
];

export const USAGE = `npm run bench -- [options]: fio, the native runner, plain JavaScript and the core in Chromium on one file

  --only ID      this row alone (may be repeated): ${IDS.join(', ')}
  --seconds N    how long each side is measured per repeat (2)
  --repeats N    how many ratios a row has, at least 3 (5)
  --json FILE    write machine, versions and rows there
  --folder DIR   a folder on the drive to be measured (wasm-core/build)
  --port N       of the bench page (any free one)
  --scaling      instead: how quickly 64 workers are ready, and their memory
  --overhead     instead: what timing each call costs, by block size
  --load         instead: latency at 10, 50 and 90 % load, the native open loop against fio's Poisson process
  --pulse        instead: what the thread costs that notices a sleeping computer, against fio
  --spread       instead: how far five identical runs differ, in Chromium and in fio
  --families     instead: orders of creating small files, and SQLite against native SQLite; also after all rows
  --help`;

function numberOf(name, text, least) {
  const value = Number(text);
  if (text.trim() !== '' && value >= least) return value;
  throw new PlainError(`bench: --${name} wants a number, ${least} or more, and got "${text}"`);
}

export function parseOptions(args) {
  let values;
  try {
    ({ values } = parseArgs({
      args,
      options: {
        only: { type: 'string', multiple: true, default: [] },
        seconds: { type: 'string', default: '2' },
        repeats: { type: 'string', default: '5' },
        json: { type: 'string' },
        folder: { type: 'string' },
        port: { type: 'string', default: '0' },
        scaling: { type: 'boolean', default: false },
        overhead: { type: 'boolean', default: false },
        load: { type: 'boolean', default: false },
        pulse: { type: 'boolean', default: false },
        spread: { type: 'boolean', default: false },
        families: { type: 'boolean', default: false },
        help: { type: 'boolean', default: false },
      },
    }));
  } catch (error) {
    throw new PlainError(`bench: ${error.message}\n\n${USAGE}`);
  }
  const unknown = values.only.find((id) => !IDS.includes(id));
  if (unknown !== undefined) throw new PlainError(`bench: there is no row ${unknown}; there are ${IDS.join(', ')}`);
  return {
    ...values,
    families: values.families || (values.only.length > 0 && values.only.every((id) => FAMILY_ROWS.includes(id))),
    seconds: numberOf('seconds', values.seconds, 0.1),
    repeats: Math.round(numberOf('repeats', values.repeats, 3)),
    port: numberOf('port', values.port, 0),
  };
}
