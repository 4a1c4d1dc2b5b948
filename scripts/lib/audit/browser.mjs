import { createRequire } from 'node:module';
import { findChromium } from '../chromium.mjs';
import { freePort } from '../port.mjs';

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
