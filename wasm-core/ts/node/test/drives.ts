import { execFileSync } from 'node:child_process';
import {
  accessSync,
  chmodSync,
  constants,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';

/** Filesystems that exist for the length of a test. */

function succeeds(command: string, ...args: string[]): string | null {
  try {
    execFileSync(command, args, { stdio: ['ignore', 'ignore', 'pipe'] });
    return null;
  } catch (error) {
    return error instanceof Error ? (error.message.trim().split('\n').at(-1) ?? error.message) : String(error);
  }
}

/** A fresh folder, removed afterwards with all that is in it. By its real path, as processes in it are told: macOS has a link before it. */
export async function withFolder<T>(use: (folder: string) => T | Promise<T>, name = 'folder'): Promise<T> {
  const scratch = realpathSync(mkdtempSync(join(tmpdir(), 'opfsmark-drive-')));
  chmodSync(scratch, 0o755);
  const folder = join(scratch, name);
  mkdirSync(folder);
  try {
    return await use(folder);
  } finally {
    succeeds('umount', folder);
    rmSync(scratch, { recursive: true, force: true });
  }
}

/** Why nothing can be mounted here; `null` where it can. */
export function mountObstacle(): string | null {
  if (process.platform !== 'linux') return `mounting is tested on Linux only, and this is ${process.platform}`;
  if (process.getuid?.() !== 0) return 'mounting takes root';
  const scratch = mkdtempSync(join(tmpdir(), 'opfsmark-mount-'));
  try {
    const why = succeeds('mount', '-t', 'tmpfs', '-o', 'size=1m', 'none', scratch);
    if (why === null) succeeds('umount', scratch);
    return why && `this system mounts nothing: ${why}`;
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

/** Throws where it cannot be mounted. */
export function mount(folder: string, ...args: string[]): void {
  execFileSync('mount', [...args, folder], { stdio: ['ignore', 'ignore', 'pipe'] });
}

export function unmount(folder: string, ...args: string[]): void {
  execFileSync('umount', [...args, folder], { stdio: ['ignore', 'ignore', 'pipe'] });
}

/** An image of a fresh ext4 beside the folder, for a drive with sectors of this size. */
export function ext4Image(folder: string, bytes: number, sectorBytes = 512): string {
  const image = `${folder}.img`;
  writeFileSync(image, '');
  truncateSync(image, bytes);
  const blocks = sectorBytes > 1024 ? ['-b', `${sectorBytes}`] : [];
  execFileSync('mkfs.ext4', ['-q', '-F', ...blocks, image], { stdio: ['ignore', 'ignore', 'pipe'] });
  return image;
}

const SMALL_IMAGE_BYTES = 4 * 1024 * 1024;

/** Why no image of a filesystem can be mounted here, as in containers that mount and have no loop devices; `null` where one can. */
export function imageObstacle(): string | null {
  const why = mountObstacle();
  if (why !== null) return why;
  const folder = mkdtempSync(join(tmpdir(), 'opfsmark-image-'));
  try {
    mount(folder, '-o', 'loop', ext4Image(folder, SMALL_IMAGE_BYTES));
    return null;
  } catch (error) {
    return `this system mounts no image: ${error instanceof Error ? error.message.trim().split('\n').at(-1) : String(error)}`;
  } finally {
    succeeds('umount', folder);
    rmSync(folder, { recursive: true, force: true });
    rmSync(`${folder}.img`, { force: true });
  }
}

/** The smallest that mkfs makes with one copy of everything. */
const BTRFS_BYTES = 128 * 1024 * 1024;

/** An image of a fresh Btrfs beside the folder. */
export function btrfsImage(folder: string): string {
  const image = `${folder}.img`;
  writeFileSync(image, '');
  truncateSync(image, BTRFS_BYTES);
  execFileSync('mkfs.btrfs', ['--quiet', '--mixed', image], { stdio: ['ignore', 'ignore', 'pipe'] });
  return image;
}

/** Why no Btrfs can be made and mounted here; `null` where it can. */
export function btrfsObstacle(): string | null {
  const why = imageObstacle() ?? succeeds('mkfs.btrfs', '--version');
  if (why !== null) return why;
  return /^[ \t]*btrfs$/m.test(readFileSync('/proc/filesystems', 'utf8')) ? null : 'this Linux has no Btrfs';
}

/** The drive under a mounted image ends where the image is cut off: every call behind that is an I/O error from now on. */
export function breakDrive(folder: string, image: string): void {
  const device = deviceOf(folder);
  truncateSync(image, 1024 * 1024);
  execFileSync('losetup', ['-c', device], { stdio: ['ignore', 'ignore', 'pipe'] });
}

/** Why `makeReadOnly` is not possible here; `null` where it is. In many containers /sys is read-only. */
export function readOnlyObstacle(): string | null {
  try {
    accessSync('/sys/fs/ext4', constants.W_OK);
    return null;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** The state that ext4 takes by itself, mounted with errors=remount-ro, when it finds its drive broken: see Documentation/ABI of Linux. */
export function makeReadOnly(folder: string): void {
  writeFileSync(`/sys/fs/ext4/${basename(deviceOf(folder))}/trigger_fs_error`, 'a test');
}

function deviceOf(folder: string): string {
  return execFileSync('findmnt', ['-no', 'SOURCE', folder], { encoding: 'utf8' }).trim();
}
