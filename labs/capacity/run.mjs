/**
 * Drives that are not what they say, against `opfsmark capacity`, the page `/capacity` and f3, as root on Linux.
 *
 *   npm run capacity -w labs -- [--mib N] [--runs N] [--only NAME,...] [--quick] [--page] [--site URL] [--pictures FOLDER]
 *     [--true N] [--speed]
 *
 * Each simulated drive says that it has N MiB (1024). --runs: how often each is tested (20). --page: by the page in Chromium, not
 * by the command line; --site: on this site, not on one that is built for it; --pictures: of its last verdicts. --true: how many runs
 * on true drives of each file system that can be made here (13). --speed: writing and reading beside f3write and f3read on one
 * drive of 30 MB/s, and a quick test of it.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { findCommand } from '../../scripts/lib/packages.mjs';
import { withSite } from '../audit/site.mjs';
import { DRIVES, FALSE_DRIVES, whyNoSimulatedDrive, withDriveImage, withSimulatedDrive } from '../drives/index.mjs';
import { isToldRight, judgeByCommand, leftIn } from './judge.mjs';
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

/** --only names drives and file systems. */
const isAsked = (name) => values.only === '' || values.only.split(',').includes(name);
const judge = (folder, ...words) => judgeByCommand(folder, state, words);

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

/** @param {string | null} origin of the site whose page judges; `null`: the command line does */
async function falseDrives(origin) {
  const runs = Number(values.runs);
  row('drive', 'told right', 'what it says', 's', 'what f3 says', 's');
  row('---', '---', '---', '---', '---', '---');
  let wrong = 0;
  for (const name of Object.keys(FALSE_DRIVES).filter(isAsked)) {
    let right = 0;
    let [said, seconds, beside] = ['', 0, { told: 'not installed', seconds: 0 }];
    for (let run = 0; run < runs; run++) {
      const options = { bytes: mib * MIB, faults: FALSE_DRIVES[name](mib), hasFrontOnly: true };
      await withSimulatedDrive({ ...options, traits: origin === null ? FAST : STICK }, async (folder) => {
        const found = await judgeDrive(folder, origin, name);
        const left = leftIn(folder);
        if (isToldRight(name, mib, found) && left.length === 0) right++;
        else
          console.error(
            `${name}, run ${run + 1}: ${found.said}\n${JSON.stringify(found.rows ?? '')} left: ${left.join(' ')}`,
          );
        said = found.said.split('\n')[0];
        seconds += found.seconds;
      });
      if (run > 0 || findCommand('f3write') === undefined) continue;
      await withSimulatedDrive({ ...options, traits: FAST }, (folder) => {
        beside = f3(folder);
      });
    }
    if (right < runs) wrong++;
    row(name, `${right} of ${runs}`, said, (seconds / runs).toFixed(1), beside.told, beside.seconds.toFixed(1));
  }
  return wrong;
}

/** How a file system is made on a device and mounted; `null` where it cannot be. */
const FILESYSTEMS = {
  ext4: { make: ['mkfs.ext4', '-q', '-F'], mount: ['mount'] },
  btrfs: { make: ['mkfs.btrfs', '-q', '-f'], mount: ['mount'] },
  exFAT: { make: ['mkfs.exfat'], mount: ['mount.exfat-fuse'] },
  FAT32: { make: ['mkfs.vfat', '-F', '32'], mount: ['fusefat', '-o', 'rw+'] },
};

const call = ([command, ...args], ...more) =>
  execFileSync(command, [...args, ...more], { stdio: ['ignore', 'pipe', 'pipe'] });

async function trueDrives() {
  const runs = Number(values.true);
  let wrong = 0;
  row('true drive', 'runs', 'called true', 'no verdict', 'false alarms', 's');
  row('---', '---', '---', '---', '---', '---');
  for (const [name, { make, mount }] of Object.entries(FILESYSTEMS).filter(([one]) => isAsked(one))) {
    let [good, unknown, alarms, seconds, why] = [0, 0, 0, 0, ''];
    for (let run = 0; run < runs && why === ''; run++) {
      await withDriveImage({ bytes: 320 * MIB, traits: GOOD_STICK }, ({ base, image, undo }) => {
        const folder = join(base, 'drive');
        mkdirSync(folder);
        try {
          const device = execFileSync('losetup', ['--find', '--show', '--direct-io=on', image], {
            encoding: 'utf8',
          }).trim();
          undo.push(() => call(['losetup', '--detach', device]));
          call(make, device);
          call(mount, device, folder);
          undo.push(() => call(['umount', folder]));
        } catch (error) {
          why = `${error.stderr ?? error.message}`.trim().split('\n').at(-1);
          return;
        }
        const found = judge(folder);
        seconds += found.seconds;
        if (found.kind === 'true') good++;
        else if (found.kind === 'unknown') unknown++;
        else alarms++;
        if (found.kind !== 'true') console.error(`${name}: ${found.said}`);
      });
    }
    if (why === '') row(name, runs, good, unknown, alarms, (seconds / runs).toFixed(1));
    else row(name, 'none', why, '', '', '');
    wrong += alarms;
  }
  return wrong;
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
      const mean = (rates) => rates.reduce((sum, rate) => sum + rate[name], 0) / rates.length;
      const share = mean(ours) / mean(theirs);
      console.log(
        `${name}: ${mean(ours).toFixed(1)} MB/s, f3 ${mean(theirs).toFixed(1)} MB/s: ${share.toFixed(2)} (0.9)`,
      );
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
