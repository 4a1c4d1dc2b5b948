/** Starts a browser of this computer with a fresh profile on one page, and ends it with all its processes. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { homedir } from 'node:os';
import { delimiter, dirname, join, win32 } from 'node:path';
import { endTree } from './end-tree.ts';

const END_MS = 5000;

/** A browser that can be started. */
export interface BrowserProgram {
  readonly family: 'chromium' | 'firefox';
  readonly path: string;
  /** A headless shell, which is headless in another way. */
  readonly isShell: boolean;
}

/** A browser that runs. */
interface RunningBrowser {
  /** Of its processes, where the system has groups of them. */
  readonly group: number | null;
  /** Resolves with one sentence when it has ended by itself. */
  readonly ended: Promise<string>;
  close(): Promise<void>;
}

/** The commands that start it, and its file below the folders in which macOS and Windows have programs. */
interface Places {
  readonly commands: readonly string[];
  readonly darwin: string;
  readonly win32: string;
}

/** By the names that people call them. */
const PROGRAMS: Readonly<Record<string, Places>> = {
  chromium: {
    commands: ['chromium', 'chromium-browser'],
    darwin: 'Chromium.app/Contents/MacOS/Chromium',
    win32: String.raw`Chromium\Application\chrome.exe`,
  },
  chrome: {
    commands: ['google-chrome', 'google-chrome-stable'],
    darwin: 'Google Chrome.app/Contents/MacOS/Google Chrome',
    win32: String.raw`Google\Chrome\Application\chrome.exe`,
  },
  edge: {
    commands: ['microsoft-edge'],
    darwin: 'Microsoft Edge.app/Contents/MacOS/Microsoft Edge',
    win32: String.raw`Microsoft\Edge\Application\msedge.exe`,
  },
  firefox: {
    commands: ['firefox', 'firefox-esr'],
    darwin: 'Firefox.app/Contents/MacOS/firefox',
    win32: String.raw`Mozilla Firefox\firefox.exe`,
  },
};
export const BROWSER_NAMES = Object.keys(PROGRAMS);

/** Programs of all users, those of 32 bits, and those of this user alone. */
const WINDOWS_FOLDERS = ['ProgramFiles', 'ProgramFiles(x86)', 'LOCALAPPDATA'];

/** Where a browser may be, by its name or path: commands and files, of which the first that is there counts. */
export function placesOf(
  name: string,
  platform: NodeJS.Platform = process.platform,
  env: NodeJS.ProcessEnv = process.env,
): readonly string[] {
  const places = Object.hasOwn(PROGRAMS, name) ? PROGRAMS[name] : undefined;
  if (places === undefined) return [name];
  switch (platform) {
    case 'darwin':
      return [
        ...places.commands,
        ...['/Applications', join(homedir(), 'Applications')].map((it) => join(it, places.darwin)),
      ];
    case 'win32':
      return WINDOWS_FOLDERS.flatMap((variable) => env[variable] ?? []).map((it) => win32.join(it, places.win32));
    default:
      return places.commands;
  }
}

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
  const path = placesOf(name)
    .map(fileOf)
    .find((file) => file !== undefined);
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
  // macOS looks for the keychain in the home that is given here, and would ask a person about the one that is not there.
  '--use-mock-keychain',
  '--password-store=basic',
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
export function argumentsOf(
  { family, isShell }: BrowserProgram,
  { profile, address, flags = [] }: Start,
  platform: NodeJS.Platform = process.platform,
): string[] {
  if (family === 'firefox') {
    const lines = Object.entries(QUIET_FIREFOX).map(([key, value]) => `user_pref("${key}", ${JSON.stringify(value)});`);
    writeFileSync(join(profile, 'user.js'), `${lines.join('\n')}\n`);
    // What is started on Windows starts another process, and would end at once.
    const waiting = platform === 'win32' ? ['--wait-for-browser'] : [];
    return ['--headless', '--no-remote', ...waiting, '--profile', profile, ...flags, address];
  }
  const sandbox = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  const headless = isShell ? '--headless' : '--headless=new';
  return [headless, ...sandbox, ...QUIET_CHROMIUM, ...flags, `--user-data-dir=${profile}`, 'about:blank'];
}

/**
 * A page that cannot be opened never answers, which is told as such. By an agent of its own: all others, and `fetch`, ask the proxy of
 * HTTP_PROXY also for what is on this computer.
 */
function openPage(port: string, address: string): void {
  const options = { host: '127.0.0.1', port, path: `/json/new?${address}`, method: 'PUT', agent: false };
  request(options, (response) => response.resume())
    .on('error', () => undefined)
    .end();
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
    openPage(port, address);
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
  const signal = (name: 'SIGTERM' | 'SIGKILL') => endTree(child, name);
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
