import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { findCommand, isExecutable } from './find.mjs';
import { install } from './packages.mjs';

/** Where Debian keeps what belongs to a version of the library. */
const LIBRARIES = '/usr/lib';

/** The small browser that comes with the library, which its driver starts. */
function findMiniBrowser() {
  if (!existsSync(LIBRARIES)) return undefined;
  const folders = readdirSync(LIBRARIES).filter((name) => name.endsWith('-linux-gnu'));
  const versions = folders.flatMap((folder) =>
    readdirSync(join(LIBRARIES, folder))
      .filter((name) => name.startsWith('webkit2gtk-'))
      .map((name) => join(LIBRARIES, folder, name, 'MiniBrowser')),
  );
  return versions.findLast(isExecutable);
}

/**
 * A WebKitGTK to test with: its driver, its browser, and a screen for it that nobody sees; undefined where one is missing.
 * @returns {{ driver: string, browser: string, screen: string } | undefined}
 */
export function findWebKit() {
  const [driver, browser, screen] = [findCommand('WebKitWebDriver'), findMiniBrowser(), findCommand('Xvfb')];
  return driver && browser && screen ? { driver, browser, screen } : undefined;
}

/**
 * Finds or installs a WebKitGTK; why there is none, where neither is possible.
 * @returns {Promise<string | null>}
 */
export async function needWebKit() {
  if (findWebKit()) return null;
  const { why } = await install({ apt: ['webkit2gtk-driver', 'xvfb'] });
  return findWebKit() ? null : `No WebKitGTK was found. ${why}`;
}
