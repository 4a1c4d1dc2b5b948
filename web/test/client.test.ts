import { afterEach, expect, it, vi } from 'vitest';
import { detectClient } from '../src/lib/features/run/session/browser.ts';

const MAC = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko)';
const IPHONE = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)';
const IPAD = 'Mozilla/5.0 (iPad; CPU OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)';

afterEach(() => {
  vi.unstubAllGlobals();
});

it.each([
  ['Safari on a Mac', `${MAC} Version/26.0 Safari/605.1.15`, 0, 'safari 26', 'macos null'],
  ['Safari on an iPad, which calls itself a Mac', `${MAC} Version/26.0 Safari/605.1.15`, 5, 'safari 26', 'ipados 26'],
  ['Chrome on an iPad, which calls itself a Mac', `${MAC} CriOS/150 Safari/605.1.15`, 5, 'chrome 150', 'ipados null'],
  ['Safari on an iPad', `${IPAD} Version/18.6 Mobile/15E148 Safari/604.1`, 5, 'safari 18', 'ipados 18'],
  ['Safari on iOS 18', `${IPHONE} Version/18.6 Mobile/15E148 Safari/604.1`, 5, 'safari 18', 'ios 18'],
  [
    'Safari on iOS 26, which tells iOS 18',
    `${IPHONE} Version/26.0 Mobile/15E148 Safari/604.1`,
    5,
    'safari 26',
    'ios 26',
  ],
  ['Chrome on iOS', `${IPHONE} CriOS/150.0.0.0 Mobile/15E148 Safari/604.1`, 5, 'chrome 150', 'ios 18'],
  [
    'Firefox on Linux',
    'Mozilla/5.0 (X11; Linux x86_64; rv:115.0) Gecko/20100101 Firefox/115.0',
    0,
    'firefox 115',
    'linux null',
  ],
  [
    'Firefox on Android',
    'Mozilla/5.0 (Android 15; Mobile; rv:150.0) Gecko/150.0 Firefox/150.0',
    5,
    'firefox 150',
    'android 15',
  ],
])('%s is told by its user agent', async (_, userAgent, maxTouchPoints, browserName, osName) => {
  vi.stubGlobal('navigator', { userAgent, maxTouchPoints });
  const { browser, os } = await detectClient();
  expect(`${browser.family} ${browser.major}`).toBe(browserName);
  expect(`${os.family} ${os.major}`).toBe(osName);
});
