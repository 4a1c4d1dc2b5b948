/** A browser with little memory, so that filling its page cache takes seconds: a memory cgroup of Linux, as root. */
import { existsSync, mkdirSync, readdirSync, readFileSync, readlinkSync, rmdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Where Linux mounts the memory controller, and how its files are called. Of version 2 only the names are known here. */
const VERSIONS = [
  { root: '/sys/fs/cgroup/memory', limit: 'memory.limit_in_bytes', anonymous: 'rss' },
  { root: '/sys/fs/cgroup', limit: 'memory.max', anonymous: 'anon' },
];

function versionHere() {
  return VERSIONS.find(({ root, limit }) => {
    if (existsSync(join(root, limit))) return true;
    const controllers = join(root, 'cgroup.subtree_control');
    return existsSync(controllers) && readFileSync(controllers, 'utf8').split(/\s+/).includes('memory');
  });
}

/** Why a browser cannot be given less memory here; `null` where it can. */
export function whyNoMemoryLimit() {
  if (process.platform !== 'linux') return `memory cgroups are Linux's, this is ${process.platform}`;
  if (process.getuid?.() !== 0) return 'only root can make a memory cgroup';
  return versionHere() ? null : 'this kernel has no memory controller';
}

/**
 * The process and all that come from it; some may have ended meanwhile.
 * @param {number} pid
 * @returns {number[]}
 */
export function familyOf(pid) {
  try {
    const children = readdirSync(`/proc/${pid}/task`).flatMap((task) =>
      readFileSync(`/proc/${pid}/task/${task}/children`, 'utf8').split(' ').filter(Boolean).map(Number),
    );
    return [pid, ...children.flatMap(familyOf)];
  } catch {
    return [pid];
  }
}

/**
 * Moves the processes that have not ended meanwhile.
 * @param {string} group
 * @param {readonly number[]} pids
 */
function moveTo(group, pids) {
  for (const pid of pids) {
    try {
      writeFileSync(join(group, 'cgroup.procs'), `${pid}`);
    } catch (error) {
      if (error.code !== 'ESRCH') throw error;
    }
  }
}

/**
 * Removes a group, unless processes in it are still ending: without them it takes nothing, and the next run removes it.
 * @param {string} group
 */
function removeGroup(group) {
  try {
    rmdirSync(group);
  } catch (error) {
    if (error.code !== 'EBUSY') throw error;
  }
}

/** @param {string} root */
function removeLeftovers(root) {
  for (const name of readdirSync(root)) {
    const owner = /^opfsmark-(\d+)-\d+$/.exec(name)?.[1];
    if (owner !== undefined && !existsSync(`/proc/${owner}`)) removeGroup(join(root, name));
  }
}

/** @param {string} pid */
function argumentsOf(pid) {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0');
  } catch {
    return [];
  }
}

/**
 * The first process of the Chromium that has this profile: the profile's lock names it, "host-1234". A headless shell has no lock.
 * @param {string} profile
 */
export function pidOfChromium(profile) {
  try {
    return Number(readlinkSync(join(profile, 'SingletonLock')).split('-').at(-1));
  } catch {
    const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
    const started = pids.filter((pid) => argumentsOf(pid).includes(`--user-data-dir=${profile}`)).map(Number);
    if (started.length === 0) throw new Error(`no Chromium has the profile ${profile}`);
    return Math.min(...started);
  }
}

let groups = 0;

/**
 * Calls `work` with a function that gives a browser so much memory, its page cache included, and with one that says how
 * much of it is not the browser's own. The browser is a Chromium on a profile, or any by the id of its first process. It
 * must have been closed when `work` resolves.
 * @template T
 * @param {number} bytes
 * @param {(limit: (browser: string | number) => void, freeBytes: () => number) => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function withMemoryLimit(bytes, work) {
  const version = versionHere();
  if (!version) throw new Error('there is no memory controller');
  removeLeftovers(version.root);
  const group = join(version.root, `opfsmark-${process.pid}-${++groups}`);
  mkdirSync(group);
  try {
    writeFileSync(join(group, version.limit), `${bytes}`);
    const limit = (/** @type {string | number} */ browser) => {
      const pid = typeof browser === 'number' ? browser : pidOfChromium(browser);
      // A process that another started before it was moved itself is found the next time.
      const movedPids = new Set();
      for (let pids = [pid]; pids.length > 0; pids = familyOf(pid).filter((one) => !movedPids.has(one))) {
        moveTo(group, pids);
        for (const one of pids) movedPids.add(one);
      }
    };
    const freeBytes = () => {
      const stat = readFileSync(join(group, 'memory.stat'), 'utf8');
      return bytes - Number(new RegExp(`^${version.anonymous} (\\d+)$`, 'm').exec(stat)?.[1]);
    };
    return await work(limit, freeBytes);
  } finally {
    removeGroup(group);
  }
}
