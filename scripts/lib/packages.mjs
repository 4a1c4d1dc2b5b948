import { accessSync, constants, statSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { run } from './command.mjs';
import { say } from './say.mjs';
import { namesOf } from './windows.mjs';

export function isExecutable(path) {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}

/** The full path of the first of these commands that is in PATH; undefined where none is. */
export function findCommand(...names) {
  const folders = (process.env.PATH ?? '').split(delimiter).filter(Boolean);
  for (const name of names) {
    const paths = folders.flatMap((folder) => namesOf(name).map((file) => join(folder, file)));
    const path = paths.find(isExecutable);
    if (path) return path;
  }
  return undefined;
}

/** The words before apt-get so that it asks for no password; undefined where that is not possible. */
async function aptPrefix() {
  if (!findCommand('apt-get')) return undefined;
  if (process.getuid?.() === 0) return [];
  if (!findCommand('sudo')) return undefined;
  return (await run('sudo', ['-n', 'true'], { output: 'collect' })).code === 0 ? ['sudo', '-n'] : undefined;
}

let aptIsFresh = false;

async function aptInstall(prefix, packages) {
  const apt = (...args) => {
    const [command, ...rest] = [...prefix, 'env', 'DEBIAN_FRONTEND=noninteractive', 'apt-get', '-y', '-qq'];
    // Waits for another package manager instead of failing; needs no terminal.
    return run(command, [...rest, '-o', 'DPkg::Lock::Timeout=200', ...args], { output: 'collect' });
  };
  if (!aptIsFresh) await apt('update');
  aptIsFresh = true;
  return apt('install', '--no-install-recommends', ...packages);
}

let lastInstall = Promise.resolve();

/**
 * Tries to install packages without a question: apt as root or through a sudo that asks for no password, else brew. Calls
 * wait for each other, because apt and brew each refuse to run twice.
 * @param {{ apt?: string[], brew?: string[] }} packages
 * @returns {Promise<{ installed: boolean, why: string }>} `why` is a sentence, ready to be shown
 */
export function install(packages) {
  const installation = lastInstall.then(() => installNow(packages));
  lastInstall = installation.catch(() => undefined);
  return installation;
}

async function installNow({ apt = [], brew = [] }) {
  const prefix = apt.length > 0 ? await aptPrefix() : undefined;
  if (prefix) {
    say(`Installing ${apt.join(', ')} with apt ...`);
    const { code, text } = await aptInstall(prefix, apt);
    const reason = text.split('\n').findLast((line) => /^[EW]:/.test(line)) ?? '';
    return { installed: code === 0, why: `apt could not install ${apt.join(' ')}. ${reason}`.trim() };
  }
  if (brew.length > 0 && findCommand('brew')) {
    say(`Installing ${brew.join(' ')} with brew ...`);
    const { code, text } = await run('brew', ['install', ...brew], { output: 'collect' });
    const reason = text.split('\n').findLast((line) => line.startsWith('Error')) ?? '';
    return { installed: code === 0, why: `brew could not install ${brew.join(' ')}. ${reason}`.trim() };
  }
  return { installed: false, why: 'No package manager can be used here without a password.' };
}
