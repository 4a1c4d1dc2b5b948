/**
 * The pages in a stock WebKitGTK, the only relative of Safari that runs here. It shows them; its private file system does
 * not answer, so that it cannot measure, and the page says so. It is asked through the protocol of its own driver: no client
 * of that is installed.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Readable } from 'node:stream';
import { freePort } from '../../../scripts/lib/port.mjs';
import { withProfileFolder } from '../../support/lib/profile.ts';
import { expect } from '@playwright/test';
import { findWebKit } from '../../../scripts/lib/browsers.mjs';
import { makeUpload } from '@opfsmark/schema/test-support/upload';
import { test } from '../../support/fixtures.ts';
import { declaration, realRecord } from '../../support/lib/records.ts';
import { baseURL } from '../../support/site.ts';

/** Off by default, as a site that measures needs them. */
const FEATURES = ['AccessHandle', 'FileSystem', 'StorageAPI'];
const PATIENCE_MS = 30_000;
const ASK_EVERY_MS = 100;

interface Answer {
  readonly value: unknown;
}

/** One window of the browser. */
class WebKitWindow {
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

  /** Clicks as a person does: what a page may do only in a click it may do in this one. */
  async press(xpath: string): Promise<void> {
    const element = await ask('POST', `${this.#session}/element`, { using: 'xpath', value: xpath });
    const [id] = Object.values(element as Record<string, string>);
    await ask('POST', `${this.#session}/element/${id}/click`, {});
  }

  /** The value of a function's body in the page. */
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
  const whenExited = once(child, 'exit');
  child.kill();
  await whenExited;
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

/** Opens a window of WebKitGTK with a fresh profile, and closes it after `work`; skips the test where there is none. */
async function withWebKit(work: (window: WebKitWindow) => Promise<void>): Promise<void> {
  const parts = findWebKit();
  const why = 'there is no WebKitGTK here, and it could not be installed';
  if (parts === undefined) console.log(`skipped: ${why}`);
  test.skip(parts === undefined, why);
  if (parts === undefined) return;
  await withProfileFolder((home) =>
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

/** Opens a page and waits until it is alive and shows this text. */
async function openUntilShown(window: WebKitWindow, path: string, text: string): Promise<void> {
  await window.open(`${baseURL}${path}`);
  const isAlive = () => window.evaluate(`return document.documentElement.dataset.alive !== undefined`);
  await expect.poll(isAlive, { message: path, timeout: 60_000 }).toBe(true);
  const main = () => window.evaluate(`return document.querySelector('main').innerText`);
  await expect.poll(main, { message: path }).toContain(text);
}

const excessOf = (window: WebKitWindow) =>
  window.evaluate('return document.documentElement.scrollWidth - document.documentElement.clientWidth');

test('WebKitGTK shows the run page, a permalink, a board and a comparison, and says why it cannot measure', async ({
  api,
}) => {
  await withWebKit(async (window) => {
    const { device } = declaration();
    const record = realRecord('quick');
    const ids = [await api.publish(record, { device }), await api.publish(record, { device })];
    await api.publishRanked(makeUpload({ declared: { device } }));
    await openUntilShown(window, '/?lang=en', 'The browser cannot open its files');
    expect(await window.evaluate('return crossOriginIsolated')).toBe(true);
    expect(
      await window.evaluate(
        `return [...document.querySelectorAll('button')].some((b) => b.innerText === 'Run' && b.disabled)`,
      ),
    ).toBe(true);
    for (const width of [1280, 390]) {
      await window.resize(width, 800);
      await openUntilShown(window, `/r/${ids[0]}?lang=en`, device);
      expect(await window.evaluate(`return document.querySelector('main table').innerText`)).toContain('RND4K Q1');
      await expect.poll(() => excessOf(window), { message: `permalink at ${width} px` }).toBeLessThanOrEqual(0);
      await openUntilShown(window, '/leaderboard?lang=en&metric=seq1m_q1t1_write', device);
      await expect.poll(() => excessOf(window), { message: `leaderboard at ${width} px` }).toBeLessThanOrEqual(0);
      await openUntilShown(
        window,
        `/compare?runs=${ids.join(',')}&lang=en`,
        'No clear difference between these results',
      );
      await expect.poll(() => excessOf(window), { message: `comparison at ${width} px` }).toBeLessThanOrEqual(0);
    }
  });
});

test('WebKitGTK copies a result, which a page may do in a click alone there', async ({ api }) => {
  await withWebKit(async (window) => {
    const { device } = declaration();
    const id = await api.publish(realRecord('quick'), { device });
    await openUntilShown(window, `/r/${id}?lang=en`, device);
    const choices = () => window.evaluate(`return document.querySelector('main details[open] ul')?.innerText`);
    await window.press("//main//summary[. = 'Save as…']");
    // The whole list is there when the text is.
    await expect.poll(choices).toContain('Prometheus');
    await window.press('//main//details[@open]//li[last()]/button');
    await expect.poll(choices).toMatch(/Copied\s*$/);
  });
});
