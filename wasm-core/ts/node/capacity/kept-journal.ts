import { readJournal, writeJournal, type Journal } from '@opfsmark/schema/capacity';
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { homedir, uptime } from 'node:os';
import { dirname, isAbsolute, join } from 'node:path';
import { codeOf, FolderProblem, reasonOf } from '../folder-problem.ts';

/** A variable that is empty, or names a folder from wherever this is called, is as good as none (XDG Base Directory Specification). */
function stateFolder(env: NodeJS.ProcessEnv): string {
  const named = [env['XDG_STATE_HOME'], env['LOCALAPPDATA']].find((path = '') => isAbsolute(path));
  return join(named ?? join(homedir(), '.local', 'state'), 'opfsmark');
}

/** On Windows a scanner or an indexer holds a file for a moment that was just written, and nothing can take its place meanwhile. */
const HELD = ['EPERM', 'EACCES', 'EBUSY'];
const HELD_TRIES = 20;
const HELD_MS = 50;

const pause = (ms: number): unknown => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);

/** Gives a file the name of another, which it replaces. `rename` and `wait` are for tests. */
export function renameOver(
  from: string,
  to: string,
  { platform = process.platform, rename = renameSync, wait = pause } = {},
): void {
  for (let attempt = 1; ; attempt++) {
    try {
      rename(from, to);
      return;
    } catch (error) {
      if (platform !== 'win32' || !HELD.includes(codeOf(error)) || attempt === HELD_TRIES) throw error;
      wait(HELD_MS);
    }
  }
}

const cannotKeep = (folder: string, error: unknown) =>
  new FolderProblem(
    'not_writable',
    `What is known of the drive cannot be kept in ${folder}: ${reasonOf(error)}. Name a folder where it can be: XDG_STATE_HOME=PATH.`,
  );

/** The knowledge of a test of a folder, kept on the drive of this user's files: that which is tested may be false, or pulled out. */
export class KeptJournal {
  readonly #path: string;
  readonly #lockPath: string;
  readonly holePath: string;

  /** @param dir the full path of the folder that was named. */
  constructor(dir: string, env: NodeJS.ProcessEnv = process.env) {
    const folder = stateFolder(env);
    try {
      mkdirSync(folder, { recursive: true });
    } catch (error) {
      throw cannotKeep(folder, error);
    }
    const name = `capacity-${createHash('sha256').update(dir).digest('hex').slice(0, 16)}`;
    this.#path = join(folder, `${name}.json`);
    this.#lockPath = join(folder, `${name}.lock`);
    this.holePath = join(folder, `${name}.hole`);
  }

  read(): Journal | null {
    try {
      return readJournal(readFileSync(this.#path, 'utf8'));
    } catch {
      return null;
    }
  }

  /** Whole or not at all, however the process ends. */
  write(journal: Journal): void {
    const next = `${this.#path}.next`;
    try {
      writeFileSync(next, writeJournal(journal));
      renameOver(next, this.#path);
    } catch (error) {
      const why = `What is known of the drive cannot be kept in ${dirname(this.#path)}: ${reasonOf(error)}`;
      throw new FolderProblem('no_space', `${why}. Free some space there: the same command then goes on.`);
    }
  }

  remove(): void {
    rmSync(this.#path, { force: true });
  }

  /** Whether nobody else tests this folder now. */
  lock(): boolean {
    for (let attempt = 0; attempt < 2; attempt++) {
      try {
        writeFileSync(this.#lockPath, `${process.pid}`, { flag: 'wx' });
        return true;
      } catch (error) {
        if (codeOf(error) !== 'EEXIST') throw cannotKeep(dirname(this.#lockPath), error);
        if (isHeld(this.#lockPath)) return false;
        rmSync(this.#lockPath, { force: true });
      }
    }
    return false;
  }

  unlock(): void {
    rmSync(this.#lockPath, { force: true });
  }
}

/** After a power cut another process may have the number of the one that held it; one that ends takes it away meanwhile. */
function isHeld(lockPath: string): boolean {
  const bootMs = Date.now() - 1000 * uptime();
  try {
    return statSync(lockPath).mtimeMs >= bootMs && isAlive(Number(readFileSync(lockPath, 'utf8')));
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return false;
    throw error;
  }
}

function isAlive(pid: number): boolean {
  if (!Number.isInteger(pid) || pid <= 0) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return codeOf(error) === 'EPERM';
  }
}
