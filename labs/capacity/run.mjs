/**
 * Drives that are not what they say, against `opfsmark capacity`, the page `/capacity` and f3, as root on Linux.
 *
 *   npm run capacity -w labs -- [--mib N] [--runs N] [--only NAME,...] [--quick] [--page] [--site URL] [--pictures FOLDER]
 *     [--true N] [--true-mib N] [--speed] [--keep FILE]
 *
 * Each simulated drive says that it has N MiB (1024). --runs: how often each is tested (20), in turn. --page: by the page in
 * Chromium, not by the command line; --site: on this site, not on one that is built for it; --pictures: of its last verdicts.
 * --true: how many runs on true drives of N MiB (320) with each file system that can be made here (13). --speed: writing and
 * reading beside f3write and f3read on one drive of 30 MB/s, and a quick test of it. --keep: a file with a line for each run, what
 * was said in it as well; the same command goes on after the runs that it has, and its tables are of all of them.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { appendFileSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { findCommand } from '../../scripts/lib/packages.mjs';
import { withSite } from '../audit/site.mjs';
import { DRIVES, FALSE_DRIVES, whyNoSimulatedDrive, withDriveImage, withSimulatedDrive } from '../drives/index.mjs';
import { isToldRight, judgeByCommand, leftIn, saysLeft } from './judge.mjs';
import { judgeByPage, takePictures, withCapacityPage } from './page.mjs';

const { values } = parseArgs({
  options: {
    mib: { type: 'string', default: '1024' },
    runs: { type: 'string', default: '20' },
    only: { type: 'string', default: '' },
    quick: { type: 'boolean', default: false },
    page: { type: 'boolean', default: false },
    site: { type: 'string' },
    pictures: { type: 'string' },
    true: { type: 'string', default: '13' },
    'true-mib': { type: 'string', default: '320' },
    keep: { type: 'string' },
    speed: { type: 'boolean', default: false },
  },
});
const MIB = 2 ** 20;
const mib = Number(values.mib);
const FAST = { latencyUs: 100, mbPerS: 1500, channels: 8 };
/** Some of these are read through memory, from which a faster drive is hard to tell. */
const GOOD_STICK = { latencyUs: 500, mbPerS: 100, channels: 1 };
/** A page tells drive from memory by how long it waits, and this machine is shared. */
const STICK = DRIVES.stick_30mbs;

/** Where journals of these tests are kept: none of a person's. */
const state = mkdtempSync(join(tmpdir(), 'opfsmark-capacity-state-'));
process.once('exit', () => rmSync(state, { recursive: true, force: true }));

/** The last line of f3read's table that says how much is good, and how long f3 took. */
function f3(folder) {
  const time = (command, args) => {
    const before = performance.now();
    const { stdout } = spawnSync(command, args, { encoding: 'utf8' });
    return { stdout, seconds: (performance.now() - before) / 1e3 };
  };
  const written = time('f3write', ['--show-progress=0', folder]);
  execFileSync('sync', ['--file-system', folder]);
  // It asks the system to forget the files, as ours goes past memory.
  const read = time('f3read', ['--show-progress=0', folder]);
  for (const name of readdirSync(folder)) if (name.endsWith('.h2w')) rmSync(join(folder, name));
  const lines = read.stdout.split('\n').map((line) => line.trim().replaceAll(/\s+/g, ' '));
  const told = ['Data OK', 'Data LOST', 'Corrupted', 'Slightly changed', 'Overwritten'].map(
    (name) => lines.find((line) => line.startsWith(name))?.replace(/ \(.*/, '') ?? name,
  );
  return { told: told.join('; '), seconds: written.seconds + read.seconds };
}

const row = (...cells) => console.log(`| ${cells.join(' | ')} |`);
const mean = (numbers) => numbers.reduce((sum, number) => sum + number, 0) / numbers.length;

/** --only names drives and file systems. */
const isAsked = (name) => values.only === '' || values.only.split(',').includes(name);
const judge = (folder, ...words) => judgeByCommand(folder, state, words);

/** @type {{ by: string, name: string, mib: number, verdict: string, kind: string, said: string, seconds: number }[]} */
const outcomes =
  values.keep && existsSync(values.keep)
    ? readFileSync(values.keep, 'utf8')
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line))
    : [];

/** Of a miss all that was said is told, and what the page knew. */
function keep({ journal, ...rest }) {
  const outcome = rest.verdict === 'right' ? rest : { ...rest, journal };
  outcomes.push(outcome);
  if (values.keep) appendFileSync(values.keep, `${JSON.stringify(outcome)}\n`);
  if (outcome.verdict !== 'right') console.error(JSON.stringify(outcome, null, 2));
}

