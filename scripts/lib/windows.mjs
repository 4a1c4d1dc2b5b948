/** How a program is started on Windows, where npm, and what it puts into node_modules/.bin, are scripts of the shell there. */
import { existsSync } from 'node:fs';
import { delimiter, dirname, extname, win32 } from 'node:path';

/** The endings that a name without one may stand for, in the order of the system. */
const ENDINGS = ['.exe', '.cmd', '.bat'];

/** Files that a command may be, by the names that the system gives programs. */
export function namesOf(command, platform = process.platform) {
  return platform === 'win32' && extname(command) === '' ? ENDINGS.map((ending) => command + ending) : [command];
}

/** For the shell of Windows: as one word, and nothing in it means anything. What stands before a quote is doubled there. */
function quote(word) {
  let text = '';
  let slashes = 0;
  for (const letter of word) {
    if (letter === '"') text += '\\'.repeat(slashes + 1);
    text += letter;
    slashes = letter === '\\' ? slashes + 1 : 0;
  }
  return `"${text}${'\\'.repeat(slashes)}"`.replaceAll(/[()%!^"<>&|]/g, '^$&');
}

function findIn(path, command) {
  const folders = (path ?? '').split(delimiter).filter(Boolean);
  return folders
    .flatMap((folder) => namesOf(command, 'win32').map((name) => win32.join(folder, name)))
    .find((file) => existsSync(file));
}

/**
 * The program to start instead of a command on Windows. npm is started as the program of Node.js that it is, another script by the
 * shell. `find` is for tests.
 * @param {string} command
 * @param {readonly string[]} args
 * @param {NodeJS.ProcessEnv} env
 * @param {(path: string | undefined, command: string) => string | undefined} [find]
 * @returns {{ command: string, args: readonly string[], options: { windowsVerbatimArguments?: boolean } }}
 */
export function onWindows(command, args, env, find = findIn) {
  const plain = { command, args, options: {} };
  if (command === 'npm') {
    const npm = env.npm_execpath ?? win32.join(dirname(process.execPath), 'node_modules/npm/bin/npm-cli.js');
    return { command: process.execPath, args: [npm, ...args], options: {} };
  }
  if (win32.isAbsolute(command)) return plain;
  const file = find(env.PATH ?? env.Path, command);
  if (file === undefined || file.endsWith('.exe')) return plain;
  const line = [quote(file), ...args.map(quote)].join(' ');
  return {
    command: env.comspec ?? 'cmd.exe',
    args: ['/d', '/s', '/c', `"${line}"`],
    options: { windowsVerbatimArguments: true },
  };
}
