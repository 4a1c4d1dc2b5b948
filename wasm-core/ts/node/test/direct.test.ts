import { MIB, parseRowName, sum } from '@opfsmark/schema/documents';
import { boardLayoutOf } from '@opfsmark/schema/boards';
import { randomOf } from '@opfsmark/schema/test-support/random';
import { contradictions, RunRecord, standardPlan } from '@opfsmark/schema/families';
import { verdictInRecord } from '@opfsmark/schema/families/matrix/verdict';
import type { MatrixPlan } from '@opfsmark/schema/families/matrix/plan-schema';
import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { release } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { becomeDirty, directFlag, needDirect } from '../direct.ts';
import { FolderProblem } from '../folder-problem.ts';
import { OwnFolder } from '../own-folder.ts';
import { runInFolder } from '../run-in-folder.ts';
import { btrfsImage, btrfsObstacle, ext4Image, imageObstacle, mount, withFolder } from './drives.ts';

const ROWS = ['SEQ1M Q1T1', 'RND4K Q2T1'].flatMap((name) => parseRowName(name) ?? []);
/** Reads each block once, and writes a few. */
const PLAN: MatrixPlan = {
  ...standardPlan('matrix'),
  ...{
    cache: 'as-is',
    drive_s: 0,
    file_bytes: 16 * MIB,
    write_bytes: MIB,
    loops: 1,
    limit_s: 0,
    interval_s: 0,
    rows: ROWS,
  },
};
const BRIEF = [
  { ...standardPlan('durability'), loops: 2 },
  // Three slices per turn, and many turns.
  { ...standardPlan('stutter'), calls: 4_000, min_s: 1 },
];
const SECTOR_ROW = { pattern: 'random', block_bytes: 512, queues: 1, threads: 1 } as const;

describe('whether direct writes make pages dirty, by a count of the whole system', () => {
  const PAGES = 1024;
  const TRIALS = 4_000;
  /** Pages that other programs dirty in as long as a trial takes: nothing, a trickle, or bursts of a copy beside it. */
  const WRITERS: Readonly<Record<string, (random: () => number) => number>> = {
    'no other writer': () => 0,
    'a writer without a pause': (random) => 4_000 + 2_000 * random(),
    'a writer in bursts': (random) => (random() < 0.5 ? 0 : 6_000 * random()),
  };
  const share = (ownPages: number, writer: (random: () => number) => number) => {
    const random = randomOf(1);
    const isFound = () => becomeDirty(PAGES, () => ({ acting: ownPages + writer(random), pausing: writer(random) }));
    return Array.from({ length: TRIALS }, isFound).filter((isDirty) => isDirty).length / TRIALS;
  };

  it.each(Object.entries(WRITERS))('is told beside %s', (_, writer) => {
    expect(share(0, writer)).toBeLessThan(0.001);
  });

  it('is found where they do, also beside a writer', () => {
    expect(share(PAGES, () => 0)).toBe(1);
    expect(share(PAGES, (random) => 2_000 * random())).toBeGreaterThan(0.9);
  });
});

/** Why the folder of the tests has no direct I/O; `null` where it has. */
async function directObstacle(): Promise<string | null> {
  return withFolder(async (dir) => {
    const folder = new OwnFolder(dir);
    try {
      await needDirect(folder, directFlag(), { blocksBytes: [4096], writes: true });
      return null;
    } catch (error) {
      if (error instanceof FolderProblem) return error.message;
      throw error;
    } finally {
      folder.remove();
    }
  });
}

const obstacle = await directObstacle();
if (obstacle !== null) console.log(`skipped: direct runs. ${obstacle}`);
const noMount = imageObstacle();
if (noMount !== null) console.log(`skipped: direct runs on a filesystem of their own, because ${noMount}`);

const noBtrfs = btrfsObstacle();
if (noBtrfs !== null) console.log(`skipped: direct runs on Btrfs, because ${noBtrfs}`);

const BTRFS_PLAN: MatrixPlan = { ...PLAN, rows: ROWS.slice(0, 1) };
const [major = 0, minor = 0] = release().split('.').map(Number);
/** Older ones write past the page cache whether or not there are checksums, or do so in some of their releases. */
const buffersDirectWrites = major > 6 || (major === 6 && minor >= 15);

/** The bytes that this process has fetched from drives, as proc_pid_io(5) counts; `null` where the system does not count it. */
function bytesFromDrives(): number | null {
  if (process.platform !== 'linux') return null;
  return Number(/^read_bytes: (\d+)$/m.exec(readFileSync('/proc/self/io', 'latin1'))?.[1]);
}

