/** Puts rows through a contender of the family `app-storage`, interrupts it, and looks what is left. */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { pidOfChromium } from '../bench/memory-limit.mjs';

/**
 * @typedef {object} Left What is left of answered puts; `opened: false` where the store could not be used any more.
 * @property {number} acknowledged
 * @property {boolean} opened
 * @property {number} lost
 * @property {number} torn
 * @property {number} damaged
 */

/** A browser whose processes are ended at once, as a power cut would do it, and the profile that is left. */
export class EndableBrowser {
  #launch;
  #profile;
  #address;
  #context;

  /**
   * @param {{ launch: (profile: string) => Promise<import('@playwright/test').BrowserContext>, profile: string, address: string }} options
   *   `address`: of the page in syncs/page
   */
  constructor({ launch, profile, address }) {
    this.#launch = launch;
    this.#profile = profile;
    this.#address = address;
  }

  /**
   * Starts it where it does not run, and opens the page.
   * @returns {Promise<import('@playwright/test').Page>}
   */
  async open() {
    this.#context ??= await this.#launch(this.#profile);
    const page = await this.#context.newPage();
    await page.goto(this.#address);
    await page.waitForFunction(() => 'bench' in globalThis);
    return page;
  }

  get version() {
    return this.#context?.browser()?.version() ?? 'unknown';
  }

  /** Ends it with SIGKILL. */
  async kill() {
    const lock = join(this.#profile, 'SingletonLock');
    const gone = new Promise((resolve) => this.#context.once('close', resolve));
    process.kill(pidOfChromium(this.#profile), 'SIGKILL');
    await gone;
    this.#context = undefined;
    // As long as it is there, the profile is in use.
    rmSync(lock, { force: true });
  }

  async close() {
    await this.#context?.close();
    this.#context = undefined;
  }
}

/**
 * Creates the store of a contender.
 * @param {import('@playwright/test').Page} page
 * @param {string} contender
 */
export async function createStore(page, contender) {
  const { type, failure, reason } = await page.evaluate(
    (id) => globalThis.bench.ask(id, { type: 'loop', loop: 0 }),
    contender,
  );
  if (type !== 'checksum') throw new Error(`${contender}: ${failure?.detail ?? reason ?? type}`);
}

/**
 * Puts rows until so many were answered; then no more, or on and on. `planted`: the contender's flushes do nothing.
 * @param {import('@playwright/test').Page} page
 * @param {{ contender: string, puts: number, goesOn?: boolean, planted?: boolean }} options
 */
export async function putRows(page, { contender, puts, goesOn = false, planted = false }) {
  await page.evaluate(
    ([id, count, isPlanted]) => {
      Object.assign(globalThis, { acknowledged: 0, failed: null });
      globalThis.bench.ask(id, { type: 'put-on', interruption: 'survival', count }, isPlanted).then(({ failure }) => {
        globalThis.failed = failure;
      });
    },
    [contender, goesOn ? Infinity : puts, planted],
  );
  await page.waitForFunction((count) => globalThis.failed || globalThis.acknowledged >= count, puts, {
    polling: 1,
    timeout: 35_000,
  });
  const failed = await page.evaluate(() => globalThis.failed);
  if (failed) throw new Error(`${contender}: ${failed.detail}`);
}

/**
 * How many puts have been answered by now.
 * @param {import('@playwright/test').Page} page
 * @returns {Promise<number>}
 */
export const answeredPuts = (page) => page.evaluate(() => globalThis.acknowledged);

/**
 * Looks with a worker of its own.
 * @param {import('@playwright/test').Page} page
 * @param {string} contender
 * @param {number} acknowledged
 * @returns {Promise<Left>}
 */
export async function lookAt(page, contender, acknowledged) {
  const { survivors } = await page.evaluate(
    ([id, count]) => globalThis.bench.ask(id, { type: 'look', interruption: 'survival', acknowledged: count }),
    [contender, acknowledged],
  );
  if (survivors) return { acknowledged, opened: true, ...survivors };
  return { acknowledged, opened: false, lost: acknowledged, torn: 0, damaged: 0 };
}
