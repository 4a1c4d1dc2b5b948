import { existsSync, writeFileSync } from 'node:fs';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import { withFolder } from '../../ts/node/test/drives.ts';
import { argumentsOf, browserOf, placesOf, startBrowser } from '../browser.ts';
import { windowsCommand } from '../end-tree.ts';
import { executed } from './support.ts';

it.each(['constructor', 'toString', '__proto__', `/${'long'.repeat(100)}`])(
  'a browser that is called "%s" is not here, and is told so',
  async (name) => {
    expect(browserOf(name)).toBeNull();
    const { code, err } = await executed(['ab', '--browser', process.execPath, '--browser', name]);
    expect(code).toBe(2);
    expect(err).toContain(`There is no browser ${name} here.`);
  },
);

it.skipIf(process.platform === 'win32')('a browser ends with the process that started it', async () => {
  await withFolder(async (folder) => {
    const path = join(folder, 'browser');
    writeFileSync(path, '#!/bin/sh\nkill -STOP $$\n', { mode: 0o755 });
    const profile = join(folder, 'profile');
    const before = process.listeners('exit');
    const browser = startBrowser({ family: 'chromium', path, isShell: false }, { profile, address: 'about:blank' });
    const [leave, ...others] = process.listeners('exit');
    try {
      // Before whoever removes the folder that it lies in.
      expect(others).toEqual(before);
      expect(existsSync(profile)).toBe(true);
      leave?.call(process, 0);
      expect(await browser.ended).toBe('it ended with SIGKILL');
      expect(existsSync(profile)).toBe(false);
    } finally {
      await browser.close();
    }
    expect(process.listeners('exit')).toEqual(before);
  });
});

it.skipIf(process.platform === 'win32')('a browser is told its page past the proxy that fetch would ask', async () => {
  await withFolder(async (folder) => {
    // As behind a proxy that reaches no other computer's 127.0.0.1.
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('fetch failed')));
    onTestFinished(() => void vi.unstubAllGlobals());
    const devTools = createServer().listen(0, '127.0.0.1');
    const whenAsked = once(devTools, 'request') as Promise<[IncomingMessage, ServerResponse]>;
    await once(devTools, 'listening');
    const { port } = devTools.address() as AddressInfo;
    const path = join(folder, 'browser');
    const prints = `echo 'DevTools listening on ws://127.0.0.1:${port}/devtools' >&2`;
    writeFileSync(path, `#!/bin/sh\n${prints}\nexec tail -f /dev/null\n`, { mode: 0o755 });
    const start = { profile: join(folder, 'profile'), address: 'http://127.0.0.1:1/' };
    const browser = startBrowser({ family: 'chromium', path, isShell: false }, start);
    try {
      const [{ method, url }, response] = await whenAsked;
      response.end();
      expect([method, url]).toEqual(['PUT', '/json/new?http://127.0.0.1:1/']);
    } finally {
      await browser.close();
      devTools.close();
    }
  });
});

const WINDOWS = {
  ProgramFiles: 'D:\\Programme',
  'ProgramFiles(x86)': 'D:\\Programme (x86)',
  LOCALAPPDATA: 'C:\\Users\\Ä\\AppData\\Local',
};

it.each([
  ['chrome', 'linux', ['google-chrome', 'google-chrome-stable']],
  [
    'edge',
    'darwin',
    [
      'microsoft-edge',
      '/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge',
      join(homedir(), 'Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge'),
    ],
  ],
  [
    'chrome',
    'win32',
    [
      'D:\\Programme\\Google\\Chrome\\Application\\chrome.exe',
      'D:\\Programme (x86)\\Google\\Chrome\\Application\\chrome.exe',
      'C:\\Users\\Ä\\AppData\\Local\\Google\\Chrome\\Application\\chrome.exe',
    ],
  ],
  ['C:\\x\\firefox.exe', 'win32', ['C:\\x\\firefox.exe']],
] as const)('%s is looked for on %s', (name, platform, places) => {
  expect(placesOf(name, platform, WINDOWS)).toEqual(places);
});

it('a browser is started as its system asks for', async () => {
  await withFolder((profile) => {
    const start = { profile, address: 'http://127.0.0.1:1/' };
    const of = (family: 'chromium' | 'firefox', platform: NodeJS.Platform) =>
      argumentsOf({ family, path: family, isShell: false }, start, platform);
    // Firefox for Windows hands over to another process, and would be taken for ended.
    expect(of('firefox', 'win32')).toContain('--wait-for-browser');
    expect(of('firefox', 'linux')).not.toContain('--wait-for-browser');
    // Chromium for macOS asks a person about the keychain of a home that has none.
    expect(of('chromium', 'darwin')).toContain('--use-mock-keychain');
  });
});

it('Windows ends a process with all that it has started', () => {
  expect(windowsCommand(12)).toEqual(['taskkill', '/pid', '12', '/t', '/f']);
});
