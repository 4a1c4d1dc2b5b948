import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Reads what `strace -f -ttt -y` wrote: which files of a browser's storage were changed and synced, and when. */

/**
 * @typedef {object} Event
 * @property {number} atMs
 * @property {'change' | 'sync'} kind
 * @property {string} path
 */

const CHANGES = new Set(['write', 'pwrite64', 'pwritev', 'writev', 'ftruncate', 'fallocate', 'copy_file_range']);
const SYNCS = new Set(['fdatasync', 'fsync', 'sync_file_range', 'syncfs']);
/** The folder of a path: a name that appears or disappears is a change of its folder, which only a sync of that folder keeps. */
const NAMES = new Set(['unlink', 'unlinkat', 'rename', 'renameat', 'renameat2']);

const CALL = /^(\d+)\s+(\d+\.\d+)\s+(\w+)\((.*)$/;
const RESUMED_CALL = /^(\d+)\s+(\d+\.\d+)\s+<\.\.\. (\w+) resumed>/;

/** Where Chromium, or Firefox, keeps what sites store, below a profile; it writes its own history and settings beside it. */
const STORES =
  /\/(Default\/(File System|IndexedDB|Service Worker\/CacheStorage|WebStorage)|storage\/default\/[^/]+\/(fs|idb|cache|ls))(\/|$)/;

/** LevelDB's own diary, which it never syncs and never needs. */
const isDiary = (path) => /\/LOG(\.old)?$/.test(path);

function kindOf(call) {
  if (SYNCS.has(call)) return 'sync';
  return CHANGES.has(call) || NAMES.has(call) ? 'change' : null;
}

function pathsIn(call, rest) {
  if (!NAMES.has(call)) {
    const match = /^\d+<([^>]*)>/.exec(rest);
    return match ? [match[1]] : [];
  }
  return [...rest.matchAll(/"([^"]*)"/g)].slice(0, 1).map(([, path]) => path);
}

/**
 * Every change and every sync below `folder`. A sync counts from its end, a change from its beginning.
 * @param {string} text
 * @param {string} folder
 * @returns {Event[]}
 */
export function eventsIn(text, folder) {
  const events = [];
  const openSyncs = new Map();
  for (const line of text.split('\n')) {
    const resumedCall = RESUMED_CALL.exec(line);
    if (resumedCall) {
      const begunSync = openSyncs.get(resumedCall[1]);
      openSyncs.delete(resumedCall[1]);
      if (begunSync) events.push({ ...begunSync, atMs: Number(resumedCall[2]) * 1000 });
      continue;
    }
    const [, thread, seconds, call, rest] = CALL.exec(line) ?? [];
    if (call === undefined) continue;
    const kind = kindOf(call);
    if (kind === null) continue;
    for (const path of pathsIn(call, rest)) {
      if (!path.startsWith(folder) || !STORES.test(path) || isDiary(path)) continue;
      const event = { atMs: Number(seconds) * 1000, kind, path };
      if (kind === 'sync' && rest.endsWith('<unfinished ...>')) openSyncs.set(thread, event);
      else events.push(event);
    }
  }
  return events.sort((a, b) => a.atMs - b.atMs);
}

/**
 * Whether something that was changed is still not synced. What happens to the file that was synced last, after that sync,
 * is housekeeping: a store that answers after a sync has put its commit there.
 * @param {readonly Event[]} events
 */
function isUnsynced(events) {
  const changedPaths = new Set();
  let last = '';
  for (const { kind, path } of events) {
    if (kind === 'sync') {
      changedPaths.delete(path);
      last = path;
    } else if (path !== last) changedPaths.add(path);
  }
  return changedPaths.size > 0;
}

/**
 * Syncs per put, and after how many puts something that was written for them was not yet synced. A put is what happened
 * after the answer to the one before. The clock of the page tells milliseconds, so a put ends `slackMs` after its answer.
 * @param {readonly Event[]} events
 * @param {readonly number[]} answeredMs
 * @param {number} [slackMs]
 */
export function countSyncs(events, answeredMs, slackMs = 4) {
  const ends = answeredMs.map((ms) => ms + slackMs);
  const puts = ends.slice(1).map((end, index) => {
    return events.filter(({ atMs }) => atMs > (ends[index] ?? 0) && atMs <= end);
  });
  const syncs = puts.flat().filter(({ kind }) => kind === 'sync').length;
  return {
    per_put: Math.round((100 * syncs) / puts.length) / 100,
    unsynced_puts: puts.filter(isUnsynced).length,
    puts: puts.length,
  };
}

const CALLS =
  'write,writev,pwrite64,pwritev,ftruncate,fallocate,copy_file_range,fdatasync,fsync,sync_file_range,syncfs,unlink,unlinkat,rename,renameat,renameat2';

/**
 * Writes a program that starts a browser all of whose processes are watched from their beginning, into the folder `scratch`.
 * @param {string} scratch
 * @param {string} log where strace writes what it saw
 * @param {string} browser
 */
export function traced(scratch, log, browser) {
  const path = join(scratch, 'browser-traced');
  const script = `#!/bin/sh\nexec strace -f -ttt -y --seccomp-bpf -e trace=${CALLS} -o '${log}' '${browser}' "$@"\n`;
  writeFileSync(path, script);
  chmodSync(path, 0o755);
  return path;
}
