const NAMES: Record<string, string> = {
  chrome: 'Chrome',
  chromium: 'Chromium',
  edge: 'Edge',
  firefox: 'Firefox',
  safari: 'Safari',
  opera: 'Opera',
  brave: 'Brave',
  vivaldi: 'Vivaldi',
  samsung: 'Samsung Internet',
  node: 'Node.js',
  linux: 'Linux',
  macos: 'macOS',
  windows: 'Windows',
  android: 'Android',
  ios: 'iOS',
  ipados: 'iPadOS',
  chromeos: 'ChromeOS',
};

/** "Chrome 156". Names of products are the same in every language. */
export function clientName({
  family,
  major: version,
}: {
  readonly family: string;
  readonly major: number | null;
}): string {
  const name = NAMES[family] ?? family;
  return version === null ? name : `${name} ${version}`;
}

/** "Chrome 156 · Linux", of a result as lists have it. */
export function clientText({ browser, version = '', os }: { browser: string; version?: string; os: string }): string {
  const major = version === '' ? null : Number(version);
  return `${clientName({ family: browser, major })} · ${clientName({ family: os, major: null })}`;
}
