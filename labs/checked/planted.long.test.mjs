import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { judge } from '../../schema/src/checked/verdict.ts';
import { findChromium } from '../../scripts/lib/browsers.mjs';
import { findCommand } from '../../scripts/lib/packages.mjs';
import { runTable, serveChecked } from './measure.mjs';
import { PLANTED } from './worker/tables/index.ts';

const FOLDER = fileURLToPath(new URL('../build/checked', import.meta.url));

function whyNot() {
  if (process.platform !== 'linux' || process.getuid() !== 0) return 'it is there for root on Linux only';
  if (findCommand('strace') === undefined) return 'there is no strace';
  return findChromium() === undefined ? 'there is no Chromium' : null;
}

const obstacle = whyNot();
if (obstacle !== null) console.log(`skipped: ${obstacle}`);

let scratch;
let server;

beforeAll(async () => {
  if (obstacle !== null) return;
  mkdirSync(FOLDER, { recursive: true });
  scratch = mkdtempSync(join(FOLDER, 'test-'));
  server = await serveChecked(join(scratch, 'page'));
});

afterAll(() => {
  server?.close();
  if (scratch !== undefined) rmSync(scratch, { recursive: true, force: true });
});

async function outcomeOf(id, timeoutMs) {
  const address = `http://127.0.0.1:${server.address().port}/`;
  const { outcome } = await runTable({ folder: scratch, address, id, load: PLANTED[id], rounds: 2, timeoutMs });
  return outcome;
}

/** Without what a ratio of two short rounds may say. */
async function caught(id) {
  const { verdict, reasons } = judge(await outcomeOf(id));
  return { verdict, reasons: reasons.filter(({ ratio }) => ratio === undefined) };
}

test.skipIf(obstacle !== null)('a query that touches no row is caught', async () => {
  expect(await caught('planted-no-rows')).toEqual({
    verdict: 'measures_something_else',
    reasons: [{ code: 'touches_nothing', operations: ['write'] }],
  });
});

test.skipIf(obstacle !== null)('a commit that never syncs is caught', async () => {
  expect(await caught('planted-no-sync')).toEqual({
    verdict: 'measures_something_else',
    reasons: [{ code: 'never_synced', contenders: ['other'] }],
  });
});

test.skipIf(obstacle !== null)('a call that commits many times beside one that commits once is caught', async () => {
  const { verdict, reasons } = judge(await outcomeOf('planted-syncs'));
  expect(verdict).toBe('holds_only_if');
  expect(reasons.map(({ code }) => code)).toContain('unlike_syncs');
});

test.skipIf(obstacle !== null)('a mean that drops its slowest fifth is caught', async () => {
  expect(await caught('planted-mean')).toEqual({
    verdict: 'holds_only_if',
    reasons: [{ code: 'drops_slowest', share: 0.2 }],
  });
});

test.skipIf(obstacle !== null)('nothing is said against a table that does what it says', async () => {
  expect((await caught('planted-sound')).reasons).toEqual([]);
});

test.skipIf(obstacle !== null)(
  'what is missing, throws or hangs has a line of its own, and the others go on',
  async () => {
    const { contenders, ratios } = await outcomeOf('planted-failures', 4000);
    expect(contenders.map(({ contender, failure }) => [contender, failure])).toEqual([
      ['one', null],
      ['other', null],
      ['missing', expect.stringContaining('opfsmark-is-not-installed')],
      ['throwing', 'the call failed'],
      ['hanging', 'no answer within 4 s'],
    ]);
    expect(ratios).toHaveLength(1);
  },
);
