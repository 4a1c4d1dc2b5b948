import { createRequire } from 'node:module';
import { findChromium } from '../../scripts/lib/browsers.mjs';
import { freePort, waitForHttp } from '../../scripts/lib/port.mjs';
import { join } from 'node:path';
import { launch } from '../../scripts/lib/children.mjs';
import { toolEnv } from '../../scripts/lib/command.mjs';
import { ROOT } from '../../scripts/lib/paths.mjs';
import { PlainError } from '../../scripts/lib/say.mjs';

/** A Chromium with a profile on disk, as a person has one, that Lighthouse and our own code drive together. */
export async function withAuditBrowser(profile, work) {
  const { chromium } = createRequire(import.meta.url)('playwright-core');
  const debuggingPort = await freePort();
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: findChromium(),
    // Chromium has no sandbox for root.
    args: [`--remote-debugging-port=${debuggingPort}`, ...(process.getuid?.() === 0 ? ['--no-sandbox'] : [])],
  });
  try {
    return await work({ context, debuggingPort });
  } finally {
    await context.close();
  }
}

const RUN_MS = 120_000;
/** Machines that publish what was measured. */
const RIGS = 3;
/** As a first visitor runs it; another size would stand on no board. */
const ADDRESS = '/?profile=quick&autorun=1';
/** The page of the device under whose name it is published. */
export const DEVICE = '/device/this-machine';
const BOARD_MS = 10_000;

/** In the page: publishes what it has measured, each time as another machine; its ids. */
async function publish(rigs) {
  const json = { 'content-type': 'application/json' };
  const { record } = globalThis.opfsmark;
  const { suite, seed } = record.plan;
  const ids = [];
  for (let rig = 0; rig < rigs; rig++) {
    const ticketRequest = { method: 'POST', headers: json, body: JSON.stringify({ suite, plan_seed: seed }) };
    const ticket = await (await fetch('/api/v1/run-tickets', ticketRequest)).json();
    const upload = {
      record,
      declared: { device: 'This machine', interface: 'virtual', filesystem: 'ext4' },
      rig_id: String(rig).padStart(16, '0'),
      ticket,
      deletion_sha256: '0'.repeat(64),
    };
    const id = ticket.run_id;
    ids.push(id);
    const response = await fetch(`/api/v1/runs/${id}`, { method: 'PUT', headers: json, body: JSON.stringify(upload) });
    if (response.status !== 201) throw new Error(`${response.status}: ${await response.text()}`);
  }
  return ids;
}

/** Measures this machine and publishes it, so that the result page and the boards have something to show. */
export async function publishMeasured(context, origin) {
  const page = await context.newPage();
  await page.goto(`${origin}${ADDRESS}`);
  await page.waitForFunction(() => globalThis.opfsmark?.status === 'done', undefined, { timeout: RUN_MS });
  const ids = await page.evaluate(publish, RIGS);
  const board = page.getByRole('main');
  const end = Date.now() + BOARD_MS;
  for (;;) {
    await page.goto(`${origin}/leaderboard`);
    if ((await board.getByText('This machine').count()) > 0) break;
    if (Date.now() > end) throw new Error('The result did not come to its board.');
  }
  await page.close();
  return ids;
}

const BUILD_AND_START_MS = 300_000;
/**
 * One run is published as that of several machines of one network, each with a ticket that is asked for after it. Everybody is
 * trusted, because the page of what nobody has confirmed is not for search engines.
 */
const RULES = {
  TICKET_ALLOWANCE_MS: '86400000',
  REPEATED_RESULTS: 'allowed',
  TRUST_POLICY: 'open',
};

/** The built site on an empty database, for as long as `work` takes. */
export async function withSite(stateDir, work) {
  const port = await freePort();
  const exitController = new AbortController();
  const server = launch(process.execPath, [join(ROOT, 'scripts/start.mjs')], {
    env: toolEnv({ PORT: `${port}`, STATE_DIR: stateDir, ...RULES }),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  // It says of every address that is not there that it is not: worth showing only if it does not start.
  let output = '';
  for (const stream of [server.stdout, server.stderr])
    stream.setEncoding('utf8').on('data', (text) => (output += text));
  const whenEnded = new Promise((resolve) => server.once('exit', resolve));
  void whenEnded.then(() => exitController.abort());
  const origin = `http://localhost:${port}`;
  try {
    const ready = await waitForHttp(`${origin}/`, { timeoutMs: BUILD_AND_START_MS, signal: exitController.signal });
    if (!ready) throw new PlainError(`The site did not start.\n${output}`);
    return await work(origin);
  } finally {
    server.kill('SIGTERM');
    await whenEnded;
  }
}
