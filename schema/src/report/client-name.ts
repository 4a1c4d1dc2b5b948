/** Names of products, which are the same in every language. */
const NAMES: Readonly<Record<string, string>> = {
  android: 'Android',
  brave: 'Brave',
  chrome: 'Chrome',
  chromium: 'Chromium',
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

/** "Chrome 156" */
export function clientName({ family, major }: { readonly family: string; readonly major: number | null }): string {
  const name = NAMES[family] ?? family;
  return major === null ? name : `${name} ${major}`;
}
