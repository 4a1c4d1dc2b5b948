import { FILESYSTEMS } from '@opfsmark/schema/documents';

const FAMILIES: Readonly<Record<string, string>> = {
  android: 'Android',
  brave: 'Brave',
  chrome: 'Chrome',
  chromeos: 'ChromeOS',
  edge: 'Edge',
  firefox: 'Firefox',
  ios: 'iOS',
  ipados: 'iPadOS',
  linux: 'Linux',
  macos: 'macOS',
  node: 'Node.js',
  opera: 'Opera',
  other: 'Other',
  safari: 'Safari',
  samsung: 'Samsung Internet',
  vivaldi: 'Vivaldi',
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
