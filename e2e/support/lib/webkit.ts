/** A stock WebKitGTK, asked through the protocol of its own driver: no client of that is installed. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import type { Readable } from 'node:stream';
import { freePort } from '../../../scripts/lib/port.mjs';
import { withProfileFolder } from './profile.ts';

/** Off by default, as a site that measures needs them. */
const FEATURES = ['AccessHandle', 'FileSystem', 'StorageAPI'];
const PATIENCE_MS = 30_000;
const ASK_EVERY_MS = 100;

export interface WebKitParts {
  readonly driver: string;
  readonly browser: string;
  readonly screen: string;
}

interface Answer {
  readonly value: unknown;
}

/** One window of the browser. */
export class WebKitWindow {
  readonly #session: string;

  constructor(session: string) {
    this.#session = session;
  }

  async open(address: string): Promise<void> {
    await ask('POST', `${this.#session}/url`, { url: address });
  }

  async resize(width: number, height: number): Promise<void> {
    await ask('POST', `${this.#session}/window/rect`, { width, height });
  }

  /** What the body of a function finds in the page. */
  evaluate(body: string): Promise<unknown> {
    return ask('POST', `${this.#session}/execute/sync`, { script: body, args: [] });
  }
}

async function ask(method: string, address: string, body?: object): Promise<unknown> {
  const response = await fetch(address, {
    method,
    ...(body ? { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } } : {}),
  });
  const { value } = (await response.json()) as Answer;
  if (!response.ok) throw new Error(`${method} ${address}: ${JSON.stringify(value)}`);
  return value;
}

/** The driver listens some time after it was started. */
async function waitForDriver(address: string): Promise<void> {
  const giveUpAt = Date.now() + PATIENCE_MS;
  for (;;) {
    try {
      await ask('GET', `${address}/status`);
      return;
    } catch (error) {
      if (Date.now() > giveUpAt) throw error;
      await new Promise((resolve) => setTimeout(resolve, ASK_EVERY_MS));
    }
  }
}

async function end(child: ChildProcess): Promise<void> {
  const gone = once(child, 'exit');
  child.kill();
  await gone;
}

/** A screen that nobody sees; it says on a pipe what it is called. */
async function withScreen(command: string, work: (display: string) => Promise<void>): Promise<void> {
  const screen = spawn(command, ['-displayfd', '3', '-screen', '0', '1440x900x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  });
  try {
    const [number] = (await once(screen.stdio[3] as Readable, 'data')) as [Buffer];
    await work(`:${number.toString().trim()}`);
  } finally {
    await end(screen);
  }
}

/** Opens a window of WebKitGTK with a fresh profile, and closes it after `work`. */
export function withWebKit(parts: WebKitParts, work: (window: WebKitWindow) => Promise<void>): Promise<void> {
  return withProfileFolder((home) =>
    withScreen(parts.screen, async (display) => {
      const port = await freePort();
      const address = `http://127.0.0.1:${port}`;
      const driver = spawn(parts.driver, ['--host=127.0.0.1', `--port=${port}`], {
        stdio: 'ignore',
        // An isolated page has shared memory only where the engine is told so.
        env: {
          ...process.env,
          DISPLAY: display,
          HOME: home,
          JSC_useSharedArrayBuffer: '1',
          LIBGL_ALWAYS_SOFTWARE: '1',
        },
      });
      try {
        await waitForDriver(address);
        const args = ['--automation', `--features=${FEATURES.map((name) => `+${name}`).join(',')}`];
        const options = { 'webkitgtk:browserOptions': { binary: parts.browser, args } };
        const session = (await ask('POST', `${address}/session`, { capabilities: { alwaysMatch: options } })) as {
          readonly sessionId: string;
        };
        const path = `${address}/session/${session.sessionId}`;
        try {
          await work(new WebKitWindow(path));
        } finally {
          await ask('DELETE', path);
        }
      } finally {
        await end(driver);
      }
    }),
  );
}
