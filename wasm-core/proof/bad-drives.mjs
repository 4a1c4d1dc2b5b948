/** Drives on which forgetting cannot work or has no room: one that writes what is only grown, and two that are full. */
import { execFile, execFileSync } from 'node:child_process';
import {
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  statfsSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { rowsNamed } from '@opfsmark/schema/documents';
import { flagsOf, verdictInRecord } from '@opfsmark/schema/families';
import { findCommand, install } from '../../scripts/lib/packages.mjs';
import { say } from '../../scripts/lib/say.mjs';
import { withBenchPage } from '../bench/browser.mjs';
import { bigFilesIn, PART_BYTES, planOfRows, runOnDrive } from '../bench/drive-run.mjs';
import { withSimulatedDrive } from '../bench/simulated-drive/index.mjs';

const MIB = 1024 * 1024;
const GIB = 1024 * MIB;
const IMAGE_BYTES = GIB;
const FULL_DRIVE_BYTES = 16 * GIB;
const CLI = fileURLToPath(new URL('../cli/opfsmark.mjs', import.meta.url));
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
  const mounted = join(scratch, 'drive');
  mkdirSync(mounted);
  const image = join(scratch, 'image');
  writeFileSync(image, '');
  truncateSync(image, IMAGE_BYTES);
  const device = call('losetup', '--find', '--show', image).trim();
  try {
    const kind = WITHOUT_HOLES.find((each) => tryToMount(each, device, mounted));
    if (!kind) return say('  skipped: this system can mount neither FAT32 nor exFAT');
    try {
      const json = join(scratch, 'record.json');
      const rows = ['--rows', 'RND4K-Q1T1', '--loops', '1', '--size', '128MiB'];
      const words = [CLI, 'run', '--dir', mounted, '--cache', 'drive', ...rows, '--json', json];
      await promisify(execFile)(process.execPath, words);
      const record = JSON.parse(readFileSync(json, 'utf8'));
      const { ended, bytes_read: bytes } = record.result.forget;
      expect(
        `on ${kind.name} it ended as ${ended} after ${(bytes / MIB).toFixed(0)} MiB of holes`,
        ended === 'holes_cost',
      );
      expect(`the run is ${record.status}`, record.status === 'done');
      const flags = flagsOf(record).map(({ code }) => code);
      expect(
        `flagged: ${flags.join(', ')}`,
        flags.some((code) => code.startsWith('forget_')),
      );
      const verdicts = record.result.jobs.map((job) => verdictInRecord(record, job)?.verdict);
      expect(`its reads are not called the drive's: ${verdicts.join(', ')}`, !verdicts.includes('drive'));
      const left = readdirSync(mounted).filter((name) => name.startsWith('opfsmark'));
      expect(`files left there: ${left.length}`, left.length === 0);
    } finally {
      call('umount', mounted);
    }
  } finally {
    call('losetup', '--detach', device);
    rmSync(scratch, { recursive: true, force: true });
  }
}

/** Leaves this much of the drive. */
function fillUpTo(folder, leftBytes) {
  // Of the free blocks some are kept for root, who measures here.
  const { bfree, bsize } = statfsSync(folder);
  call('fallocate', '--length', `${Math.max(1, bfree * bsize - leftBytes)}`, join(folder, 'filler'));
}

/** A drive that is full ends the run where it writes, and does not matter where holes are read. */
export async function proveFullDrive(expect) {
  await withSimulatedDrive({ bytes: FULL_DRIVE_BYTES }, (folder) =>
    withBenchPage(
      async ({ page, profile }) => {
        fillUpTo(folder, 1.5 * PART_BYTES);
        await page.evaluate((asked) => globalThis.bench.start(asked), rowPlan('RND4K Q1T1', 'RND4K Q8T1'));
        const record = await page.evaluate(() => globalThis.bench.end());
        expect(
          `full while files are written: ${record.status}, ${record.failure?.code}`,
          record.status === 'failed' && ['disk_full', 'quota_exceeded', 'io_error'].includes(record.failure?.code),
        );
        expect(`files left: ${bigFilesIn(profile).length}`, bigFilesIn(profile).length === 0);
      },
      { folder, root: 'whole-run' },
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
