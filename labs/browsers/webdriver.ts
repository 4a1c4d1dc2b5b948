/** A client of the W3C's WebDriver, and how its drivers are started: chromedriver, geckodriver, WebKitWebDriver, safaridriver. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** The key under which the standard hands out elements. */
const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf';
/** How long a script of a page may take; a session is told so when it begins. */
const SCRIPT_MS = 600_000;
const START_MS = 30_000;
const POLL_MS = 50;

/** What a driver answers where it cannot: its code, such as "session not created", and the first line of its message. */
export class WebDriverError extends Error {
  readonly code: string;

  constructor(code: string, message: string) {
    const [line = ''] = message.split('\n');
    super(line.startsWith(code) ? line : `${code}: ${line}`);
    this.code = code;
  }
}

export interface Driver {
  /** Where it listens, without a path. */
  readonly url: string;
  close(): Promise<void>;
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

async function end(process: ChildProcess): Promise<void> {
  if (process.exitCode !== null || process.signalCode !== null) return;
  const whenEnded = once(process, 'exit');
  process.kill();
  await whenEnded;
}

/** Starts a driver on a free port of this computer. One that ends at once says why in what it printed last. */
export async function startDriver(command: string, args: readonly string[] = []): Promise<Driver> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const driver = spawn(command, [`--port=${port}`, ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
  let printed = '';
  const keep = (text: Buffer) => {
    printed = (printed + text.toString()).slice(-2000);
  };
  driver.stdout.on('data', keep);
  driver.stderr.on('data', keep);
  let failure: Error | null = null;
  driver.once('error', (error) => {
    failure = error;
  });
  const isOver = () => failure !== null || driver.exitCode !== null || driver.signalCode !== null;
  const endMs = performance.now() + START_MS;
  while (!isOver() && performance.now() < endMs) {
    const isReady = await fetch(`${url}/status`, { signal: AbortSignal.timeout(START_MS) }).then(
      async (answer) => answer.ok && ((await answer.json()) as { value?: { ready?: boolean } }).value?.ready !== false,
      () => false,
    );
    if (isReady) return { url, close: () => end(driver) };
    await sleep(POLL_MS);
  }
  if (failure === null) await end(driver);
  const why = (failure as Error | null)?.message ?? printed.trim().split('\n').at(-1) ?? '';
  throw new Error(`${command} does not answer: ${why || 'it printed nothing'}`);
}

/** What asks a driver for a browser without a window. `profile`: a folder; `binary`: where the driver does not find one itself. */
export function capabilitiesOf(
  browser: 'chromium' | 'firefox' | 'webkitgtk' | 'safari',
  { binary, profile, args = [] }: { binary?: string; profile?: string; args?: readonly string[] } = {},
): Record<string, unknown> {
  const binaryOption = binary === undefined ? {} : { binary };
  switch (browser) {
    case 'chromium': {
      const sandbox = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
      const folder = profile === undefined ? [] : [`--user-data-dir=${profile}`];
      const options = { ...binaryOption, args: ['--headless=new', ...sandbox, ...folder, ...args] };
      return { 'goog:chromeOptions': options };
    }
    case 'firefox': {
      const folder = profile === undefined ? [] : ['-profile', profile];
      return { 'moz:firefoxOptions': { ...binaryOption, args: ['-headless', ...folder, ...args] } };
    }
    case 'webkitgtk':
      return { 'webkitgtk:browserOptions': { ...binaryOption, args: ['--automation', ...args] } };
    case 'safari':
      return { browserName: 'safari' };
  }
}

/** One browser that a driver has started. */
export class Session {
  /** What the driver says it has started: its name and version, among others. */
  readonly capabilities: Readonly<Record<string, unknown>>;
  readonly #url: string;

  private constructor(url: string, capabilities: Readonly<Record<string, unknown>>) {
    this.#url = url;
    this.capabilities = capabilities;
  }

  /** `driverUrl`: of a driver that runs, here or elsewhere. `choices`: it takes the first that it understands. */
  static async start(driverUrl: string, ...choices: readonly Record<string, unknown>[]): Promise<Session> {
    const base = driverUrl.replace(/\/+$/, '');
    const alwaysMatch = { timeouts: { script: SCRIPT_MS, pageLoad: SCRIPT_MS } };
    const firstMatch = choices.length > 0 ? choices : [{}];
    const answer = await request('POST', `${base}/session`, { capabilities: { alwaysMatch, firstMatch } });
    const { sessionId, capabilities: given } = answer as {
      sessionId: string;
      capabilities: Record<string, unknown>;
    };
    return new Session(`${base}/session/${sessionId}`, given);
  }

  async goTo(address: string): Promise<void> {
    await this.#post('url', { url: address });
  }

  /** Runs the body of a function in the page, `arguments` being `args`. A promise that it returns is waited for. */
  async execute<Result>(body: string, ...args: readonly unknown[]): Promise<Result> {
    return (await this.#post('execute/sync', { script: body, args })) as Result;
  }

  /** An element by its selector of CSS. */
  async find(selector: string): Promise<string> {
    const element = (await this.#post('element', { using: 'css selector', value: selector })) as Record<string, string>;
    return element[ELEMENT] ?? '';
  }

  async click(selector: string): Promise<void> {
    await this.#post(`element/${await this.find(selector)}/click`, {});
  }

  async textOf(selector: string): Promise<string> {
    return (await request('GET', `${this.#url}/element/${await this.find(selector)}/text`)) as string;
  }

  /** A picture of what is in sight, as PNG. */
  async screenshot(): Promise<Buffer> {
    return Buffer.from((await request('GET', `${this.#url}/screenshot`)) as string, 'base64');
  }

  /** Ends the browser. */
  async close(): Promise<void> {
    await request('DELETE', this.#url);
  }

  #post(path: string, body: object): Promise<unknown> {
    return request('POST', `${this.#url}/${path}`, body);
  }
}

async function request(method: string, url: string, body?: object): Promise<unknown> {
  const answer = await fetch(url, {
    method,
    ...(body && { body: JSON.stringify(body), headers: { 'content-type': 'application/json; charset=utf-8' } }),
  });
  const { value } = (await answer.json()) as { value: unknown };
  if (answer.ok) return value;
  const { error = `status ${answer.status}`, message = '' } = (value ?? {}) as { error?: string; message?: string };
  throw new WebDriverError(error, message);
}
