/** Starts a browser with a fresh profile on one page, and ends it with all its processes. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, openSync, readdirSync, readFileSync, readSync, closeSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Browser, RemoteBrowser } from './install.ts';
import { capabilitiesOf, Session } from './webdriver.ts';

const END_MS = 5000;
const FEATURE = 'IdbSqliteBackingStore';

/** What a browser asks the network for by itself would be measured, too. */
const QUIET_CHROMIUM = [
  '--no-first-run',
  '--no-default-browser-check',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-extensions',
  '--metrics-recording-only',
  '--remote-debugging-port=0',
  '--disable-gpu',
];
const QUIET_FIREFOX = {
  'browser.shell.checkDefaultBrowser': false,
  'browser.startup.homepage_override.mstone': 'ignore',
  'browser.aboutwelcome.enabled': false,
  'datareporting.policy.dataSubmissionEnabled': false,
  'toolkit.telemetry.enabled': false,
  'app.update.enabled': false,
  'app.normandy.enabled': false,
  'browser.safebrowsing.malware.enabled': false,
  'browser.safebrowsing.phishing.enabled': false,
  'extensions.getAddons.cache.enabled': false,
  'network.captive-portal-service.enabled': false,
  'network.connectivity-service.enabled': false,
  'services.settings.server': 'data:,',
};

/** A browser that runs. */
export interface Started {
  /** Resolves with one sentence when it has ended by itself. */
  readonly ended: Promise<string>;
  /** Of all its processes, what only they hold and their share of the rest; `null` where that cannot be seen. */
  memoryBytes(): number | null;
  /** What keeps IndexedDB, by the files in the profile; `null` where there is nothing, or it is elsewhere. */
  idbEngine(): 'leveldb' | 'sqlite' | null;
  close(): Promise<void>;
}

/** Firefox is given its page; Chromium is told it later, because some of its shells open none that they are given. */
function commandOf({ family, isShell, idbEngine }: Browser, profile: string, address: string): string[] {
  if (family === 'firefox') {
    const lines = Object.entries(QUIET_FIREFOX).map(([key, value]) => `user_pref("${key}", ${JSON.stringify(value)});`);
    writeFileSync(join(profile, 'user.js'), `${lines.join('\n')}\n`);
    return ['--headless', '--no-remote', '--profile', profile, address];
  }
  const sandbox = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  const features = { sqlite: [`--enable-features=${FEATURE}`], leveldb: [`--disable-features=${FEATURE}`] };
  const headless = isShell ? '--headless' : '--headless=new';
  const engine = idbEngine === null ? [] : features[idbEngine];
  return [headless, ...sandbox, ...QUIET_CHROMIUM, ...engine, `--user-data-dir=${profile}`, 'about:blank'];
}

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
      const line = /^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${id}/smaps_rollup`, 'utf8'));
      return Number(line?.[1] ?? 0);
    });
    return kib.length > 0 ? kib.reduce((sum, value) => sum + value, 0) * 1024 : null;
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

/** A page that cannot be opened never answers, which is told as such. */
async function openPage(port: string, address: string): Promise<void> {
  await fetch(`http://127.0.0.1:${port}/json/new?${address}`, { method: 'PUT' }).catch(() => undefined);
}

/** Starts a browser of this computer; `profile` is made anew, and deleted with it. */
export function startBrowser(browser: Browser, profile: string, address: string): Started {
  rmSync(profile, { recursive: true, force: true });
  mkdirSync(profile, { recursive: true });
  // Firefox does not start without a home that it may write to.
  const env = { ...process.env, HOME: dirname(profile), MOZ_CRASHREPORTER_DISABLE: '1' };
  const child = spawn(browser.path, commandOf(browser, profile, address), {
    ...{ detached: true, stdio: ['ignore', 'ignore', 'pipe'], env },
  });
  let printed = '';
  let isOpen = browser.family === 'firefox';
  child.stderr?.on('data', (text: Buffer) => {
    printed = (printed + text.toString()).slice(-4000);
    const port = /DevTools listening on ws:\/\/127\.0\.0\.1:(\d+)/.exec(printed)?.[1];
    if (isOpen || port === undefined) return;
    isOpen = true;
    void openPage(port, address);
  });
  const ended = new Promise<string>((resolve) => {
    child.once('error', ({ message }) => resolve(`it did not start: ${message}`));
    child.once('exit', (code, signal) => {
      const why =
        printed
          .trim()
          .split('\n')
          .findLast((line) => /error|fatal|sandbox|display/i.test(line)) ?? '';
      resolve(`it ended with ${signal ?? `code ${code ?? '?'}`}${why ? `: ${why.slice(0, 200)}` : ''}`);
    });
  });
  const group = child.pid;
  const signal = (name: 'SIGTERM' | 'SIGKILL') => {
    try {
      if (group !== undefined) process.kill(-group, name);
    } catch {
      // All have ended.
    }
  };
  return {
    ended,
    memoryBytes: () => (group === undefined ? null : memoryOf(group)),
    idbEngine: () => idbEngineIn(profile),
    async close() {
      if (group !== undefined && child.exitCode === null && child.signalCode === null) {
        const whenClosed = once(child, 'exit');
        signal('SIGTERM');
        const timer = setTimeout(() => signal('SIGKILL'), END_MS);
        await whenClosed;
        clearTimeout(timer);
      }
      signal('SIGKILL');
      rmSync(profile, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
    },
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
