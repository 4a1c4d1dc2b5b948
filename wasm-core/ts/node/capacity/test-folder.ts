import { existsSync, mkdirSync, readdirSync, rmdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Journal } from '@opfsmark/schema/capacity';
import { codeOf, FolderProblem, reasonOf } from '../folder-problem.ts';
import { FILE } from './folder-drive.ts';
import type { KeptJournal } from './kept-journal.ts';

const FOLDER = '.opfsmark-capacity';

/** The path of a new folder for the files of a test, by a name that nobody has taken. */
export function makeTestFolder(dir: string): string {
  for (let number = 1; ; number++) {
    const path = join(dir, number === 1 ? FOLDER : `${FOLDER}-${number}`);
    try {
      mkdirSync(path);
      return path;
    } catch (error) {
      if (codeOf(error) === 'EEXIST' && number < 100) continue;
      throw new FolderProblem(
        'not_writable',
        `Nothing can be written into ${dir}: ${reasonOf(error)}. Choose another folder.`,
      );
    }
  }
}

/** Only what a test makes; anything else that lies there stays. */
function removeFolder(folder: string): boolean {
  try {
    for (const name of readdirSync(folder)) if (FILE.test(name)) rmSync(join(folder, name), { force: true });
    rmdirSync(folder);
    return true;
  } catch {
    return !existsSync(folder);
  }
}

/** Deletes the files of a test, and its journal with them. The problem, where a drive keeps its files; `null` where they are gone. */
export function removeTest(dir: string, { folder }: Journal, kept: KeptJournal): FolderProblem | null {
  const path = join(dir, folder);
  const isClean = removeFolder(path);
  kept.remove();
  if (isClean) return null;
  return new FolderProblem('left_behind', `${path} could not be deleted. Format the drive, or delete it by hand.`);
}
