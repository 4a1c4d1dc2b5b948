import { sum } from '@opfsmark/schema/documents';
import {
  closeSync,
  constants,
  lstatSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  rmdirSync,
  rmSync,
  statfsSync,
  statSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { rm } from 'node:fs/promises';
import { codeOf, FolderProblem, formatAmount, reasonOf } from './folder-problem.ts';

/**
 * Who made a folder: so that a later run can tell whether that process is dead, which alone makes its folder one to delete.
 * `world` is one start of one computer, and in it one set of process numbers: a container has its own, and a drive may
 * be carried to, or shared with, another computer, where the number would say nothing.
 */
export interface Owner {
  readonly program: 'opfsmark';
  readonly world: string;
  readonly pid: number;
  /** Numbers are given again; the moment at which a process began is not. */
  readonly started: string;
}

/** The file in a run's folder that names its owner. */
export const OWNER_FILE = 'owner.json';

/** Field 22 of proc_pid_stat(5); the name in field 2 may hold spaces and parentheses. */
const AFTER_NAME = 2;
const START_FIELD = 21;

function startOf(pid: number): string | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    return stat.slice(stat.lastIndexOf(')') + AFTER_NAME).split(' ')[START_FIELD - AFTER_NAME] ?? null;
  } catch {
    return null;
  }
}

function worldOf(): string | null {
  try {
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
    return `${boot} ${readlinkSync('/proc/self/ns/pid')}`;
  } catch {
    return null;
  }
}

/** This process; `null` where the system does not tell enough of it (anywhere but on Linux). */
export function ownerHere(): Owner | null {
  const [world, started] = [worldOf(), startOf(process.pid)];
  return world === null || started === null ? null : { program: 'opfsmark', world, pid: process.pid, started };
}

function parseOwner(text: string): Owner | null {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value !== 'object' || value === null) return null;
    const { program, world, pid, started } = value as Record<string, unknown>;
    if (program !== 'opfsmark' || typeof world !== 'string' || typeof started !== 'string') return null;
    return typeof pid === 'number' && Number.isInteger(pid) && pid > 0 ? { program, world, pid, started } : null;
  } catch {
    return null;
  }
}

/** `unknown`: of another computer, or from before this one was started. */
function stateOf({ world, pid, started }: Owner): 'alive' | 'dead' | 'unknown' {
  if (world !== worldOf()) return 'unknown';
  return startOf(pid) === started ? 'alive' : 'dead';
}

/** The names that runs give their folder and their files. */
const FOLDER = /^\.opfsmark-[A-Za-z0-9]{6}$/;
const FILE = /^(?:data|part)(?:-\d+){0,2}$/;

export interface Leftovers {
  /** Folders of runs that were killed: deleted now. */
  readonly removed: readonly string[];
  /** Folders of runs that are at work beside this one. */
  readonly busy: readonly string[];
  /** Look like ours, and are not known to be nobody's any more: left as they are. */
  readonly unknown: readonly string[];
}

type Kind = keyof Leftovers;

/** Whether a folder is a dead run's, and holds nothing but what a run makes. */
function kindOf(folder: string): Kind {
  const { isOurs, names } = lookInto(folder);
  if (!isOurs || !names.includes(OWNER_FILE)) return 'unknown';
  const owner = parseOwner(readFileSync(join(folder, OWNER_FILE), 'utf8'));
  const state = owner ? stateOf(owner) : 'unknown';
  if (state !== 'dead') return state === 'alive' ? 'busy' : 'unknown';
  const hasOnlyOurs = names.every(
    (name) => (name === OWNER_FILE || FILE.test(name)) && lstatSync(join(folder, name)).isFile(),
  );
  return hasOnlyOurs ? 'removed' : 'unknown';
}

function lookInto(folder: string): { isOurs: boolean; names: string[] } {
  const entry = lstatSync(folder);
  // Root can delete what is another's; it should not.
  const isOurs = entry.isDirectory() && (process.getuid === undefined || entry.uid === process.getuid());
  return { isOurs, names: isOurs ? readdirSync(folder) : [] };
}