const of = (by, name) => outcomes.filter((one) => one.by === by && one.name === name);

/** Names in turn, each so often as it has not been tested by now. */
async function inTurn(by, names, runs, test) {
  for (let run = 0; run < runs; run++) {
    for (const name of names) if (of(by, name).length <= run) await test(name);
  }
}

/** By the command line, or by the page of the site at `origin`. */
async function judgeDrive(folder, origin, name) {
  if (origin === null) return judge(folder, ...(values.quick ? ['--quick'] : []));
  const profile = mkdtempSync(join(state, 'profile-'));
  try {
    return await withCapacityPage({ origin, profile, folder }, async (page) => {
      const found = await judgeByPage(page, { isQuick: values.quick });
      if (values.pictures) await takePictures(page, join(values.pictures, name));
      return found;
    });
  } finally {
    rmSync(profile, { recursive: true, force: true });
  }
}

const COMMAND = 'command line';

/** @param {string | null} origin of the site whose page judges; `null`: the command line does */
async function falseDrives(origin) {
  const by = origin === null ? COMMAND : 'page';
  const names = Object.keys(FALSE_DRIVES).filter(isAsked);
  const optionsOf = (name, traits) => ({
    bytes: mib * MIB,
    faults: FALSE_DRIVES[name](mib),
    hasFrontOnly: true,
    traits,
  });
  await inTurn(by, names, Number(values.runs), (name) =>
    withSimulatedDrive(optionsOf(name, origin === null ? FAST : STICK), async (folder) => {
      const found = await judgeDrive(folder, origin, name).catch((error) => ({
        kind: 'none',
        said: `${error}`,
        rows: { trouble: '' },
      }));
      const left = leftIn(folder);
      const isClean = left.length === 0 || saysLeft(found);
      const verdict = isToldRight(name, mib, found) && isClean ? 'right' : 'wrong';
      keep({ by, name, mib, verdict, left, ...found });
    }),
  );
  if (findCommand('f3write') !== undefined) {
    await inTurn('f3', names, 1, (name) =>
      withSimulatedDrive(optionsOf(name, FAST), (folder) => {
        const { told, seconds } = f3(folder);
        keep({ by: 'f3', name, mib, verdict: 'right', kind: '', said: told, seconds });
      }),
    );
  }
  row('drive', COMMAND, 's', 'page', 's', 'what it says', 'what f3 says', 's');
  row('---', '---', '---', '---', '---', '---', '---', '---');
  for (const name of names) {
    const rights = [COMMAND, 'page'].flatMap((each) => {
      const all = of(each, name);
      if (all.length === 0) return ['', ''];
      const right = all.filter(({ verdict }) => verdict === 'right').length;
      return [`${right} of ${all.length}`, mean(all.map(({ seconds }) => seconds ?? 0)).toFixed(1)];
    });
    const [beside] = of('f3', name);
    const said = of(by, name).at(-1)?.said.split('\n')[0] ?? '';
    row(name, ...rights, said, beside?.said ?? 'not installed', beside?.seconds.toFixed(1) ?? '');
  }
  return names.filter((name) => of(by, name).some(({ verdict }) => verdict === 'wrong')).length;
}

/** As sticks come formatted; smaller ones would have too few for FAT32. A folder of fusefat never grows beyond its first. */
const clusters = Number(values['true-mib']) >= 2560 ? ['-s', '64'] : [];
/** How a file system is made on a device and mounted. */
const FILESYSTEMS = {
  ext4: { make: ['mkfs.ext4', '-q', '-F'], mount: ['mount'] },
  btrfs: { make: ['mkfs.btrfs', '-q', '-f'], mount: ['mount'] },
  exFAT: { make: ['mkfs.exfat'], mount: ['mount.exfat-fuse'] },
  FAT32: { make: ['mkfs.vfat', '-F', '32', ...clusters], mount: ['fusefat', '-o', 'rw+'] },
};

const call = ([command, ...args], ...more) =>
  execFileSync(command, [...args, ...more], { stdio: ['ignore', 'pipe', 'pipe'] });

/** Whether this file system could be made, or why not. */
function mountTrue(name, { base, image, undo }) {
  const { make, mount } = FILESYSTEMS[name];
  const folder = join(base, 'drive');
  mkdirSync(folder);
  try {
    const device = `${call(['losetup', '--find', '--show', '--direct-io=on', image])}`.trim();
    undo.push(() => call(['losetup', '--detach', device]));
    call(make, device);
    call(mount, device, folder);
    undo.push(() => call(['umount', folder]));
    return { folder, why: null };
  } catch (error) {
    return { folder, why: `${error.stderr ?? error.message}`.trim().split('\n').at(-1) };
  }
}

