/** A browser of a lab: what of it can be seen from outside while it runs. */
import { closeSync, openSync, readdirSync, readFileSync, readSync } from 'node:fs';
import { join } from 'node:path';
import { startBrowser as start } from '../../wasm-core/cli/browser.ts';
import type { Browser, RemoteBrowser } from './install.ts';
import { capabilitiesOf, Session } from './webdriver.ts';

const FEATURE = 'IdbSqliteBackingStore';

/** A browser that runs. */
export interface Started {
  /** Resolves with one sentence when it has ended by itself. */
  readonly ended: Promise<string>;
  /** What all its processes hold, without files: others that run the same file would share it. `null` where that cannot be seen. */
  memoryBytes(): number | null;
  /** What keeps IndexedDB, by the files in the profile; `null` where there is nothing, or it is elsewhere. */
  idbEngine(): 'leveldb' | 'sqlite' | null;
  close(): Promise<void>;
}

const ENGINES = { sqlite: [`--enable-features=${FEATURE}`], leveldb: [`--disable-features=${FEATURE}`] };

/** The processes of a group: the browser is the leader of its own. */
function processesOf(group: number): number[] {
  return readdirSync('/proc').flatMap((name) => {
    if (!/^\d+$/.test(name)) return [];
    try {
      // After the name in brackets: state, parent, group.
      const fields = readFileSync(`/proc/${name}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
      return Number(fields[2]) === group ? [Number(name)] : [];
    } catch {
      return [];
    }
  });
}

function memoryOf(group: number): number | null {
  try {
    const kib = processesOf(group).map((id) => {
      const lines = readFileSync(`/proc/${id}/smaps_rollup`, 'utf8').matchAll(/^Pss_(?:Anon|Shmem):\s+(\d+)/gm);
      return [...lines].reduce((sum, [, value]) => sum + Number(value), 0);
    });
    return kib.reduce((sum, value) => sum + value, 0) * 1024 || null;
  } catch {
    return null;
  }
}

function beginsWith(path: string, text: string): boolean {
  const file = openSync(path, 'r');
  try {
    const bytes = Buffer.alloc(text.length);
    readSync(file, bytes, 0, text.length, 0);
    return bytes.toString('latin1') === text;
  } finally {
    closeSync(file);
  }
}

/** Told from files, whatever a switch says: LevelDB has a file CURRENT, and a SQLite database begins with its name. */
export function idbEngineIn(profile: string): 'leveldb' | 'sqlite' | null {
  let engine: 'leveldb' | 'sqlite' | null = null;
  for (const entry of readdirSync(profile, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    if (!entry.isFile() || !/[/\\](IndexedDB|idb)[/\\]/.test(path)) continue;
    if (beginsWith(path, 'SQLite format 3')) return 'sqlite';
    if (entry.name === 'CURRENT' && path.includes('.leveldb')) engine = 'leveldb';
  }
  return engine;
}

/** Groups of processes that would outlast a lab that is interrupted. */
const groups = new Set<number>();
process.once('exit', () => {
  for (const group of groups) {
    try {
      process.kill(-group, 'SIGKILL');
    } catch {
      // All have ended.
    }
  }
});

/** Starts a browser of this computer; `profile` is made anew, and deleted with it. */
export function startBrowser(browser: Browser, profile: string, address: string): Started {
  const { idbEngine } = browser;
  const flags = idbEngine === null || browser.family === 'firefox' ? [] : ENGINES[idbEngine];
  const { group, ended, close } = start(browser, { profile, address, flags });
  if (group !== null) groups.add(group);
  return {
    ended,
    async close() {
      await close();
      if (group !== null) groups.delete(group);
    },
    memoryBytes: () => (group === null ? null : memoryOf(group)),
    idbEngine: () => idbEngineIn(profile),
  };
}

/** Starts a browser through a driver that runs, here or on another computer, which must reach the address. */
export async function startRemote({ driverUrl }: RemoteBrowser, address: string): Promise<Started> {
  const [chromium, firefox] = [capabilitiesOf('chromium'), capabilitiesOf('firefox')];
  // What neither is takes none of their options: Safari, and WebKitGTK.
  const session = await Session.start(driverUrl, chromium, firefox, {});
  await session.goTo(address);
  return {
    ended: new Promise(() => undefined),
    memoryBytes: () => null,
    idbEngine: () => null,
    close: () => session.close(),
  };
}
