/** Names of browsers and operating systems, which are the same in every language. */
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

interface ClientPart {
  readonly family: string;
  readonly major: number | null;
}

/** "Chrome 156"; a family that is not known is shown as it is. */
export function clientName({ family, major }: ClientPart): string {
  const name = NAMES[family] ?? family;
  return major === null ? name : `${name} ${major}`;
}
