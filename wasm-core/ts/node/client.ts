import type { Client } from '@opfsmark/schema/documents';
import { release } from 'node:os';

const OS_FAMILIES: Partial<Record<NodeJS.Platform, Client['os']['family']>> = {
  android: 'android',
  darwin: 'macos',
  linux: 'linux',
  win32: 'windows',
};
const WINDOWS_11_BUILD = 22_000;

/** As the page counts versions: macOS by its own (Darwin 24 is 15, Darwin 25 is 26), Windows 10 or 11, Linux not at all. */
export function osMajor(platform: NodeJS.Platform, version: string): number | null {
  const [major = 0, , build = 0] = version.split('.').map(Number);
  if (platform === 'darwin' && major > 0) return major >= 25 ? major + 1 : major - 9;
  if (platform === 'win32') return build >= WINDOWS_11_BUILD ? 11 : 10;
  return null;
}

/** Node.js stands where a record names the browser. */
export function nodeClient(): Client {
  return {
    browser: { family: 'node', major: Number.parseInt(process.versions.node, 10) },
    os: { family: OS_FAMILIES[process.platform] ?? 'other', major: osMajor(process.platform, release()) },
  };
}
