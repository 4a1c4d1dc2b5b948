/**
 * Runs published tables of browser storage again and says what each is worth: `npm run checked -w labs [-- TABLE...] [--json FILE]`.
 * Linux, as root, with strace and Chromium.
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { judge } from '../../schema/src/checked/verdict.ts';
import { main, PlainError, say } from '../../scripts/lib/say.mjs';
import { machineOf } from '../lib/report.mjs';
import { runTable, serveChecked } from './measure.mjs';
import { TABLES } from './worker/tables/index.ts';

const USAGE = `npm run checked -w labs [-- TABLE...] [--json FILE]: runs published tables of browser storage again

  TABLE        one or more of: ${Object.keys(TABLES).join(', ')}; all without a name
  --json FILE  writes what was found there, and what could not be run with the reason, and not into the page's data
  --help`;
const FOLDER = fileURLToPath(new URL('../build/checked', import.meta.url));
const DATA = fileURLToPath(new URL('../../schema/src/checked/checked.json', import.meta.url));
/** A verdict that a second run does not reach is none. */
const RUNS = 2;

function options() {
  let args;
  try {
    const knownOptions = { json: { type: 'string' }, help: { type: 'boolean', default: false } };
    args = parseArgs({ allowPositionals: true, options: knownOptions });
  } catch (error) {
    throw new PlainError(`checked: ${error.message}\n\n${USAGE}`);
  }
  const unknownIds = args.positionals.filter((id) => !(id in TABLES));
  if (unknownIds.length > 0) throw new PlainError(`checked: there is no table ${unknownIds.join(', ')}.\n\n${USAGE}`);
  const ids = Object.keys(TABLES).filter((id) => args.positionals.length === 0 || args.positionals.includes(id));
  return { ids, ...args.values };
}

async function check(id, address) {
  const { source, figures } = (await TABLES[id]()).table;
  const runs = [];
  let browser = '';
  for (let run = 0; run < RUNS; run++) {
    const { version, outcome } = await runTable({ folder: FOLDER, address, id, load: TABLES[id] });
    browser = version;
    runs.push(outcome);
    const { verdict, reasons } = judge(outcome);
    say(
      `${id}, run ${run + 1}: ${verdict}${reasons.length > 0 ? ` (${reasons.map(({ code }) => code).join(', ')})` : ''}`,
    );
  }
  const { cpu, cpus, system: fullSystem, filesystem } = machineOf(FOLDER);
  // Builds of a kernel have names of their own, which say nothing to others.
  const system = fullSystem.replace(/^(\w+ \d+\.\d+).*/, '$1');
  const date = new Date().toISOString().slice(0, 10);
  return { table: id, source, figures, date, browser, machine: { cpu, cpus, system, filesystem }, runs };
}

/** Newer entries in the places of older ones, in the order of the tables. */
function merged(before, newEntries) {
  const all = new Map([...before, ...newEntries].map((entry) => [entry.table, entry]));
  return Object.keys(TABLES).flatMap((id) => all.get(id) ?? []);
}

await main(async () => {
  const { ids, json, help } = options();
  if (help) return say(USAGE);
  if (process.platform !== 'linux') throw new PlainError('checked: strace is there on Linux only');
  mkdirSync(FOLDER, { recursive: true });
  const pageFolder = mkdtempSync(join(FOLDER, 'page-'));
  const server = await serveChecked(pageFolder);
  const entries = [];
  const failures = [];
  try {
    const address = `http://127.0.0.1:${server.address().port}/`;
    for (const id of ids) {
      try {
        entries.push(await check(id, address));
      } catch (error) {
        say(`${id}: not run: ${error.message}`);
        failures.push({ table: id, failure: error.message });
      }
    }
  } finally {
    server.close();
    rmSync(pageFolder, { recursive: true, force: true });
  }
  if (failures.length > 0) process.exitCode = 1;
  if (json !== undefined) {
    const judgedEntries = entries.map((entry) => ({ ...entry, verdicts: entry.runs.map((outcome) => judge(outcome)) }));
    return writeFileSync(resolve(json), `${JSON.stringify([...judgedEntries, ...failures], null, 2)}\n`);
  }
  writeFileSync(DATA, `${JSON.stringify(merged(JSON.parse(readFileSync(DATA, 'utf8')), entries), null, 2)}\n`);
  execFileSync('npx', ['oxfmt', DATA], { stdio: 'ignore' });
});
