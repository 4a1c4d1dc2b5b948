import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { withFolder } from '../../ts/node/test/drives.ts';
import { browserOf, startBrowser } from '../browser.ts';
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
