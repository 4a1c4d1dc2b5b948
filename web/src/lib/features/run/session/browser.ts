import { BROWSER_FAMILIES, type Client, OS_FAMILIES } from '@opfsmark/schema/documents';

/** Enough to meet the smallest step more than once; a coarse clock of 1 ms is given up on after a few. */
const STEPS = 20;
const PATIENCE_MS = 10;

/** Smallest difference the page's clock shows. */
export function measureClockStepNs(now: () => number = () => performance.now()): number {
  const start = now();
  let smallest = Number.POSITIVE_INFINITY;
  for (let step = 0; step < STEPS && (smallest === Number.POSITIVE_INFINITY || now() - start < PATIENCE_MS); step++) {
    const before = now();
    let after = before;
    while (after === before) after = now();
    smallest = Math.min(smallest, after - before);
  }
  // Clocks are cut to whole microseconds; the rest is the noise of floating point.
  return Math.round(smallest * 1e3) * 1e3;
}

/** The part of User-Agent Client Hints that is used; TypeScript's DOM library does not know them. */
interface UserAgentData {
  readonly brands: readonly { readonly brand: string; readonly version: string }[];
  readonly platform: string;
  getHighEntropyValues(hints: readonly string[]): Promise<{ readonly platformVersion?: string }>;
}

const BRANDS: readonly (readonly [brand: string, family: Client['browser']['family']])[] = [
  ['Microsoft Edge', 'edge'],
  ['Opera', 'opera'],
  ['Brave', 'brave'],
  ['Vivaldi', 'vivaldi'],
  ['Samsung Internet', 'samsung'],
  ['Google Chrome', 'chrome'],
  ['Chromium', 'chrome'],
];

const PLATFORMS: Record<string, Client['os']['family']> = {
  Android: 'android',
  'Chrome OS': 'chromeos',
  'Chromium OS': 'chromeos',
  iOS: 'ios',
  Linux: 'linux',
  macOS: 'macos',
  Windows: 'windows',
};

function major(version: string | undefined): number | null {
  const number = Number.parseInt(version ?? '', 10);
  return Number.isNaN(number) ? null : number;
}

/** The first word of a name where it is on the list: "Samsung Internet for Android" -> "samsung". */
function familyOf<Family extends string>(families: readonly Family[], name: string | undefined): Family | 'other' {
  const word = /^[a-z]+/.exec((name ?? '').toLowerCase())?.[0];
  return families.find((family) => family === word) ?? 'other';
}

async function fromHints(hints: UserAgentData): Promise<Client> {
  const match = BRANDS.find(([name]) => hints.brands.some(({ brand }) => brand === name));
  const browser: Client['browser'] = {
    family: match?.[1] ?? 'other',
    major: major(hints.brands.find(({ brand }) => brand === match?.[0])?.version),
  };
  const family = PLATFORMS[hints.platform] ?? 'other';
  const { platformVersion } = await hints.getHighEntropyValues(['platformVersion']);
  return { browser, os: { family, major: osMajor(family, platformVersion) } };
}

/** Linux tells nothing; Windows counts its hint differently: 13 and more is Windows 11, 1 to 10 is Windows 10. */
function osMajor(family: string, platformVersion: string | undefined): number | null {
  const number = major(platformVersion);
  if (family === 'linux' || number === null || number === 0) return null;
  if (family === 'windows') return number >= 13 ? 11 : 10;
  return number;
}

/** As much of `navigator` as tells a browser without hints. */
type Agent = Pick<Navigator, 'userAgent' | 'maxTouchPoints'>;

/** The user agent tells frozen versions of macOS, of Windows and, in Safari, of iOS, whose version Safari has itself. */
async function fromUserAgent({ userAgent, maxTouchPoints }: Agent): Promise<Client> {
  const { default: Bowser } = await import('bowser');
  const { browser, os, platform } = Bowser.parse(userAgent);
  const browserFamily = familyOf(BROWSER_FAMILIES, browser.name?.replace('Microsoft ', ''));
  const told = familyOf(OS_FAMILIES, os.name);
  // An iPad calls itself a Mac, and no Mac has a touch screen.
  const isIpad = told === 'ios' ? platform.type === 'tablet' : told === 'macos' && maxTouchPoints > 1;
  const family = isIpad ? 'ipados' : told;
  const isSafariOnIos = browserFamily === 'safari' && (family === 'ios' || isIpad);
  const osVersion = isSafariOnIos ? browser.version : told === 'ios' || told === 'android' ? os.version : undefined;
  return { browser: { family: browserFamily, major: major(browser.version) }, os: { family, major: major(osVersion) } };
}

/** Browser and OS by family and major version. Nothing finer is looked at. */
export async function detectClient(): Promise<Client> {
  const hints = (navigator as Navigator & { readonly userAgentData?: UserAgentData }).userAgentData;
  return hints && hints.brands.length > 0 ? fromHints(hints) : fromUserAgent(navigator);
}
