import { accessSync, constants, statSync, writeFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { reasonOf } from '../ts/node/folder-problem.ts';

export const complain = (sentence: string) => console.error(`opfsmark: ${sentence}`);

/** Why nothing can be written to this path: found before minutes are spent on it. */
export function fileProblem(option: string, path: string | null): string | null {
  if (path === null || path === '-') return null;
  try {
    if (statSync(path, { throwIfNoEntry: false })?.isDirectory()) return `${option} ${path} is a folder. Name a file.`;
    accessSync(dirname(resolve(path)), constants.W_OK);
    return null;
  } catch (error) {
    return `${option} ${path} cannot be written: ${reasonOf(error)}. Name another file.`;
  }
}

/** Whether a file could be written; a drive may have become full meanwhile. */
export function write(option: string, path: string, text: string): boolean {
  try {
    writeFileSync(path, text);
    return true;
  } catch (error) {
    complain(`${option} ${path} could not be written: ${reasonOf(error)}.`);
    return false;
  }
}
