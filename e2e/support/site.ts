/** The site under test: one with a fresh database, or the one at E2E_BASE_URL. */
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findChromium, findHeadlessShell } from '../../scripts/lib/browsers.mjs';
import { WITH_MODERATOR } from './moderator.ts';

const PORT = process.env['E2E_PORT'] ?? '8988';
const BUILD_AND_START_MS = 300_000;
const SHUTDOWN_MS = 15_000;

const externalURL = process.env['E2E_BASE_URL'];

export const baseURL = externalURL ?? `http://localhost:${PORT}`;

function ownServer(settings: Record<string, string>) {
  // Every worker process reads this file; all use one folder.
  const stateDir = (process.env['E2E_STATE_DIR'] ??= mkdtempSync(join(tmpdir(), 'opfsmark-e2e-')));
  return {
    command: 'node ../scripts/start.mjs',
    url: `${baseURL}/api/v1/healthz`,
    env: {
      PORT,
      STATE_DIR: stateDir,
      // A test stands in for a proxy on this computer.
      TRUSTED_PROXIES: '127.0.0.1',
      // Made-up runs have no time to pass between ticket and upload, and a measured one is published by several tests.
      TICKET_ALLOWANCE_MS: '86400000',
      REPEATED_RESULTS: 'allowed',
      // As deployed.
      TRUST_POLICY: 'guarded',
      ...WITH_MODERATOR,
      ...settings,
    },
    timeout: BUILD_AND_START_MS,
    gracefulShutdown: { signal: 'SIGTERM' as const, timeout: SHUTDOWN_MS },
    stdout: 'pipe' as const,
  };
}

/** The setting of Playwright that starts the site; none for one that runs elsewhere. */
export const serveSite = (settings: Record<string, string> = {}) =>
  externalURL === undefined ? { webServer: ownServer(settings) } : {};

function optionsFor(executablePath: string | undefined) {
  return {
    ...(executablePath === undefined ? {} : { executablePath }),
    // Chromium has no sandbox for root.
    args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
  };
}

/** For the first click, for what judges by numbers, and for what is killed or restarted: a whole Chromium. */
export const launchOptions = optionsFor(findChromium());
/** For all else: the same engine, for a fraction of the processor time. */
export const shellOptions = optionsFor(findHeadlessShell());
