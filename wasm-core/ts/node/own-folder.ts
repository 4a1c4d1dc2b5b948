import {
  closeSync,
  constants,
  lstatSync,
  mkdtempSync,
  openSync,
  readdirSync,
  realpathSync,
  rmSync,
  statfsSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { rm } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { formatAmount } from './amount.ts';
import { codeOf, FolderProblem, reasonOf } from './folder-problem.ts';
import { clearLeftovers, type Leftovers } from './leftovers.ts';
import { OWNER_FILE, ownerHere } from './owner.ts';

const PREFIX = '.opfsmark-';
/** For the entries of the folder and what a filesystem keeps about them. */
const MARGIN_BYTES = 1024 * 1024;
/** MSDOS_SUPER_MAGIC of linux/magic.h, and the largest size that the format's 32 bits hold. */
const FAT = { type: 0x4d44, maxFileBytes: 2 ** 32 - 1 } as const;
/** Windows refuses to delete what an ended thread holds a moment longer. */
const RETRIES = { maxRetries: 20, retryDelay: 50 } as const;

/** The folder at this path. A link is refused: what is measured should be what was named. */
function realFolder(path: string): string {
  const full = resolve(path);
  try {
    const entry = lstatSync(full);
    if (entry.isSymbolicLink()) {
      throw new FolderProblem('is_link', `${full} is a symbolic link. Name the folder itself: ${realpathSync(full)}`);
    }
    if (!entry.isDirectory())
      throw new FolderProblem('is_file', `${full} is not a folder. Name the one that it lies in.`);
    return full;
  } catch (error) {
    if (error instanceof FolderProblem) throw error;
    if (codeOf(error) === 'ENOENT')
      throw new FolderProblem('not_found', `There is no folder ${full}. Name one that exists.`);
    if (codeOf(error) === 'ENOTDIR')
      throw new FolderProblem('is_file', `A part of ${full} is not a folder. Name one that exists.`);
    throw new FolderProblem('unreadable', `${full} cannot be looked at: ${reasonOf(error)}. Choose another folder.`);
  }
}

function makeIn(dir: string): string {
  try {
    return mkdtempSync(join(dir, PREFIX));
  } catch (error) {
    const isFull = ['ENOSPC', 'EDQUOT'].includes(codeOf(error));
    const next = isFull ? 'Free some space.' : 'Choose a folder in which you may write.';
    throw new FolderProblem(
      isFull ? 'no_space' : 'not_writable',
      `Nothing can be written into ${dir}: ${reasonOf(error)}. ${next}`,
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
  #removed = false;

  constructor(path: string) {
    this.parent = realFolder(path);
    this.#parentFd =
      process.platform === 'linux' ? openSync(this.parent, constants.O_RDONLY | constants.O_DIRECTORY) : null;
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

  /** Throws where files of so many bytes, and one as large as this, cannot lie here. */
  needSpace(bytes: number, largestBytes: number): void {
    const { bavail, bsize, type } = statfsSync(this.path);
    const free = bavail * bsize;
    if (free < bytes + MARGIN_BYTES) {
      const [has, needs] = [formatAmount(free), formatAmount(bytes + MARGIN_BYTES)];
      throw new FolderProblem(
        'no_space',
        `${this.parent} has ${has} free, and this plan needs ${needs}. Choose a smaller --size.`,
      );
    }
    if (process.platform === 'linux' && type === FAT.type && largestBytes > FAT.maxFileBytes) {
      throw new FolderProblem(
        'file_too_large',
        `${this.parent} is FAT, where a file has less than 4 GiB. Choose a smaller --size.`,
      );
    }
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
    const names = name === undefined ? readdirSync(this.#reach).filter((each) => each !== OWNER_FILE) : [name];
    for (const each of names) await rm(join(this.#reach, each), { recursive: true, force: true, ...RETRIES });
  }

  /** Synchronous, for the end of a process. Does nothing the second time. */
  remove(): void {
    if (this.#removed) return;
    this.#removed = true;
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
