/**
 * One platform and one browser, through the browser's own driver: `npm run platform -w labs -- --browser safari`. Serves the built site,
 * checks the browser on /checkup, runs Quick, publishes it and opens its permalink. What was seen goes to `--out`. It fails where
 * something that the browser should do was not seen; a browser that cannot measure must say so by itself.
 */
import { spawnSync } from 'node:child_process';
import { closeSync, fstatSync, fsyncSync, ftruncateSync, mkdirSync, openSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { type Checkup, checksOf, outcomeOf } from '@opfsmark/schema/checkup';
import { newRunId } from '@opfsmark/schema/documents';
import { Checkup as CheckupSchema } from '@opfsmark/schema/checkup/schema';
import { findChromium, findFirefox } from '../../scripts/lib/browsers.mjs';
import { main, PlainError, say } from '../../scripts/lib/say.mjs';
import { siteAt } from './site.ts';
import { capabilitiesOf, Session, startDriver } from './webdriver.ts';
import { webKitSession } from './webkit.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const BROWSERS = ['chrome', 'edge', 'firefox', 'safari', 'webkitgtk'] as const;
type Name = (typeof BROWSERS)[number];

/** A checkup takes a minute at most; Quick as much, and more on a slow drive. */
const CHECKUP_MS = 120_000;
const QUICK_MS = 300_000;
const ASK_EVERY_MS = 500;

const USAGE = `npm run platform -w labs -- --browser ${BROWSERS.join('|')} [--site URL] [--out FOLDER] [--driver PATH] [--binary PATH]`;

interface Started {
  readonly session: Session;
  close(): Promise<void>;
}

/** What a driver is called, and where the browser is that it does not find by itself. */
function driverOf(name: Exclude<Name, 'webkitgtk'>): { command: string; binary?: string | undefined } {
  switch (name) {
    case 'chrome':
      return { command: 'chromedriver', binary: process.platform === 'linux' ? findChromium() : undefined };
    case 'edge':
      return { command: 'msedgedriver' };
    case 'firefox':
      return { command: 'geckodriver', binary: process.platform === 'linux' ? findFirefox() : undefined };
    case 'safari':
      return { command: 'safaridriver' };
  }
}

async function start(name: Name, { driver: command, binary }: { driver?: string; binary?: string }): Promise<Started> {
  if (name === 'webkitgtk') return webKitSession();
  const known = driverOf(name);
  // Once for each computer; refused where it was done before, or asks for a password.
  if (name === 'safari') spawnSync('sudo', ['-n', 'safaridriver', '--enable'], { stdio: 'inherit' });
  const driver = await startDriver(command ?? known.command);
  try {
    const path = binary ?? known.binary;
    const kind = name === 'edge' || name === 'chrome' ? 'chromium' : name;
    const capabilities = capabilitiesOf(kind, path === undefined ? {} : { binary: path });
    const { 'goog:chromeOptions': options } = capabilities;
    const session = await Session.start(
      driver.url,
      name === 'edge' ? { browserName: 'MicrosoftEdge', 'ms:edgeOptions': options } : capabilities,
    );
    return {
      session,
      async close() {
        await session.close().catch(() => undefined);
        await driver.close();
      },
    };
  } catch (error) {
    await driver.close();
    throw error;
  }
}

/** Waits in the page until `body` returns something. */
function waitFor<Result>(session: Session, body: string, limitMs: number, what: string): Promise<Result> {
  const script = `const [limitMs, everyMs, what] = arguments;
    const ask = () => { ${body} };
    return new Promise((resolve, reject) => {
      const startMs = performance.now();
      const look = () => {
        const found = ask();
        if (found !== null && found !== undefined) resolve(found);
        else if (performance.now() - startMs > limitMs) reject(new Error(what + ' took longer than ' + limitMs / 1000 + ' s'));
        else setTimeout(look, everyMs);
      };
      look();
    });`;
  return session.execute<Result>(script, limitMs, ASK_EVERY_MS, what);
}

async function checkUp(session: Session, origin: string): Promise<Checkup> {
  await session.goTo(`${origin}/checkup?autorun=1`);
  const text = await waitFor<string>(
    session,
    "return document.querySelector('#checkup-json')?.textContent || null;",
    CHECKUP_MS,
    'the checkup',
  );
  return CheckupSchema.parse(JSON.parse(text));
}

const HOLE_BYTES = 64 * 2 ** 20;

/**
 * What a file takes on the drive that has grown without being written, which no page can see. Browsers grow files by the same call.
 * Windows and Linux both tell it in pieces of 512 bytes.
 */
function roomOfHole(folder: string): number {
  const path = join(folder, 'hole');
  const file = openSync(path, 'w');
  try {
    ftruncateSync(file, HOLE_BYTES);
    fsyncSync(file);
    return fstatSync(file).blocks * 512;
  } finally {
    closeSync(file);
    rmSync(path);
  }
}

interface Quick {
  readonly status: string;
  readonly error: unknown;
  readonly record: unknown;
}

async function quick(session: Session, origin: string): Promise<Quick> {
  await session.goTo(`${origin}/?plan=${encodeURIComponent('{"profile":"quick"}')}&autorun=1`);
  const text = await waitFor<string>(
    session,
    'return /done|failed/.test(window.opfsmark?.status ?? "") ? JSON.stringify(window.opfsmark) : null;',
    QUICK_MS,
    'Quick',
  );
  return JSON.parse(text) as Quick;
}

/** Publishes what the page has measured as a program would, and opens its page. */
async function publish(session: Session, origin: string, { record }: Quick, device: string): Promise<string> {
  const body = { record, declared: { device }, deletion_sha256: '0'.repeat(64) };
  const id = newRunId();
  const answer = await fetch(`${origin}/api/v1/runs/${id}`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`the result was not published: ${answer.status} ${await answer.text()}`);
  await session.goTo(`${origin}/r/${id}`);
  const heading = await session.textOf('h1');
  if (heading.trim() === '') throw new Error(`/r/${id} has no heading`);
  return heading;
}

function options() {
  const text = { type: 'string' } as const;
  try {
    const { values } = parseArgs({ options: { browser: text, site: text, out: text, driver: text, binary: text } });
    const browser = BROWSERS.find((name) => name === values.browser);
    if (browser === undefined) throw new Error('name a browser');
    const { site, out = join(ROOT, 'labs/build/platform'), driver, binary } = values;
    return { browser, site, out: resolve(out), ...(driver && { driver }), ...(binary && { binary }) };
  } catch (error) {
    throw new PlainError(`platform: ${(error as Error).message}\n\n${USAGE}`);
  }
}

await main(async () => {
  const { browser, site, out, ...where } = options();
  mkdirSync(out, { recursive: true });
  say(`${process.platform}: of a hole of ${HOLE_BYTES} bytes ${roomOfHole(out)} are on the drive`);
  const served = await siteAt(site);
  try {
    const { session, close } = await start(browser, where).catch((error: unknown) => {
      const failure = error instanceof Error ? error.message : String(error);
      writeFileSync(join(out, `${browser}-failure.json`), `${JSON.stringify({ failure }, null, 2)}\n`);
      throw new PlainError(`${browser} did not start: ${failure}`);
    });
    try {
      const keep = async (name: string, value?: unknown) => {
        if (value !== undefined)
          writeFileSync(join(out, `${browser}-${name}.json`), `${JSON.stringify(value, null, 2)}\n`);
        writeFileSync(join(out, `${browser}-${name}.png`), await session.screenshot());
      };
      const checkup = await checkUp(session, served.origin);
      await keep('checkup', checkup);
      const checks = checksOf(checkup);
      const outcome = outcomeOf(checks);
      for (const { id, state, finding } of checks) say(`${browser} ${id}: ${state} (${finding})`);
      const result = await quick(session, served.origin);
      await keep('quick', result);
      if (result.status !== 'done') {
        if (outcome === 'cannot') {
          say(`${browser} cannot measure, and says so: ${JSON.stringify(result.error)}`);
          return;
        }
        throw new PlainError(`${browser}: Quick ended as ${result.status}: ${JSON.stringify(result.error)}`);
      }
      if (outcome === 'cannot') throw new PlainError(`${browser} ran Quick, and /checkup says that it cannot measure`);
      const heading = await publish(session, served.origin, result, `${browser} on ${process.platform}`);
      await keep('permalink');
      say(`${browser}: Quick was published: ${heading}`);
    } finally {
      await close();
    }
  } finally {
    await served.close();
  }
});
