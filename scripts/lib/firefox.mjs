import { findCommand, isExecutable } from './find.mjs';
import { install } from './packages.mjs';

const MAC_FIREFOX = '/Applications/Firefox.app/Contents/MacOS/firefox';

/**
 * A stock Firefox to test with; undefined where there is none.
 * @returns {string | undefined}
 */
export function findFirefox() {
  return findCommand('firefox-esr', 'firefox') ?? [MAC_FIREFOX].find(isExecutable);
}

/**
 * Finds or installs a Firefox; why there is none, where neither is possible.
 * @returns {Promise<string | null>}
 */
export async function needFirefox() {
  if (findFirefox()) return null;
  const { why } = await install({ apt: ['firefox-esr'] });
  return findFirefox() ? null : `No Firefox was found. ${why}`;
}