describe.skipIf(obstacle !== null)('a direct run', () => {
  it('is of its own engine and board, each byte that it reads comes from the drive, and nothing is left behind', async () => {
    await withFolder(async (dir) => {
      const bytesBefore = bytesFromDrives();
      const record = await runInFolder({ dir, plan: PLAN, isDirect: true });
      const bytesAfter = bytesFromDrives();
      expect(record.failure).toBeUndefined();
      expect(record.environment.engine).toBe('node-direct');
      expect(boardLayoutOf(record)).toBe(null);
      const ofProfile: MatrixPlan = { ...standardPlan('matrix'), cache: 'as-is', rows: ROWS };
      expect(boardLayoutOf({ ...record, plan: ofProfile })).toBe('node-direct');
      const { floors, jobs } = record.result;
      expect(floors).toEqual([]);
      expect(jobs.map((job) => [job.direction, verdictInRecord(record, job)?.verdict])).toEqual([
        ['read', 'drive'],
        ['read', 'drive'],
        ['write', undefined],
        ['write', undefined],
      ]);
      const readBytes = sum(jobs.flatMap(({ passes }) => passes.map(({ read: side }) => side?.bytes ?? 0)));
      expect(readBytes).toBeGreaterThanOrEqual(2 * 16 * MIB);
      if (bytesBefore !== null && bytesAfter !== null)
        expect(bytesAfter - bytesBefore).toBeGreaterThanOrEqual(readBytes);
      // The data that is read was written: also by the small parts in which a large block is verified.
      for (const job of jobs.slice(0, 2)) expect(job.verified_sectors).toBeGreaterThan(0);
      expect(RunRecord.safeParse(record).error).toBeUndefined();
      expect(contradictions(record)).toEqual([]);
      expect(readdirSync(dir)).toEqual([]);
    });
  });

  it.each(BRIEF)('measures $family', async (plan) => {
    await withFolder(async (dir) => {
      const record = await runInFolder({ dir, plan, isDirect: true });
      expect(record.failure).toBeUndefined();
      expect(record).toMatchObject({ status: 'done', environment: { engine: 'node-direct' } });
      expect(contradictions(record)).toEqual([]);
      expect(readdirSync(dir)).toEqual([]);
    });
  });
});

describe.skipIf(noMount !== null)('a direct run is refused, and leaves nothing behind,', () => {
  it('where files are kept in memory', async () => {
    await withFolder(async (dir) => {
      mount(dir, '-t', 'tmpfs', '-o', 'size=64m', 'none');
      await expect(runInFolder({ dir, plan: PLAN, isDirect: true })).rejects.toMatchObject({
        code: 'no_direct',
        message: expect.stringMatching(
          /cannot be measured with --direct: its (direct reads of every size are answered from memory|file system has no direct I\/O)\./,
        ) as string,
      });
      expect(readdirSync(dir)).toEqual([]);
    });
  });

  it('where the drive takes no blocks as small as those of the plan', async () => {
    await withFolder(async (dir) => {
      const image = ext4Image(dir, 64 * MIB, 4096);
      const loop = execFileSync('losetup', ['--find', '--show', '--sector-size', '4096', image], { encoding: 'utf8' });
      try {
        mount(dir, loop.trim());
        await expect(runInFolder({ dir, plan: { ...PLAN, rows: [SECTOR_ROW] }, isDirect: true })).rejects.toMatchObject(
          {
            code: 'no_direct',
            message:
              `${dir} takes direct calls in multiples of 4 KiB, and this plan has blocks of 512 bytes. ` +
              'Choose other blocks, or leave out --direct.',
          },
        );
        expect(readdirSync(dir)).toEqual(['lost+found']);
        const record = await runInFolder({ dir, plan: { ...PLAN, directions: ['write'] }, isDirect: true });
        expect(record.failure).toBeUndefined();
      } finally {
        execFileSync('umount', [dir]);
        execFileSync('losetup', ['--detach', loop.trim()]);
      }
    });
  });
});

describe.skipIf(noBtrfs !== null)('on Btrfs a direct run', () => {
  /** With a folder whose files have no checksums. */
  const withBtrfs = (use: (dir: string, plainDir: string) => Promise<void>) =>
    withFolder(async (dir) => {
      mount(dir, '-o', 'loop', btrfsImage(dir));
      const plainDir = join(dir, 'plain');
      mkdirSync(plainDir);
      execFileSync('chattr', ['+C', plainDir]);
      await use(dir, plainDir);
      expect(readdirSync(dir)).toEqual(['plain']);
      expect(readdirSync(plainDir)).toEqual([]);
    });

  it('is measured where files have no checksums, and elsewhere its reads alone or not at all', async () => {
    await withBtrfs(async (dir, plainDir) => {
      const plainRecord = await runInFolder({ dir: plainDir, plan: BTRFS_PLAN, isDirect: true });
      expect(plainRecord.failure).toBeUndefined();
      const reads: MatrixPlan = { ...BTRFS_PLAN, directions: ['read'] };
      const bytesBefore = bytesFromDrives() ?? 0;
      const record = await runInFolder({ dir, plan: reads, isDirect: true });
      expect(record.failure).toBeUndefined();
      expect((bytesFromDrives() ?? 0) - bytesBefore).toBeGreaterThanOrEqual(16 * MIB);
      if (!buffersDirectWrites) return;
      await expect(runInFolder({ dir, plan: BTRFS_PLAN, isDirect: true })).rejects.toThrow(
        /takes direct writes through the page cache.*\(--family matrix --directions read\)/,
      );
    });
  });
});

describe('the flag for direct I/O', () => {
  it('is libuv’s on Windows, and there is none on macOS', () => {
    expect(directFlag('win32')).toBe(0x02000000);
    expect(() => directFlag('darwin')).toThrow(
      '--direct is for Linux and Windows, and this is darwin: Node.js cannot set F_NOCACHE.',
    );
    expect(() => directFlag('freebsd')).toThrow('--direct is for Linux and Windows, and this is freebsd.');
  });
});
