import { KIB, MIB } from '@opfsmark/schema/documents';
import { closeSync, constants, fsyncSync, openSync, readFileSync, readSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { codeOf, FolderProblem, formatAmount, reasonOf } from './folder-problem.ts';
import type { OwnFolder } from './own-folder.ts';

/** UV_FS_O_DIRECT of libuv's include/uv/win.h: FILE_FLAG_NO_BUFFERING. Node.js has no name for it. Tried in Wine alone, which ignores it. */
const WINDOWS_UNBUFFERED = 0x02000000;
/** The alignments that a drive or a file system may ask for: from a sector of old drives to the largest page. */
const UNITS_BYTES = [512, 1024, 2048, 4096, 8192, 16_384, 32_768, 65_536] as const;
const CALL_BYTES = MIB;
const WASM_PAGE = 64 * KIB;
/** So many that the lag of the system's count does not matter. */
const MIN_DIRTIED_PAGES = 512;
const MIN_DIRTIED_BYTES = 4 * MIB;
/** As a run names its files, so that a later run knows it for one of ours. */
const TRIAL_FILE = 'data';

/** The flag that opens a file for direct I/O here. */
export function directFlag(platform: NodeJS.Platform = process.platform): number {
  const flags: Partial<typeof constants> = constants;
  const flag = platform === 'win32' ? WINDOWS_UNBUFFERED : platform === 'linux' ? flags.O_DIRECT : undefined;
  if (flag !== undefined) return flag;
  const why = platform === 'darwin' ? ': Node.js cannot set F_NOCACHE' : '';
  throw new FolderProblem('no_direct', `--direct is for Linux and Windows, and this is ${platform}${why}.`);
}

/** The number that a pattern finds in a file of /proc; `null` where the system does not tell. */
function numberIn(path: string, pattern: RegExp): number | null {
  try {
    const text = pattern.exec(readFileSync(path, 'latin1'))?.[1];
    return text === undefined ? null : Number(text);
  } catch {
    return null;
  }
}

/** The bytes that this process has read from drives, by proc_pid_io(5). */
const bytesReadFromDrives = () => numberIn('/proc/self/io', /^read_bytes: (\d+)$/m);
/** Pages of files that anybody has written into memory since the system started, by proc_vmstat(5). */
const pagesDirtied = () => numberIn('/proc/vmstat', /^nr_dirtied (\d+)$/m);
const pageBytes = () => (numberIn('/proc/self/smaps', /^KernelPageSize: +(\d+) kB$/m) ?? 4) * KIB;

const pause = (ms: number) => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);

/** A file that is tried, and memory for its calls; WebAssembly's begins at a page. */
interface Trial {
  readonly fd: number;
  readonly memory: Uint8Array;
}

/** Whether a block of this size can be written and read, at a multiple of itself in the file and in memory. */
function isPossible({ fd, memory }: Trial, bytes: number): boolean {
  try {
    return writeSync(fd, memory, bytes, bytes, bytes) === bytes && readSync(fd, memory, bytes, bytes, bytes) === bytes;
  } catch (error) {
    if (codeOf(error) === 'EINVAL') return false;
    throw error;
  }
}

/** Btrfs answers from memory what it has not written yet, and for a moment after a flush: its bookkeeping goes on in the background. */
const READ_TRIES = 20;
const BETWEEN_READS_MS = 10;

/** Whether a block that was read before is read from the drive again; where the system does not tell, nothing speaks against it. */
function isReadFromDrive({ fd, memory }: Trial, bytes: number): boolean {
  fsyncSync(fd);
  for (let attempt = 0; attempt < READ_TRIES; attempt++) {
    if (attempt > 0) pause(BETWEEN_READS_MS);
    const bytesBefore = bytesReadFromDrives();
    readSync(fd, memory, 0, bytes, bytes);
    if (bytesBefore === null || bytesReadFromDrives() !== bytesBefore) return true;
  }
  return false;
}

function overwrite({ fd, memory }: Trial, bytes: number): void {
  for (let at = 0; at < bytes; at += CALL_BYTES) writeSync(fd, memory, 0, CALL_BYTES, at);
}

interface Rise {
  readonly acting: number;
  readonly pausing: number;
}

/** How far a count rises in as long as `act` takes, and then in as long a pause, which shows what others add to it. */
function riseOf(count: () => number, act: () => void): Rise {
  const [beganMs, from] = [performance.now(), count()];
  act();
  const [tookMs, middle] = [performance.now() - beganMs, count()];
  pause(Math.ceil(tookMs));
  return { acting: middle - from, pausing: count() - middle };
}

/** By so many trials more one side must be ahead: beside a writer without a pause one in four is wrong. */
const LEAD = 9;
const MAX_TRIALS = 50;

/**
 * Whether writing this many pages makes them dirty in memory, by trials of which each counts those of the whole system. One in
 * which fewer became dirty than were written decides: they were not ours. Else others write, too, and the trials vote. Where
 * that does not end, nothing is held against the file system.
 */
