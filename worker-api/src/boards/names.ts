import { FILESYSTEMS } from '@opfsmark/schema/documents';

const FAMILIES: Readonly<Record<string, string>> = {
  android: 'Android',
  chrome: 'Chrome',
  chromeos: 'ChromeOS',
  chromium: 'Chromium',
  edge: 'Edge',
  firefox: 'Firefox',
  ios: 'iOS',
  linux: 'Linux',
  macos: 'macOS',
  node: 'Node.js',
  opera: 'Opera',
  safari: 'Safari',
  unknown: 'Unknown',
  windows: 'Windows',
};

/** The name of a browser or operating system: "macos" -> "macOS". An unknown family is shown as it is. */
export function familyName(family: string): string {
  return FAMILIES[family] ?? family;
}

export function filesystemSlug(name: string): string {
  return name.toLowerCase();
}

export function filesystemName(slug: string): string {
  return FILESYSTEMS.find((name) => filesystemSlug(name) === slug) ?? slug;
}
