/**
 * Measures every release of a contender's library against the one before and says where something changed:
 * `npm run releases -w labs -- CONTENDER --from VERSION`.
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { CONTENDERS, LIBRARIES } from '@opfsmark/schema/families/app-storage/contender-ids';
import { main, PlainError, say } from '../../scripts/lib/say.mjs';
import { machineOf } from '../lib/report.mjs';
import { BLOCKS, compareReleases, gatheredCopy, releasesBetween, THRESHOLD } from './releases.mjs';

const FOLDER = fileURLToPath(new URL('../build/checked', import.meta.url));
const DATA = fileURLToPath(new URL('../../schema/src/checked/releases.json', import.meta.url));

const contenders = Object.keys(CONTENDERS).filter((id) => packageOf(id) !== null);

const USAGE = `npm run releases -w labs -- CONTENDER --from VERSION: measures releases of its library, each against the one before

  CONTENDER       one of: ${contenders.join(', ')}
  --from VERSION  the first release
  --to VERSION    the last one; default: the newest
  --also FOLDER   a folder with the package as nobody has released it, after the last one
  --control       after these, for wa-sqlite: the version that is bundled, with neighbouring calls of its files in one
  --json FILE     writes what was found there, and not into the page's data
  --help`;

function packageOf(contender) {
  return LIBRARIES[CONTENDERS[contender].library].package;
}

function options() {
  const text = { type: 'string' };
  const flag = { type: 'boolean', default: false };
  const knownOptions = { from: text, to: text, also: text, control: flag, json: text, help: flag };
  let args;
  try {
    args = parseArgs({ allowPositionals: true, options: knownOptions });
  } catch (error) {
    throw new PlainError(`releases: ${error.message}\n\n${USAGE}`);
  }
  const { positionals, values } = args;
  if (values.help) return values;
  if (positionals.length !== 1 || !contenders.includes(positionals[0]) || values.from === undefined) {
    throw new PlainError(USAGE);
  }
  return { contender: positionals[0], ...values };
}

function publishedVersions(name) {
  const versions = JSON.parse(execFileSync('npm', ['view', name, 'versions', '--json'], { encoding: 'utf8' }));
  // npm answers with the name alone where there is one version.
  return [versions].flat();
}

function alsoOf({ also, control, name, scratch }) {
  const releases = [];
  if (also !== undefined) {
    const { version } = JSON.parse(readFileSync(join(resolve(also), 'package.json'), 'utf8'));
    releases.push({ version: `${version}+local`, also: resolve(also) });
  }
  if (control) {
    const folder = join(scratch, 'control');
    gatheredCopy(fileURLToPath(new URL(`../../node_modules/${name}`, import.meta.url)), folder);
    const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
    releases.push({ version: `${version}+gathered`, also: folder });
  }
  return releases;
}

function wordsOf({ version, against, failure, figures }) {
  if (failure !== null) return `${version}: ${failure}`;
  const texts = figures.flatMap(({ figure, verdict, ratio, low, high, calls }) => {
    const isClear = verdict === 'better' || verdict === 'worse';
    if (!isClear && calls === null) return [];
    const callsText = calls === null ? '' : `; calls of file handles: ${calls[0]}, now ${calls[1]}`;
    return `${figure} ${ratio} times as fast (${low} to ${high}${isClear ? '' : ', not clear'}${callsText})`;
  });
  const relation = version === against ? 'beside itself' : `after ${against}`;
  return `${version} ${relation}: ${texts.length > 0 ? texts.join(', ') : 'no clear difference'}`;
}

await main(async () => {
  const { contender, from, to, also, control, json, help } = options();
  if (help) return say(USAGE);
  const name = packageOf(contender);
  const versions = releasesBetween(publishedVersions(name), from, to);
  mkdirSync(FOLDER, { recursive: true });
  const scratch = mkdtempSync(join(FOLDER, 'releases-'));
  try {
    const releases = [...versions.map((version) => ({ version })), ...alsoOf({ also, control, name, scratch })];
    const onRow = (row) => say(wordsOf(row));
    const { browser, rows } = await compareReleases({ scratch, contender, name, releases, onRow });
    const { cpu, cpus, system: fullSystem, filesystem } = machineOf(FOLDER);
    // Builds of a kernel have names of their own, which say nothing to others.
    const machine = { cpu, cpus, system: fullSystem.replace(/^(\w+ \d+\.\d+).*/, '$1'), filesystem };
    const date = new Date().toISOString().slice(0, 10);
    const head = { contender, package: name, date, browser, machine, blocks: BLOCKS, threshold: THRESHOLD };
    const entry = { ...head, rows };
    if (json !== undefined) return writeFileSync(resolve(json), `${JSON.stringify(entry, null, 2)}\n`);
    const before = JSON.parse(readFileSync(DATA, 'utf8')).filter((one) => one.contender !== contender);
    writeFileSync(DATA, `${JSON.stringify([...before, entry], null, 2)}\n`);
    execFileSync('npx', ['oxfmt', DATA], { stdio: 'ignore' });
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
});
