import { closeSync, constants, openSync, readFileSync, readSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { formatAmount } from './amount.ts';
import { codeOf, FolderProblem, reasonOf } from './folder-problem.ts';
import type { OwnFolder } from './own-folder.ts';

/** UV_FS_O_DIRECT of libuv's include/uv/win.h: FILE_FLAG_NO_BUFFERING. Node.js has no name for it. Not tried. */
const WINDOWS_UNBUFFERED = 0x02000000;
/** What a drive or a file system may ask for: from a sector of old drives to the largest page. */
const UNITS_BYTES = [512, 1024, 2048, 4096, 8192, 16_384, 32_768, 65_536] as const;
/** As a run names its files, so that a later run knows it for one of ours. */
const TRIAL_FILE = 'data';

/** The flag that opens a file for direct I/O here. */
export function directFlag(platform: NodeJS.Platform = process.platform): number {
  const known: Partial<typeof constants> = constants;
  const flag = platform === 'win32' ? WINDOWS_UNBUFFERED : platform === 'linux' ? known.O_DIRECT : undefined;
  if (flag !== undefined) return flag;
  const why = platform === 'darwin' ? ': Node.js cannot set F_NOCACHE' : '';
  throw new FolderProblem('no_direct', `--direct is for Linux and Windows, and this is ${platform}${why}.`);
}

/** What this process has read from drives, by proc_pid_io(5); `null` where the system does not tell. */
function bytesReadFromDrives(): number | null {
  try {
    const bytes = /^read_bytes: (\d+)$/m.exec(readFileSync('/proc/self/io', 'latin1'))?.[1];
    return bytes === undefined ? null : Number(bytes);
  } catch {
    return null;
  }
}

/** Whether a block of this size can be written and read, at a multiple of itself in the file and in memory. */
function isPossible(fd: number, memory: Uint8Array, bytes: number): boolean {
  try {
    return writeSync(fd, memory, bytes, bytes, bytes) === bytes && readSync(fd, memory, bytes, bytes, bytes) === bytes;
  } catch (error) {
    if (codeOf(error) === 'EINVAL') return false;
    throw error;
  }
}

/** Of what size the smallest direct call is; throws where there are none, or where memory answers them. */
function smallestCall(path: string, parent: string, flag: number): number {
  const refuse = (why: string) =>
    new FolderProblem('no_direct', `${parent} cannot be measured with --direct: ${why}. Choose another folder.`);
  // WebAssembly's memory begins at a page.
  const memory = new Uint8Array(new WebAssembly.Memory({ initial: 2 }).buffer);
  let fd: number | null = null;
  try {
    fd = openSync(path, constants.O_RDWR | constants.O_CREAT | flag, 0o600);
    const file = fd;
    const unit = UNITS_BYTES.find((bytes) => isPossible(file, memory, bytes));
    if (unit === undefined) throw refuse('its file system refuses direct calls of every size');
    const before = bytesReadFromDrives();
    readSync(file, memory, 0, unit, unit);
    // Some file systems take the flag and answer from memory all the same.
    if (before !== null && bytesReadFromDrives() === before) throw refuse('its direct reads are answered from memory');
    return unit;
  } catch (error) {
    if (codeOf(error) === 'EINVAL') throw refuse('its file system has no direct I/O');
    throw error;
  } finally {
    if (fd !== null) closeSync(fd);
  }
}

/** Throws `FolderProblem` where blocks of these sizes cannot be read and written past the page cache. */
export async function needDirect(folder: OwnFolder, flag: number, blocksBytes: readonly number[]): Promise<void> {
  let unit: number;
  try {
    unit = smallestCall(join(folder.path, TRIAL_FILE), folder.parent, flag);
  } catch (error) {
    if (error instanceof FolderProblem) throw error;
    throw new FolderProblem('no_direct', `--direct was tried in ${folder.parent} and failed: ${reasonOf(error)}.`);
  } finally {
    await folder.empty(TRIAL_FILE);
  }
  const unfit = blocksBytes.find((bytes) => bytes % unit !== 0);
  if (unfit === undefined) return;
  throw new FolderProblem(
    'no_direct',
    `${folder.parent} takes direct calls in multiples of ${formatAmount(unit)}, and this plan has blocks of ` +
      `${formatAmount(unfit)}. Choose other blocks, or leave out --direct.`,
  );
}
