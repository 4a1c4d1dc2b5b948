/**
 * The reports of /checkup that are kept with the source: `npm run checkups -w labs -- c119 chromium firefox webkitgtk`. Those of other
 * browsers stay as they are. Of what does not start, or gives no answer, one line says why.
 */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import type { IncomingMessage, Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Checkup } from '@opfsmark/schema/checkup/schema';
import type { KeptCheckup } from '@opfsmark/schema/checkup/kept';
import { main, PlainError, say } from '../../scripts/lib/say.mjs';
import { servePage } from '../lib/browser.mjs';
import { findBrowser } from './install.ts';
import { startBrowser, startRemote, type Started } from './start.ts';
import { startWebKit } from './webkit.ts';

const KEPT = fileURLToPath(new URL('../../schema/src/checkup/kept.json', import.meta.url));
const FOLDER = fileURLToPath(new URL('../build/checkups', import.meta.url));
/** A checkup ends within a minute, and a browser takes some of one to start. */
const PATIENCE_MS = 150_000;

interface Answer {
  readonly version?: string;
  readonly checkup?: unknown;
  readonly failure?: string;
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts).toString();
}

/** The page, and the answer of whoever opened it last. */
async function servePageOfCheckup(folder: string) {
  let resolveAnswer: (answer: Answer) => void = () => undefined;
  const server = (await servePage('browsers/checkup', join(folder, 'page'), {
    answers: (request, response) => {
      if (request.url !== '/done') return false;
      void bodyOf(request).then((body) => {
        response.end();
        resolveAnswer(JSON.parse(body) as Answer);
      });
      return true;
    },
  })) as Server;
  const { port } = server.address() as AddressInfo;
  return {
    // A name that every browser takes for a secure context.
    address: `http://localhost:${port}/`,
    next: () => new Promise<Answer>((resolve) => (resolveAnswer = resolve)),
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

async function start(name: string, address: string, folder: string): Promise<{ started: Started; about: string }> {
  if (name === 'webkitgtk') return { started: await startWebKit(address), about: 'WebKitGTK of Debian' };
  const browser = await findBrowser(name);
  if ('driverUrl' in browser) return { started: await startRemote(browser, address), about: name };
  const about = [
    browser.family === 'firefox' ? 'Firefox' : 'Chromium',
    ...(browser.isShell ? ['headless shell'] : []),
    ...(/^[cf]\d+$/.test(name) ? [`(${browser.build})`] : []),
  ];
  return { started: startBrowser(browser, join(folder, 'profile'), address), about: about.join(' ') };
}

async function checkUpIn(
  name: string,
  page: Awaited<ReturnType<typeof servePageOfCheckup>>,
  folder: string,
): Promise<KeptCheckup> {
  const answer = page.next();
  const { started, about } = await start(name, page.address, folder);
  let timer: NodeJS.Timeout | undefined;
  try {
    const tooLong = new Promise<Answer>((resolve) => {
      timer = setTimeout(() => resolve({ failure: `it gave no answer for ${PATIENCE_MS / 1000} s` }), PATIENCE_MS);
    });
    const { failure, version, checkup } = await Promise.race([
      answer,
      tooLong,
      started.ended.then((why): Answer => ({ failure: why })),
    ]);
    if (failure !== undefined) throw new Error(failure);
    return { build: `${about} ${version ?? ''}`.trim(), checkup: Checkup.parse(checkup) };
  } finally {
    clearTimeout(timer);
    await started.close().catch(() => undefined);
  }
}

const keyOf = ({ build, checkup }: KeptCheckup) =>
  `${checkup.client.browser.family} ${String(checkup.client.browser.major ?? 0).padStart(6, '0')} ${build}`;

await main(async () => {
  const names = process.argv.slice(2).filter((word) => !word.startsWith('-'));
  if (names.length === 0)
    throw new PlainError('checkups: name a browser, such as chromium, firefox, webkitgtk or c131');
  mkdirSync(FOLDER, { recursive: true });
  const folder = mkdtempSync(join(FOLDER, 'run-'));
  const page = await servePageOfCheckup(folder);
  const kept = new Map(
    (JSON.parse(readFileSync(KEPT, 'utf8')) as KeptCheckup[]).map((report) => [keyOf(report), report]),
  );
  try {
    for (const name of names) {
      try {
        const report = await checkUpIn(name, page, folder);
        kept.set(keyOf(report), report);
        say(`${name}: ${report.build}, ${Math.round(report.checkup.wall_ms / 1000)} s`);
      } catch (error) {
        say(`${name}: left out: ${error instanceof Error ? error.message : String(error)}`);
        process.exitCode = 1;
      }
    }
  } finally {
    page.close();
    rmSync(folder, { recursive: true, force: true });
  }
  const reports = [...kept].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, report]) => report);
  writeFileSync(KEPT, `${JSON.stringify(reports, null, 2)}\n`);
});
