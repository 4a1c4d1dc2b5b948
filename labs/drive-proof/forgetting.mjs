import {
  closeSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  rmSync,
  statSync,
  statfsSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { GIB, MIB, rowsNamed } from '@opfsmark/schema/documents';
import { familyOf, flagsOf } from '@opfsmark/schema/families';
import { verdictInRecord } from '@opfsmark/schema/families/matrix/verdict';
import { latency, latencyPasses } from '@opfsmark/schema/figures';
import { execFile, execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { findCommand, install } from '../../scripts/lib/packages.mjs';
import { say } from '../../scripts/lib/say.mjs';
import { withBenchPage } from '../lib/browser.mjs';
import { bigFilesIn, PART_BYTES, planOfRows, runOnDrive } from '../bench/drive-run.mjs';
import { directMedianNs } from '../bench/native.mjs';
import { withSimulatedDrive } from '../drives/index.mjs';

/** Files that the system has forgotten, cannot forget, or has no room to forget; and a tab that ends meanwhile. */
const ROOMY_BYTES = 128 * GIB;
/** Enough for the files of the plan and the profile, and too little for holes. */
const NARROW_BYTES = 3 * GIB;
/** The page's p50 against that of direct reads of the same file. */
const P50_SLACK = 0.15;
const READS_BEFORE = 3;

const percent = (share) => `${(100 * share).toFixed(2)} %`;
const plan = () => planOfRows(rowsNamed('RND4K Q1T1'));

/** Fresh files leave memory, holes cost nothing, and what the page then measures is the drive. */
export async function proveForgets(expect) {
  let directNs = 0;
  const { record, inMemory, holes } = await withSimulatedDrive({ bytes: ROOMY_BYTES }, (folder) =>
    runOnDrive({
      folder,
      plan: plan(),
      beforeReads: async ([part]) => {
        directNs = await directMedianNs(part);
      },
    }),
  );
  const [job] = record.result.jobs;
  const pageNs = latency(latencyPasses(job, 'throughput'), 'read')?.p50_ns ?? 0;
  const { ended, bytes_read, elapsed_ns } = record.result.forget;
  expect(
    `ended as ${ended} after ${(bytes_read / GIB).toFixed(2)} GiB in ${(elapsed_ns / 1e9).toFixed(2)} s`,
    ended === 'forgotten',
  );
  expect(
    `in memory before the reads, by mincore: ${inMemory.map(percent).join(', ')}`,
    inMemory.every((share) => share <= 0.01),
  );
  expect(`${holes.seen} holes with ${holes.blocks} blocks`, holes.seen > 0 && holes.blocks === 0);
  const { verdict } = verdictInRecord(record, job);
  expect(`the verdict is ${verdict}`, verdict === 'drive');
  const difference = Math.abs(pageNs / directNs - 1);
  expect(
    `p50 of the page ${(pageNs / 1e3).toFixed(1)} us, of O_DIRECT on the same file ${(directNs / 1e3).toFixed(1)} us`,
    difference <= P50_SLACK,
  );
}

function readWhole(path) {
  const block = new Uint8Array(MIB);
  const file = openSync(path, 'r');
  for (let at = 0; readSync(file, block, 0, MIB, at) > 0; at += MIB);
  closeSync(file);
}

/** Parts that another program read stay in memory, while the file that is sampled leaves it: the page says so. */
export async function proveKept(expect) {
  const { record, inMemory } = await withSimulatedDrive({ bytes: ROOMY_BYTES }, (folder) =>
    runOnDrive({
      folder,
      plan: plan(),
      beforeHoles: (files) => {
        const parts = files.filter((path) => statSync(path).size === PART_BYTES);
        for (let times = 0; times < READS_BEFORE; times++) parts.forEach(readWhole);
      },
    }),
  );
  const [job] = record.result.jobs;
  const { ended, bytes_read } = record.result.forget;
  const { verdict } = verdictInRecord(record, job);
  expect(
    `in memory after ${(bytes_read / GIB).toFixed(1)} GiB of holes: ${inMemory.map(percent).join(', ')}`,
    inMemory.every((share) => share > 0.9),
  );
  const flags = flagsOf(familyOf(record.family), record).map(({ code }) => code);
  expect(
    `it ended as ${ended}, and the page flags the run: ${flags.join(', ')}`,
    flags.some((code) => code.startsWith('forget_')),
  );
  expect(`its reads are not called the drive's: ${verdict}`, verdict !== 'drive');
}

/** A site that may not store enough for holes measures all the same, and says so. */
export async function proveNoSpace(expect) {
  const { record } = await withSimulatedDrive({ bytes: NARROW_BYTES }, (folder) =>
    runOnDrive({ folder, plan: plan() }),
  );
  const { ended } = record.result.forget;
  expect(`with too small a quota it ended as ${ended}`, ended === 'no_space');
  expect(`and the run is ${record.status}`, record.status === 'done');
}

/** A tab that dies while holes are read leaves them; the next visit deletes them. */
export async function proveKilled(expect) {
  await withSimulatedDrive({ bytes: ROOMY_BYTES }, (folder) =>
    withBenchPage(
      async ({ page, profile }) => {
        await page.evaluate((matrixPlan) => globalThis.bench.start(matrixPlan), plan());
        await page.waitForFunction(() => globalThis.bench.seen.phase === 'forgetting');
        const url = page.url();
        const whenCrashed = page.waitForEvent('crash');
        await page.goto('chrome://crash').catch(() => undefined);
        await whenCrashed;
        const leftFiles = bigFilesIn(profile);
        expect(`a killed tab left ${leftFiles.length} files`, leftFiles.length > 0);
        const nextPage = await page.context().newPage();
        await nextPage.goto(url);
        await nextPage.evaluate(() => globalThis.bench.visit());
        expect(`the next visit leaves ${bigFilesIn(profile).length}`, bigFilesIn(profile).length === 0);
      },
      { folder, root: 'bench/whole-run' },
    ),
  );
}

/** Drives on which forgetting cannot work or has no room: one that writes what is only grown, and two that are full. */
const IMAGE_BYTES = GIB;
const FULL_DRIVE_BYTES = 16 * GIB;
const CLI = fileURLToPath(new URL('../../wasm-core/cli/opfsmark.mjs', import.meta.url));
/** The first that this system can mount is taken; each has to write every byte of a file that grows. */
const WITHOUT_HOLES = [
  { name: 'FAT32', make: ['mkfs.vfat', '-F', '32'], mount: ['mount', '-t', 'vfat'] },
  { name: 'exFAT', make: ['mkfs.exfat'], mount: ['mount', '-t', 'exfat'] },
  { name: 'exFAT in user space', make: ['mkfs.exfat'], mount: ['mount.exfat-fuse'] },
];

const call = (command, ...args) => execFileSync(command, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
const rowPlan = (...names) => planOfRows(rowsNamed(...names));

function tryToMount({ make: [command, ...options], mount: [mountCommand, ...mountOptions] }, device, folder) {
  try {
    call(command, ...options, device);
    call(mountCommand, ...mountOptions, device, folder);
    return true;
  } catch {
    return false;
  }
}

/** A file system that has no holes is never grown for nothing: the run measures, and says that it could not forget. */
export async function proveHolesCost(expect, folder) {
  if (!findCommand('mount.exfat-fuse')) await install({ apt: ['exfat-fuse', 'exfatprogs', 'dosfstools'] });
  mkdirSync(folder, { recursive: true });
  const scratch = mkdtempSync(join(folder, 'no-holes-'));
  const mountPath = join(scratch, 'drive');
  mkdirSync(mountPath);
  const image = join(scratch, 'image');
  writeFileSync(image, '');
  truncateSync(image, IMAGE_BYTES);
  const device = call('losetup', '--find', '--show', image).trim();
  try {
    const kind = WITHOUT_HOLES.find((each) => tryToMount(each, device, mountPath));
    if (!kind) return say('  skipped: this system can mount neither FAT32 nor exFAT');
    try {
      const json = join(scratch, 'record.json');
      const rows = ['--rows', 'RND4K-Q1T1', '--loops', '1', '--size', '128MiB'];
      const words = [CLI, 'run', '--dir', mountPath, '--cache', 'drive', ...rows, '--json', json];
      await promisify(execFile)(process.execPath, words);
      const record = JSON.parse(readFileSync(json, 'utf8'));
      const { ended, bytes_read: bytes } = record.result.forget;
      expect(
        `on ${kind.name} it ended as ${ended} after ${(bytes / MIB).toFixed(0)} MiB of holes`,
        ended === 'holes_cost',
      );
      expect(`the run is ${record.status}`, record.status === 'done');
      const flags = flagsOf(familyOf(record.family), record).map(({ code }) => code);
      expect(
        `flagged: ${flags.join(', ')}`,
        flags.some((code) => code.startsWith('forget_')),
      );
      const verdicts = record.result.jobs.map((job) => verdictInRecord(record, job)?.verdict);
      expect(`its reads are not called the drive's: ${verdicts.join(', ')}`, !verdicts.includes('drive'));
      const leftFiles = readdirSync(mountPath).filter((name) => name.startsWith('opfsmark'));
      expect(`files left there: ${leftFiles.length}`, leftFiles.length === 0);
    } finally {
      call('umount', mountPath);
    }
  } finally {
    call('losetup', '--detach', device);
    rmSync(scratch, { recursive: true, force: true });
  }
}

/** Leaves this much of the drive. */
function fillUpTo(folder, leftBytes) {
  // Some of the free blocks are kept for root, who measures here.
  const { bfree, bsize } = statfsSync(folder);
  call('fallocate', '--length', `${Math.max(1, bfree * bsize - leftBytes)}`, join(folder, 'filler'));
}

/** A drive that is full ends the run where it writes, and does not matter where holes are read. */
export async function proveFullDrive(expect) {
  await withSimulatedDrive({ bytes: FULL_DRIVE_BYTES }, (folder) =>
    withBenchPage(
      async ({ page, profile }) => {
        fillUpTo(folder, 1.5 * PART_BYTES);
        await page.evaluate((matrixPlan) => globalThis.bench.start(matrixPlan), rowPlan('RND4K Q1T1', 'RND4K Q8T1'));
        const record = await page.evaluate(() => globalThis.bench.end());
        expect(
          `full while files are written: ${record.status}, ${record.failure?.code}`,
          record.status === 'failed' && ['disk_full', 'quota_exceeded', 'io_error'].includes(record.failure?.code),
        );
        expect(`files left: ${bigFilesIn(profile).length}`, bigFilesIn(profile).length === 0);
      },
      { folder, root: 'bench/whole-run' },
    ),
  );
  await withSimulatedDrive({ bytes: FULL_DRIVE_BYTES }, async (folder) => {
    const { record, holes } = await runOnDrive({
      folder,
      plan: rowPlan('RND4K Q1T1'),
      beforeHoles: () => fillUpTo(folder, 64 * MIB),
    });
    const { ended } = record.result.forget;
    expect(`full while holes are read: ${record.status}, ${ended}, ${holes.blocks} blocks`, record.status === 'done');
  });
}
