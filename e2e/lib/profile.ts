import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { BrowserContext, BrowserType } from '@playwright/test';
import { baseURL, launchOptions } from '../site.ts';

/** On the drive that holds the project: a temporary folder may be in memory. */
const PROFILES = join(import.meta.dirname, '..', '.profiles');

/** A browser with a fresh profile on disk, as a person has one, for as long as `work` takes. */
export async function withProfile(
  chromium: BrowserType,
  work: (context: BrowserContext) => Promise<void>,
): Promise<void> {
  mkdirSync(PROFILES, { recursive: true });
  const folder = mkdtempSync(join(PROFILES, 'profile-'));
  const context = await chromium.launchPersistentContext(folder, { ...launchOptions, baseURL, locale: 'en-GB' });
  try {
    await work(context);
  } finally {
    await context.close();
    rmSync(folder, { recursive: true, force: true });
  }
}
