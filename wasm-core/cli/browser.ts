/** Starts a browser of this computer with a fresh profile on one page, and ends it with all its processes. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';

const END_MS = 5000;

/** A browser that can be started. */
export interface BrowserProgram {
  readonly family: 'chromium' | 'firefox';
  readonly path: string;
  /** A headless shell, which is headless in another way. */
  readonly isShell: boolean;
}

/** A browser that runs. */
export interface RunningBrowser {
  /** Of its processes, where the system has groups of them. */
  readonly group: number | null;
  /** Resolves with one sentence when it has ended by itself. */
  readonly ended: Promise<string>;
  close(): Promise<void>;
}

/** By the names that people call them, the commands that start them and where else they lie. */
const PROGRAMS: Readonly<Record<string, readonly string[]>> = {
  chromium: ['chromium', 'chromium-browser', '/Applications/Chromium.app/Contents/MacOS/Chromium'],
  chrome: [
    'google-chrome',
    'google-chrome-stable',
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
  ],
  edge: [
    'microsoft-edge',
    '/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge',
    'C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe',
  ],
  firefox: [
    'firefox',
    'firefox-esr',
    '/Applications/Firefox.app/Contents/MacOS/firefox',
    'C:\\Program Files\\Mozilla Firefox\\firefox.exe',
  ],
};
export const BROWSER_NAMES = Object.keys(PROGRAMS);

/** What cannot be looked at is none. */
const isFile = (path: string) => existsSync(path) && statSync(path).isFile();

/** A command in PATH, or a file. */
function fileOf(command: string): string | undefined {
  if (/[/\\]/.test(command)) return isFile(command) ? command : undefined;
  const folders = (process.env['PATH'] ?? '').split(delimiter).filter(Boolean);
  return folders.map((folder) => join(folder, command)).find(isFile);
}

/** A browser by its name or its path; `null` where there is none. */
export function browserOf(name: string): BrowserProgram | null {
  const commands = (Object.hasOwn(PROGRAMS, name) ? PROGRAMS[name] : undefined) ?? [name];
  const path = commands.map(fileOf).find((file) => file !== undefined);
  if (path === undefined) return null;
  return {
    path,
    family: /firefox/i.test(`${name} ${path}`) ? 'firefox' : 'chromium',
    isShell: /headless.shell/.test(path),
  };
}

/** The first of those of Chromium's engine that is here. */
export const anyChromium = (): BrowserProgram | null =>
  ['chromium', 'chrome', 'edge'].map(browserOf).find((program) => program !== null) ?? null;

/** Requests that a browser makes by itself would be measured, too. */
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

interface Start {
  /** Made anew, and deleted with the browser. */
  readonly profile: string;
  readonly address: string;
  /** Beside those that keep it quiet. */
  readonly flags?: readonly string[];
}

/** Firefox is given its page; Chromium is told it later, because some of its shells open none that they are given. */
function argumentsOf({ family, isShell }: BrowserProgram, { profile, address, flags = [] }: Start): string[] {
  if (family === 'firefox') {
    const lines = Object.entries(QUIET_FIREFOX).map(([key, value]) => `user_pref("${key}", ${JSON.stringify(value)});`);
    writeFileSync(join(profile, 'user.js'), `${lines.join('\n')}\n`);
    return ['--headless', '--no-remote', '--profile', profile, ...flags, address];
  }
  const sandbox = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  const headless = isShell ? '--headless' : '--headless=new';
  return [headless, ...sandbox, ...QUIET_CHROMIUM, ...flags, `--user-data-dir=${profile}`, 'about:blank'];
}

/** A page that cannot be opened never answers, which is told as such. */
async function openPage(port: string, address: string): Promise<void> {
  await fetch(`http://127.0.0.1:${port}/json/new?${address}`, { method: 'PUT' }).catch(() => undefined);
}

const TELLING = /error|fatal|sandbox|display/i;

export function startBrowser(program: BrowserProgram, start: Start): RunningBrowser {
  const { profile, address } = start;
  rmSync(profile, { recursive: true, force: true });
  mkdirSync(profile, { recursive: true });
  const isWindows = process.platform === 'win32';
  const child = spawn(program.path, argumentsOf(program, start), {
    ...{ detached: !isWindows, stdio: ['ignore', 'ignore', 'pipe'] },
    // Firefox does not start without a home that it may write to.
    env: { ...process.env, HOME: dirname(profile), MOZ_CRASHREPORTER_DISABLE: '1' },
  });
  let printed = '';
  let isOpen = program.family === 'firefox';
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
          .findLast((line) => TELLING.test(line)) ?? '';
      resolve(`it ended with ${signal ?? `code ${code ?? '?'}`}${why ? `: ${why.slice(0, 200)}` : ''}`);
    });
  });
  const group = isWindows || child.pid === undefined ? null : child.pid;
  const signal = (name: 'SIGTERM' | 'SIGKILL') => {
    try {
      if (group !== null) process.kill(-group, name);
      else child.kill(name);
    } catch {
      // All have ended.
    }
  };
  const leave = () => {
    signal('SIGKILL');
    rmSync(profile, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
  };
  // Its group outlives this process, and writes to folders that others remove then.
  process.prependOnceListener('exit', leave);
  return {
    group,
    ended,
    async close() {
      if (child.pid !== undefined && child.exitCode === null && child.signalCode === null) {
        const whenClosed = once(child, 'exit');
        signal('SIGTERM');
        const timer = setTimeout(() => signal('SIGKILL'), END_MS);
        await whenClosed;
        clearTimeout(timer);
      }
      process.off('exit', leave);
      leave();
    },
  };
}
