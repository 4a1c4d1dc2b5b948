/** `npm run bench -w labs`: USAGE says what it can be told. */
import { parseArgs } from 'node:util';
import { writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { median } from '@opfsmark/schema/documents';
import { buildCore } from '../../scripts/lib/build.mjs';
import { needChromium } from '../../scripts/lib/browsers.mjs';
import { main, PlainError, say } from '../../scripts/lib/say.mjs';
import { findOpfsFile, withBenchPage } from '../lib/browser.mjs';
import { CLEARING_ROW, measureClearing } from './clearing.mjs';
import { attachWorkers, closeNode, fill, needFio, startWorkers } from './contenders.mjs';
import { DRIVE_ROWS, measureDriveRows } from './drive-rows.mjs';
import { EXPERIMENTS, FILE_BYTES, MAX_WORKERS, measure, ratioOf } from './experiments.mjs';
import { FAMILY_ROWS, printFamilies } from './families.mjs';
import { buildNative } from './native.mjs';
import { measureQuick, QUICK_CHECK } from './quick.mjs';
import { machineOf, rowsTable, valuesLine, versionsOf } from '../lib/report.mjs';
import { printLoad, printOverhead, printScaling, printSpread } from './studies.mjs';

const IDS = [
  ...EXPERIMENTS.flatMap(({ rows }) => rows.map(({ id }) => id)),
  ...DRIVE_ROWS,
  CLEARING_ROW,
  QUICK_CHECK,
  ...FAMILY_ROWS,
];

const USAGE = `npm run bench -w labs -- [options]: fio, the native runner, plain JavaScript and the core in Chromium on one file

  --only ID      this row alone (may be repeated): ${IDS.join(', ')}
  --seconds N    how long each side is measured per repeat (2)
  --repeats N    how many ratios a row has, at least 3 (5)
  --json FILE    write machine, versions, rows and the runs of quick there
  --busy N       so many busy loops beside each run of quick (0)
  --folder DIR   a folder on the drive to be measured (wasm-core/build)
  --port N       of the bench page (any free one)
  --scaling      instead: how quickly 64 workers are ready, and their memory
  --overhead     instead: what timing each call costs, by block size
  --load         instead: latency at 10, 50 and 90 % load, the native open loop against fio's Poisson process
  --spread       instead: how far five identical runs differ, in Chromium and in fio
  --families     instead: orders of creating small files, and SQLite against native SQLite; also after all rows
  --help`;

function numberOf(name, text, least) {
  const value = Number(text);
  if (text.trim() !== '' && value >= least) return value;
  throw new PlainError(`bench: --${name} wants a number, ${least} or more, and got "${text}"`);
}

function parseOptions(args) {
  let values;
  try {
    ({ values } = parseArgs({
      args,
      options: {
        only: { type: 'string', multiple: true, default: [] },
        seconds: { type: 'string', default: '2' },
        repeats: { type: 'string', default: '5' },
        busy: { type: 'string', default: '0' },
        json: { type: 'string' },
        folder: { type: 'string' },
        port: { type: 'string', default: '0' },
        scaling: { type: 'boolean', default: false },
        overhead: { type: 'boolean', default: false },
        load: { type: 'boolean', default: false },
        spread: { type: 'boolean', default: false },
        families: { type: 'boolean', default: false },
        help: { type: 'boolean', default: false },
      },
    }));
  } catch (error) {
    throw new PlainError(`bench: ${error.message}\n\n${USAGE}`);
  }
  const unknownId = values.only.find((id) => !IDS.includes(id));
  if (unknownId !== undefined) throw new PlainError(`bench: there is no row ${unknownId}; there are ${IDS.join(', ')}`);
  return {
    ...values,
    families: values.families || (values.only.length > 0 && values.only.every((id) => FAMILY_ROWS.includes(id))),
    seconds: numberOf('seconds', values.seconds, 0.1),
    repeats: Math.round(numberOf('repeats', values.repeats, 3)),
    busy: Math.round(numberOf('busy', values.busy, 0)),
    port: numberOf('port', values.port, 0),
  };
}

const BUILD = join(dirname(fileURLToPath(import.meta.url)), '..', 'build');

/** The file that all measure: made by the core as for a person's run, then found on the disk. */
async function prepare({ page, profile }) {
  await startWorkers(page, MAX_WORKERS);
  await attachWorkers(page, MAX_WORKERS);
  await fill(page, FILE_BYTES);
  return findOpfsFile(profile, FILE_BYTES);
}

async function measureRows(target, { only, seconds, repeats }, hasFio) {
  const rows = [];
  const isPossible = ({ against }) => hasFio || !against.startsWith('fio');
  for (const experiment of EXPERIMENTS) {
    const wantedRows = experiment.rows.filter((row) => (only.length === 0 || only.includes(row.id)) && isPossible(row));
    if (wantedRows.length === 0) continue;
    // The native runner stands beside every row against fio: what the same loop reaches without a browser.
    const extraContenders = wantedRows[0].against === 'plain JS' ? [] : ['native'];
    const contenders = [...new Set([...wantedRows.flatMap(({ of, against }) => [against, of]), ...extraContenders])];
    const repeatValues = await measure(experiment, contenders, { ...target, seconds, repeats });
    const medians = new Map([...repeatValues].map(([contender, values]) => [contender, median(values)]));
    say(`${wantedRows.map(({ id }) => id).join(', ')}: ${valuesLine(experiment.work, medians)}`);
    rows.push(...wantedRows.map((row) => ({ ...row, ratio: ratioOf(repeatValues, row.of, row.against) })));
  }
  return rows;
}

await main(async () => {
  const options = parseOptions(process.argv.slice(2));
  if (options.help) return say(USAGE);
  const folder = resolve(options.folder ?? BUILD);
  await needChromium();
  await buildCore();
  if (options.families) return printFamilies(folder, options);
  const fio = options.scaling || options.overhead ? undefined : await needFio();
  await buildNative();

  const { only } = options;
  const isPart = options.scaling || options.overhead || options.load || options.spread;
  const wantsDrive = !isPart && (only.length === 0 || only.some((id) => DRIVE_ROWS.includes(id)));
  const wantsFile =
    only.length === 0 || only.some((id) => EXPERIMENTS.some(({ rows }) => rows.some((row) => row.id === id)));

  const results = await withBenchPage(
    async ({ page, profile, version }) => {
      const machine = machineOf(folder);
      const versions = versionsOf({ chromium: version, fio });
      say(`Machine: ${JSON.stringify(machine)}\nVersions: ${JSON.stringify(versions)}`);
      if (options.scaling) return printScaling({ page, profile });
      if (!wantsFile) return { machine, versions, rows: [] };
      const target = { page, file: await prepare({ page, profile }) };
      if (options.overhead) return printOverhead(target, options);
      if (options.load) {
        if (!fio) return say('bench: there is no fio to compare with.');
        return printLoad(target, options);
      }
      if (options.spread) return printSpread(target, options, fio !== undefined);
      const rows = await measureRows(target, options, fio !== undefined).finally(closeNode);
      return { machine, versions, rows };
    },
    { folder, port: options.port },
  );
  if (isPart) return;
  const drive = wantsDrive && fio !== undefined ? await measureDriveRows(folder, options) : { rows: [], checks: [] };
  const wantsClearing = only.length === 0 || only.includes(CLEARING_ROW);
  const clearing = wantsClearing ? await measureClearing(folder, options) : { rows: [], checks: [] };
  const wantsQuick = only.length === 0 || only.includes(QUICK_CHECK);
  const quickResults = wantsQuick ? await measureQuick(folder, options) : { checks: [], runs: [] };
  const checks = [...drive.checks, ...clearing.checks, ...quickResults.checks];
  const rows = [...results.rows, ...drive.rows, ...clearing.rows];
  if (rows.length > 0) say(`\n${rowsTable(rows)}\n${options.repeats} repeats of ${options.seconds} s a side`);
  if (options.json) {
    const storedRows = rows.map(({ id, against, ratio, p50_ratio }) => ({
      ...{ id, against, ratio, repeats: options.repeats },
      ...(p50_ratio && { p50_ratio }),
    }));
    const { machine, versions } = results;
    writeFileSync(
      options.json,
      `${JSON.stringify({ machine, versions, rows: storedRows, checks, quick: quickResults.runs }, null, 2)}\n`,
    );
  }
  if (only.length === 0 || only.some((id) => FAMILY_ROWS.includes(id))) await printFamilies(folder, options);
});