/** Or the test did not come to its end. */
const NO_VERDICT = ['unknown', 'too_little', 'none'];

async function trueDrives() {
  const trueMib = Number(values['true-mib']);
  const missing = new Map();
  const names = Object.keys(FILESYSTEMS).filter(isAsked);
  await inTurn(COMMAND, names, Number(values.true), async (name) => {
    if (missing.has(name) && of(COMMAND, name).length === 0) return;
    await withDriveImage({ bytes: trueMib * MIB, traits: GOOD_STICK }, (drive) => {
      const { folder, why } = mountTrue(name, drive);
      if (why !== null) return missing.set(name, why);
      const found = judge(folder);
      const verdict = found.kind === 'true' ? 'right' : NO_VERDICT.includes(found.kind) ? 'none' : 'false alarm';
      return keep({ by: COMMAND, name, mib: trueMib, verdict, ...found });
    });
  });
  row('true drive', 'runs', 'called true', 'no verdict', 'false alarms', 's');
  row('---', '---', '---', '---', '---', '---');
  for (const name of names) {
    const all = of(COMMAND, name);
    const count = (wanted) => all.filter(({ verdict }) => verdict === wanted).length;
    if (all.length === 0 && missing.has(name)) row(name, 'none', missing.get(name), '', '', '');
    else if (all.length > 0)
      row(
        name,
        all.length,
        count('right'),
        count('none'),
        count('false alarm'),
        mean(all.map(({ seconds }) => seconds)).toFixed(1),
      );
  }
  return outcomes.filter(({ verdict }) => verdict === 'false alarm').length;
}

/** What a quick test of 4 GB at 30 MB/s takes; then ours beside f3 on the same drive: ours, f3, f3, ours. */
async function speed() {
  let wrong = 0;
  await withSimulatedDrive({ bytes: 4096 * MIB, traits: DRIVES.stick_30mbs, hasFrontOnly: true }, (folder) => {
    const quick = judge(folder, '--quick');
    console.log(`quick test of 4 GiB at 30 MB/s: ${quick.seconds.toFixed(0)} s (180), ${quick.kind}`);
    if (quick.seconds > 180 || quick.kind !== 'true') wrong++;
    const [ours, theirs] = [[], []];
    for (const measure of [oursOf, f3Part, f3Part, oursOf]) (measure === oursOf ? ours : theirs).push(measure(folder));
    for (const name of ['writing', 'reading']) {
      const [our, their] = [ours, theirs].map((rates) => mean(rates.map((rate) => rate[name])));
      const share = our / their;
      console.log(`${name}: ${our.toFixed(1)} MB/s, f3 ${their.toFixed(1)} MB/s: ${share.toFixed(3)} (0.9)`);
      if (!(share >= 0.9)) wrong++;
    }
  });
  return wrong;
}

/** A GiB of ours. */
function oursOf(folder) {
  const { said } = judge(folder, '--size', '1GiB');
  const rateOf = (name) => Number(new RegExp(`${name} +([\\d.]+) MB/s`).exec(said)?.[1]);
  return { writing: rateOf('Writing in order'), reading: rateOf('Reading in order') };
}

/** One file of f3, which has a GiB. */
function f3Part(folder) {
  const speedOf = ({ stdout }, name) => {
    const [, amount, unit] = new RegExp(`Average ${name} speed: ([\\d.]+) ([KM])B/s`).exec(stdout) ?? [];
    return (Number(amount) * (unit === 'K' ? 1024 : MIB)) / 1e6;
  };
  const written = spawnSync('f3write', ['--end-at=1', folder], { encoding: 'utf8' });
  const read = spawnSync('f3read', ['--end-at=1', folder], { encoding: 'utf8' });
  rmSync(join(folder, '1.h2w'), { force: true });
  return { writing: speedOf(written, 'writing'), reading: speedOf(read, 'reading') };
}

const why = await whyNoSimulatedDrive();
if (why !== null) {
  console.log(`skipped: no drive can be simulated: ${why}`);
} else {
  let wrong = 0;
  if (Number(values.runs) > 0) {
    if (!values.page) wrong += await falseDrives(null);
    else if (values.site) wrong += await falseDrives(values.site);
    else wrong += await withSite(join(state, 'site'), falseDrives);
  }
  if (Number(values.true) > 0) wrong += await trueDrives();
  if (values.speed) wrong += await speed();
  process.exitCode = wrong > 0 ? 1 : 0;
}
