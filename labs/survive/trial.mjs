/** Puts rows through a contender of the family `app-storage`, interrupts it, and looks what is left. */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { pidOfChromium } from '../../e2e/support/lib/memory-limit.mjs';

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
    const whenClosed = new Promise((resolve) => this.#context.once('close', resolve));
    process.kill(this.#context.pid ?? pidOfChromium(this.#profile), 'SIGKILL');
    await whenClosed;
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
  const { type, failure, reason, error } = await answerOf(
    page.evaluate((id) => globalThis.bench.ask(id, { type: 'loop', loop: 0 }), contender),
  );
  if (type !== 'checksum') throw new Error(`${contender}: ${failure?.detail ?? reason ?? error ?? type}`);
}

const PUT_PATIENCE_MS = 65_000;
const PATIENCE_MS = 60_000;
/** Of all that a slow store does for one request. */
const SLOW_PATIENCE_MS = 3 * PATIENCE_MS;

/** An answer; where none comes, that. */
async function answerOf(asked, patienceMs = SLOW_PATIENCE_MS) {
  let timer;
  const timeout = new Promise((resolve) => {
    timer = setTimeout(() => resolve({ error: `no answer for ${patienceMs / 1000} s` }), patienceMs);
  });
  try {
    return await Promise.race([asked.catch((error) => ({ error: error.message })), timeout]);
  } finally {
    clearTimeout(timer);
  }
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
  const failure = await page.evaluate(
    async ([count, patienceMs]) => {
      const endsMs = performance.now() + patienceMs;
      while (!globalThis.failed && globalThis.acknowledged < count) {
        if (performance.now() > endsMs) return `${globalThis.acknowledged} of ${count} puts were answered in time`;
        await new Promise((resolve) => setTimeout(resolve, 1));
      }
      return globalThis.failed?.detail ?? null;
    },
    [puts, PUT_PATIENCE_MS],
  );
  if (failure !== null) throw new Error(`${contender}: ${failure}`);
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
  const look = ([id, count]) =>
    globalThis.bench.ask(id, { type: 'look', interruption: 'survival', acknowledged: count });
  const { survivors } = await answerOf(page.evaluate(look, [contender, acknowledged]));
  if (survivors) return { acknowledged, opened: true, ...survivors };
  return { acknowledged, opened: false, lost: acknowledged, torn: 0, damaged: 0 };
}

/** Rows of 1 KiB in the transaction that is interrupted: as in syncs/page/worker/conform.ts. */
const ROWS = 20;
const ROOM_BYTES = 2 ** 23;

export const TRANSACTION_METHOD = `Each in a place of its own with 100 rows of 1 KiB. Aborted: a transaction of ${ROWS} rows and of a value that cannot be stored. Reopened: ${ROWS} rows, then the store is closed, and opened by the same worker. Reloaded: the page reloads itself while a worker stands still before the last row of such a transaction, with all that it holds; where the new page cannot open the store, it tries again when nobody holds a file of it. Full: ${ROWS} rows and a value of 16 MiB in one transaction, with a quota of ${ROOM_BYTES / 2 ** 20} MiB, or in Firefox with another file that leaves as much of it, then one row when there is room. Afterwards each must take one more row, and another worker counts.`;

/** An answer to a step of syncs/page/worker/conform.ts; a step that hangs is answered with that. */
const askToConform = (page, request, patienceMs) =>
  answerOf(
    page.evaluate((body) => globalThis.bench.conform(body), request),
    patienceMs,
  );

/** What happens to the transaction; each resolves with what it was answered with. */
const INTERRUPTIONS = {
  aborted: ({ ask }) => ask('abort'),
  reopened: ({ ask }) => ask('reopen'),
  async reloaded({ page, ask }) {
    const { error } = await ask('hold');
    if (error !== undefined) return { error };
    await page.reload();
    await page.waitForFunction(() => 'bench' in globalThis);
    return { answered: false };
  },
  async full({ ask, limitQuota }) {
    const answer = await ask('fill');
    if (answer.answered === undefined) return answer;
    await limitQuota(undefined);
    return ask(null);
  },
};

export const TRANSACTION_TRIALS = /** @type {(keyof typeof INTERRUPTIONS)[]} */ (Object.keys(INTERRUPTIONS));

/**
 * @typedef {object} TransactionLeft What is left of a transaction.
 * @property {number} rows
 * @property {boolean} answered it ended without an error
 * @property {number} kept of its rows
 * @property {number} damaged older rows that changed
 * @property {boolean} retried the next page could not open the store at once
 * @property {string | null} failure why the store does not go on
 */

/** Limits the quota of a page's place, or lifts the limit. In Firefox, which lets nobody set it, a large file uses it up. */
async function quotaOf(page) {
  if (page.context === undefined) return (bytes) => page.evaluate((room) => globalThis.bench.leaveRoom(room), bytes);
  const { origin } = new URL(page.url());
  const session = await page.context().newCDPSession(page);
  return (quotaSize) => session.send('Storage.overrideQuotaForOrigin', { origin, quotaSize });
}

/**
 * Interrupts one transaction of one contender.
 * @param {import('@playwright/test').Page} page of a place that nothing else has used
 * @param {{ contender: string, trial: keyof typeof INTERRUPTIONS, patienceMs?: number }} options
 * @returns {Promise<TransactionLeft>}
 */
export async function tryTransaction(page, { contender, trial, patienceMs = PATIENCE_MS }) {
  const ask = (step) => askToConform(page, step === null ? null : { contender, step }, patienceMs);
  const limitQuota = await quotaOf(page);
  const outcome = { rows: ROWS, answered: false, kept: 0, damaged: 0, retried: false };
  // From the beginning: a browser asks for what is left of it only now and then.
  if (trial === 'full') await limitQuota(ROOM_BYTES);
  const createReply = await ask('create');
  if (createReply.missing) throw new Error(createReply.missing);
  if (!createReply.answered) return { ...outcome, failure: createReply.error ?? 'nothing was put' };
  const { answered, error } = await INTERRUPTIONS[trial]({ page, ask, limitQuota });
  if (answered === undefined) return { ...outcome, failure: error ?? 'no answer' };
  const first = await ask('look');
  const last = first.error === undefined ? first : await ask('lookLater');
  return {
    ...{ rows: ROWS, answered, kept: last.kept ?? 0, damaged: last.damaged ?? 0, retried: last !== first },
    failure: last.error ?? null,
  };
}