export function becomeDirty(pages: number, trial: () => Rise): boolean {
  let lead = 0;
  for (let count = 0; count < MAX_TRIALS && Math.abs(lead) < LEAD; count++) {
    const { acting, pausing } = trial();
    if (acting < pages / 2) return false;
    lead += acting - pausing >= pages / 2 ? 1 : -1;
  }
  return lead >= LEAD;
}

/**
 * Whether direct writes make pages of memory dirty, as ordinary ones do. The count lags behind by up to 125 pages per processor, so
 * that many are written.
 */
function areWritesBuffered(trial: Trial): boolean {
  if (pagesDirtied() === null) return false;
  const pages = Math.max(MIN_DIRTIED_PAGES, Math.ceil(MIN_DIRTIED_BYTES / pageBytes()));
  const bytes = Math.ceil((pages * pageBytes()) / CALL_BYTES) * CALL_BYTES;
  // The overwriting of existing data counts, as in a run.
  overwrite(trial, bytes);
  return becomeDirty(pages, () =>
    riseOf(
      () => pagesDirtied() ?? 0,
      () => overwrite(trial, bytes),
    ),
  );
}

/** The effect of direct calls in a folder. */
interface DirectCalls {
  /** The size of the smallest that the drive answers. */
  readonly unitBytes: number;
  readonly areWritesBuffered: boolean;
}

const refusal = (parent: string, why: string, advice = 'Choose another folder.') =>
  new FolderProblem('no_direct', `${parent} cannot be measured with --direct: ${why}. ${advice}`);

/** Throws where there are no direct calls, or where memory answers all of them. */
function tryDirect(path: string, parent: string, flag: number): DirectCalls {
  let fd: number | null = null;
  try {
    fd = openSync(path, constants.O_RDWR | constants.O_CREAT | flag, 0o600);
    const trial = { fd, memory: new Uint8Array(new WebAssembly.Memory({ initial: CALL_BYTES / WASM_PAGE }).buffer) };
    const possibleUnits = UNITS_BYTES.filter((bytes) => isPossible(trial, bytes));
    if (possibleUnits.length === 0) throw refusal(parent, 'its file system refuses direct calls of every size');
    // Some file systems take the flag and answer from memory all the same, or take calls of some sizes only.
    const unitBytes = possibleUnits.find((bytes) => isReadFromDrive(trial, bytes));
    if (unitBytes === undefined) throw refusal(parent, 'its direct reads of every size are answered from memory');
    return { unitBytes, areWritesBuffered: areWritesBuffered(trial) };
  } catch (error) {
    if (codeOf(error) === 'EINVAL') throw refusal(parent, 'its file system has no direct I/O');
    throw error;
  } finally {
    if (fd !== null) closeSync(fd);
  }
}

/** Whether whole blocks can be written and read past memory at this path, a file that is made for it. */
export function readsPastMemory(path: string): boolean {
  let fd: number | null = null;
  try {
    fd = openSync(path, constants.O_RDWR | constants.O_CREAT | directFlag(), 0o600);
    const trial = { fd, memory: new Uint8Array(new WebAssembly.Memory({ initial: CALL_BYTES / WASM_PAGE }).buffer) };
    return isPossible(trial, WASM_PAGE) && isReadFromDrive(trial, WASM_PAGE);
  } catch {
    return false;
  } finally {
    if (fd !== null) closeSync(fd);
  }
}

const WRITES_BUFFERED =
  'its file system takes direct writes through the page cache, as Btrfs does for files with checksums since Linux 6.14';
const WRITES_BUFFERED_NEXT =
  'Measure its reads alone (--family matrix --directions read), choose a folder without checksums (on Btrfs an empty one ' +
  'after chattr +C), or leave out --direct.';

interface DirectNeeds {
  readonly blocksBytes: readonly number[];
  /** Whether writes are measured. */
  readonly writes: boolean;
}

/** Throws `FolderProblem` where blocks of these sizes cannot be read, and written, past the page cache. */
export async function needDirect(folder: OwnFolder, flag: number, { blocksBytes, writes }: DirectNeeds): Promise<void> {
  let calls: DirectCalls;
  try {
    calls = tryDirect(join(folder.path, TRIAL_FILE), folder.parent, flag);
  } catch (error) {
    if (error instanceof FolderProblem) throw error;
    throw refusal(folder.parent, `it was tried and failed, ${reasonOf(error)}`);
  } finally {
    await folder.empty(TRIAL_FILE);
  }
  const unfitBytes = blocksBytes.find((bytes) => bytes % calls.unitBytes !== 0);
  if (unfitBytes !== undefined) {
    throw new FolderProblem(
      'no_direct',
      `${folder.parent} takes direct calls in multiples of ${formatAmount(calls.unitBytes)}, and this plan has blocks of ` +
        `${formatAmount(unfitBytes)}. Choose other blocks, or leave out --direct.`,
    );
  }
  if (writes && calls.areWritesBuffered) throw refusal(folder.parent, WRITES_BUFFERED, WRITES_BUFFERED_NEXT);
}
