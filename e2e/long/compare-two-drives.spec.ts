import { execFileSync, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { RunView } from '@opfsmark/schema/api';
import { expect, test } from '../support/fixtures.ts';
import { ROOT } from '../support/lib/paths.ts';
import { visit } from '../support/lib/visit.ts';
import { baseURL } from '../support/site.ts';

/** Sparse. XFS wants 300 MiB at least, and Btrfs several times what is written. */
const IMAGE_BYTES = 1024 * 1024 * 1024;

interface Drive {
  /** As a run on it declares it. */
  readonly filesystem: string;
  readonly folder: string;
}

interface Drives {
  readonly drives: readonly Drive[];
  /** Why there are no two filesystems; `null` where there are. */
  readonly obstacle: string | null;
  unmount(): void;
}

/** Runs a command. Returns its last error line, or `null` where it succeeded. */
function runCommand(command: string, ...args: string[]): string | null {
  try {
    execFileSync(command, args, { stdio: ['ignore', 'ignore', 'pipe'] });
    return null;
  } catch (error) {
    const message = error instanceof Error ? error.message.trim().split('\n').at(-1) : String(error);
    return `${command}: ${message ?? 'failed'}`;
  }
}

interface Kind {
  readonly filesystem: string;
  /** Makes the filesystem in an image and mounts it. Returns the reason where that failed, else `null`. */
  readonly mount: (image: string, folder: string) => string | null;
}

const inImage =
  (...make: readonly [string, ...string[]]): Kind['mount'] =>
  (image, folder) => {
    writeFileSync(image, '');
    truncateSync(image, IMAGE_BYTES);
    const [command, ...args] = make;
    return runCommand(command, ...args, image) ?? runCommand('mount', '-o', 'loop', image, folder);
  };

const EXT4: Kind = { filesystem: 'ext4', mount: inImage('mkfs.ext4', '-q', '-F') };

/** Filesystems of removable drives; the last needs no image and is in every Linux. */
const OTHER_KINDS: readonly Kind[] = [
  { filesystem: 'exFAT', mount: inImage('mkfs.exfat') },
  { filesystem: 'FAT32', mount: inImage('mkfs.vfat', '-F', '32') },
  { filesystem: 'XFS', mount: inImage('mkfs.xfs', '-q', '-f') },
  { filesystem: 'Btrfs', mount: inImage('mkfs.btrfs', '-q', '-f') },
  { filesystem: 'other', mount: (_, folder) => runCommand('mount', '-t', 'tmpfs', '-o', 'size=128m', 'none', folder) },
];

/** Mounts two filesystems: ext4 and the first of the others that this system supports. */
function mountTwo(): Drives {
  const scratch = mkdtempSync(join(tmpdir(), 'opfsmark-drives-'));
  const drives: Drive[] = [];
  const whyNot: string[] = [];

  const tryOne = ({ filesystem, mount }: Kind): boolean => {
    const folder = join(scratch, filesystem);
    mkdirSync(folder);
    const why = mount(`${folder}.img`, folder);
    if (why === null) drives.push({ filesystem, folder });
    else whyNot.push(`${filesystem} (${why})`);
    return why === null;
  };

  const isUnprivileged = process.platform !== 'linux' || process.getuid?.() !== 0;
  if (isUnprivileged) whyNot.push('mounting takes Linux and root');
  else if (tryOne(EXT4)) OTHER_KINDS.some(tryOne);
  if (whyNot.length > 0) console.log(`not mounted: ${whyNot.join('; ')}`);

  return {
    drives,
    obstacle: drives.length === 2 ? null : `there are no two filesystems to compare: ${whyNot.join('; ')}`,
    unmount() {
      for (const { folder } of drives) runCommand('umount', folder);
      rmSync(scratch, { recursive: true, force: true });
    },
  };
}

const PROGRAM = join(ROOT, 'wasm-core', 'cli', 'opfsmark.mjs');
const PLAN = ['--cache', 'as-is', '--size', '32MiB', '--limit', '1', '--loops', '1', '--rows', 'SEQ1M-Q1T1,RND4K-Q1T1'];

const FIGURES = ['SEQ1M Q1', 'RND4K Q1'].flatMap((row) => [`${row} read`, `${row} write_burst`, `${row} flush_each`]);

/** Measures a drive with the command line and publishes the result; its permalink's id. */
function publishFrom({ folder }: Drive): Promise<string> {
  const args = ['run', '--dir', folder, ...PLAN, '--publish', baseURL, '--device', 'Two drives test'];
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [PROGRAM, ...args], { stdio: ['ignore', 'ignore', 'pipe'] });
    let messages = '';
    child.stderr.on('data', (chunk: Buffer) => (messages += chunk.toString()));
    child.on('error', reject);
    child.on('close', (code) => {
      const id = /\/r\/([0-9A-Z]{16})/.exec(messages)?.[1];
      if (code === 0 && id !== undefined) resolve(id);
      else reject(new Error(`ended with ${code}:\n${messages}`));
    });
  });
}

test('two filesystems measured by the command line stand side by side', async ({ page, api }) => {
  const { drives, obstacle, unmount } = mountTwo();
  try {
    if (obstacle !== null) console.log(`skipped: ${obstacle}`);
    test.skip(obstacle !== null, obstacle ?? '');
    const ids: string[] = [];
    for (const drive of drives) {
      const before = readdirSync(drive.folder);
      const id = await publishFrom(drive);
      ids.push(id);
      expect(readdirSync(drive.folder)).toEqual(before);

      const view = RunView.parse(await (await api.get(`/runs/${id}`)).json());
      expect(view.declared.filesystem).toBe(drive.filesystem);
      expect(view.record.environment.engine).toBe('node');
      expect(view.figures.map(({ name }) => name).sort()).toEqual([...FIGURES].sort());
    }
    await visit(page, `/compare?runs=${ids.join(',')}`);
    await expect(page.getByRole('table').first()).toContainText('RND4K Q1');
    for (const id of ids) await expect(page.locator(`a[href*="${id}"]`).first()).toBeVisible();
  } finally {
    unmount();
  }
});