/** File by file and the owner last: cut short, it is still known whose it is; and nothing else can go with it. */
function remove(folder: string): void {
  const names = readdirSync(folder).filter((name) => FILE.test(name));
  for (const name of [...names, OWNER_FILE]) unlinkSync(join(folder, name));
  rmdirSync(folder);
}

/**
 * Deletes what killed runs have left in `parent`, where that is certain, and names the rest. `ownName` is the name of
 * this run's folder.
 */
export function clearLeftovers(parent: string, ownName: string): Leftovers {
  const leftovers: Record<Kind, string[]> = { removed: [], busy: [], unknown: [] };
  for (const name of readdirSync(parent)) {
    if (!FOLDER.test(name) || name === ownName) continue;
    const folder = join(parent, name);
    try {
      const kind = kindOf(folder);
      if (kind === 'removed') remove(folder);
      leftovers[kind].push(folder);
    } catch {
      // Another run may have been faster, or it is not ours to look into.
      leftovers.unknown.push(folder);
    }
  }
  return leftovers;
}

const PREFIX = '.opfsmark-';
/** For the entries of the folder and what a filesystem keeps about them. */
const MARGIN_BYTES = 1024 * 1024;
/** MSDOS_SUPER_MAGIC of linux/magic.h, and the largest size that the format's 32 bits hold. */
const FAT = { type: 0x4d44, maxFileBytes: 2 ** 32 - 1 } as const;
/** Windows refuses to delete what an ended thread holds a moment longer. */
const RETRIES = { maxRetries: 20, retryDelay: 50 } as const;

interface SpaceProblem {
  readonly code: 'no_space' | 'file_too_large';
  readonly sentence: string;
}

const unreadable = (path: string, error: unknown) =>
  new FolderProblem('unreadable', `${path} cannot be looked at: ${reasonOf(error)}. Choose another folder.`);

/** The folder at this path. A link is refused: what is measured should be what was named. */
export function realFolder(path: string, platform: NodeJS.Platform = process.platform): string {
  // A backslash before a quotation mark is taken for one that belongs to the word, and all that follows for the same word.
  if (platform === 'win32' && path.includes('"')) {
    throw new FolderProblem(
      'not_found',
      `There is no folder ${path}. Leave out the backslash before the quotation mark, as in "D:\\My folder", or the marks, as in D:\\.`,
    );
  }
  const fullPath = resolve(path);
  try {
    const entry = lstatSync(fullPath);
    if (entry.isSymbolicLink()) {
      throw new FolderProblem(
        'is_link',
        `${fullPath} is a symbolic link. Name the folder itself: ${realpathSync(fullPath)}`,
      );
    }
    if (!entry.isDirectory())
      throw new FolderProblem('is_file', `${fullPath} is not a folder. Name the one that it lies in.`);
    return fullPath;
  } catch (error) {
    if (error instanceof FolderProblem) throw error;
    if (codeOf(error) === 'ENOENT')
      throw new FolderProblem(
        'not_found',
        `There is no folder ${fullPath}. Plug its drive in, or name one that exists.`,
      );
    if (codeOf(error) === 'ENOTDIR')
      throw new FolderProblem('is_file', `A part of ${fullPath} is not a folder. Name one that exists.`);
    throw unreadable(fullPath, error);
  }
}

function openFolder(path: string): number {
  try {
    return openSync(path, constants.O_RDONLY | constants.O_DIRECTORY);
  } catch (error) {
    throw unreadable(path, error);
  }
}

function makeIn(dir: string): string {
  try {
    return mkdtempSync(join(dir, PREFIX));
  } catch (error) {
    const isFull = ['ENOSPC', 'EDQUOT'].includes(codeOf(error));
    const advice = isFull ? 'Free some space.' : 'Choose a folder in which you may write.';
    throw new FolderProblem(
      isFull ? 'no_space' : 'not_writable',
      `Nothing can be written into ${dir}: ${reasonOf(error)}. ${advice}`,
    );
  }
}

