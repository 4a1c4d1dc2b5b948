import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findChromium } from '../../scripts/lib/browsers.mjs';
import { launchChromium, servePage } from '../lib/browser.mjs';
import { EndableBrowser, TRANSACTION_TRIALS, tryTransaction } from './trial.mjs';

const FOLDER = fileURLToPath(new URL('../build/survive', import.meta.url));
const hasNone = findChromium() === undefined;
if (hasNone) console.log('skipped: there is no Chromium');

let scratch;
let server;
let browser;

beforeAll(async () => {
  if (hasNone) return;
  mkdirSync(FOLDER, { recursive: true });
  scratch = mkdtempSync(join(FOLDER, 'test-'));
  server = await servePage('syncs/page', join(scratch, 'page'));
  browser = new EndableBrowser({
    launch: launchChromium,
    profile: join(scratch, 'profile'),
    address: `http://127.0.0.1:${server.address().port}/`,
  });
});

afterAll(async () => {
  await browser?.close();
  server?.close();
  if (scratch !== undefined) rmSync(scratch, { recursive: true, force: true });
});

async function leftOf(contender, trial, patienceMs) {
  const page = await browser.open();
  try {
    await page.goto(`http://${contender}-${trial}.localhost:${server.address().port}/`);
    await page.waitForFunction(() => 'bench' in globalThis);
    return await tryTransaction(page, { contender, trial, patienceMs });
  } finally {
    await page.close();
  }
}

const UNDONE_TRANSACTION = { rows: 20, answered: false, kept: 0, damaged: 0, failure: null };

test.skipIf(hasNone).each(['idb-strict', 'dexie-strict', 'sahpool', 'write-ahead'])(
  '%s keeps all of a transaction or nothing, however it is interrupted, and goes on',
  async (contender) => {
    for (const trial of TRANSACTION_TRIALS) {
      const overrides = trial === 'reopened' ? { answered: true, kept: 20 } : {};
      expect(await leftOf(contender, trial), trial).toMatchObject({ ...UNDONE_TRANSACTION, ...overrides });
    }
  },
);

test.skipIf(hasNone)('half a transaction is seen where a store has none', async () => {
  expect(await leftOf('opfs-sync', 'aborted')).toMatchObject({ ...UNDONE_TRANSACTION, kept: 20 });
  expect(await leftOf('opfs-sync', 'full')).toMatchObject({ ...UNDONE_TRANSACTION, kept: 20 });
});

test.skipIf(hasNone)('a store that throws, hangs or corrupts is told, and others go on', async () => {
  expect((await leftOf('planted-throws', 'aborted')).failure).toBe('Error: the store is broken');
  expect((await leftOf('planted-hangs', 'aborted', 2000)).failure).toBe('no answer for 2 s');
  expect(await leftOf('planted-corrupts', 'reopened')).toMatchObject({ kept: 0, damaged: 100, failure: null });
  expect(await leftOf('idb-strict', 'aborted')).toMatchObject(UNDONE_TRANSACTION);
});
