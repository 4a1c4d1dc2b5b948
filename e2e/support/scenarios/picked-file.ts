import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from '../fixtures.ts';
import type { FamilyPage } from '../page-objects/family-page.ts';

const SMALL_PLAN = { pairs: '200', bytes: '8MiB', slice: '1MiB' };

/** A file outside the browser, as people have them. */
export async function withFile(bytes: number, use: (path: string) => Promise<void>): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'opfsmark-picked-'));
  try {
    const path = join(folder, 'holiday.mp4');
    writeFileSync(path, randomBytes(bytes));
    await use(path);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Runs the family with this file as what a person picks. */
export async function runWith(
  familyPage: FamilyPage,
  path: string,
  parameters: Record<string, string> = SMALL_PLAN,
): Promise<void> {
  const { page } = familyPage;
  await familyPage.openFamily('picked-file', parameters);
  await expect(familyPage.run).toBeEnabled();
  const chooser = page.waitForEvent('filechooser');
  await familyPage.begin();
  await (await chooser).setFiles(path);
}