/**
 * The one folder that a run makes inside the folder to be measured: all its files lie there, it is removed with them, and
 * nothing else is ever touched.
 */
export class OwnFolder {
  readonly path: string;
  /** The folder to be measured. */
  readonly parent: string;
  /**
   * By which files are deleted. On Linux it goes through a descriptor that is held open: it leads to the same folder even
   * after the filesystem was unmounted over its path.
   */
  readonly #reach: string;
  readonly #parentFd: number | null;
  readonly #identity: string;
  #isRemoved = false;

  constructor(path: string) {
    this.parent = realFolder(path);
    this.#parentFd = process.platform === 'linux' ? openFolder(this.parent) : null;
    this.#identity = this.#identify();
    try {
      this.path = makeIn(this.parent);
    } catch (error) {
      this.#close();
      throw error;
    }
    this.#reach = this.#parentFd === null ? this.path : `/proc/self/fd/${this.#parentFd}/${basename(this.path)}`;
  }

  clearLeftovers(): Leftovers {
    return clearLeftovers(this.parent, basename(this.path));
  }

  /** Linux gives a hole no room on the drive, so there is no limit; elsewhere it may take as much as its size. */
  get spaceForHoles(): number | null {
    if (process.platform === 'linux') return null;
    const { bavail, bsize } = statfsSync(this.path);
    return bavail * bsize;
  }

  /** Why files of these sizes cannot lie here, without what to do about it; `null` where they can. */
  spaceProblem(sizes: readonly number[]): SpaceProblem | null {
    const { bavail, bsize, type } = statfsSync(this.path);
    const freeBytes = bavail * bsize;
    const neededBytes = sum(sizes) + MARGIN_BYTES;
    if (freeBytes < neededBytes) {
      const [has, needs] = [formatAmount(freeBytes), formatAmount(neededBytes)];
      return { code: 'no_space', sentence: `${this.parent} has ${has} free, and this plan needs ${needs}.` };
    }
    if (process.platform === 'linux' && type === FAT.type && Math.max(...sizes) > FAT.maxFileBytes) {
      return { code: 'file_too_large', sentence: `${this.parent} is FAT, where a file has less than 4 GiB.` };
    }
    return null;
  }

  /** Writes down which process owns this folder, so that a later run can tell whether it is dead. */
  writeOwner(): void {
    const owner = ownerHere();
    if (owner === null) return;
    try {
      writeFileSync(join(this.path, OWNER_FILE), JSON.stringify(owner), { flag: 'wx' });
    } catch {
      // Writing the data will fail, too, and say so. A later run will name this folder, not delete it.
    }
  }

  /** Whether the path still leads to the filesystem it led to in the beginning. */
  get inPlace(): boolean {
    try {
      return this.#identify() === this.#identity;
    } catch {
      return false;
    }
  }

  /** Deletes one file, or all but the one that says whose they are. */
  async empty(name?: string): Promise<void> {
    const names = name === undefined ? readdirSync(this.#reach).filter((entry) => entry !== OWNER_FILE) : [name];
    for (const entry of names) await rm(join(this.#reach, entry), { recursive: true, force: true, ...RETRIES });
  }

  /** Synchronous, for the end of a process. Does nothing the second time. */
  remove(): void {
    if (this.#isRemoved) return;
    this.#isRemoved = true;
    try {
      rmSync(this.#reach, { recursive: true, force: true, ...RETRIES });
    } catch (error) {
      throw new FolderProblem(
        'left_behind',
        `${this.path} could not be deleted: ${reasonOf(error)}. Delete it when the drive works again.`,
      );
    } finally {
      this.#close();
    }
  }

  #identify(): string {
    const { dev, ino } = statSync(this.parent, { bigint: true });
    return `${dev} ${ino}`;
  }

  #close(): void {
    if (this.#parentFd !== null) closeSync(this.#parentFd);
  }
}
