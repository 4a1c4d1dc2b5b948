import { afterEach, expect, it, vi } from 'vitest';
import { BROWSER_HOST } from '../page/browser-host.ts';

afterEach(() => vi.unstubAllGlobals());

const STORAGE = { getDirectory: () => Promise.resolve({}) };

function inBrowser(change: Record<string, unknown> = {}): void {
  const all = {
    isSecureContext: true,
    crossOriginIsolated: true,
    Worker: () => undefined,
    navigator: { storage: STORAGE },
  };
  for (const [name, value] of Object.entries({ ...all, ...change })) vi.stubGlobal(name, value);
}

const refuse = (name: string) => ({
  storage: { getDirectory: () => Promise.reject(new DOMException('refused', name)) },
});

it('a browser that has everything lacks nothing', async () => {
  inBrowser();
  expect(await BROWSER_HOST.missing()).toEqual([]);
});

it.each([
  ['no StorageManager at all', { navigator: {} }, ['no_opfs']],
  ['a StorageManager without file storage', { navigator: { storage: {} } }, ['no_opfs']],
  ['file storage that fails', { navigator: refuse('UnknownError') }, ['no_opfs']],
  ['file storage that is refused', { navigator: refuse('SecurityError'), localStorage: {} }, ['private_window']],
  ['isolation without shared memory', { SharedArrayBuffer: undefined }, ['no_shared_memory']],
  ['no isolation', { crossOriginIsolated: false, SharedArrayBuffer: undefined }, ['not_isolated']],
  ['nothing that is safe', { isSecureContext: false }, ['not_secure']],
])('%s is named as what it is', async (_, change, problems) => {
  inBrowser(change);
  expect(await BROWSER_HOST.missing()).toEqual(problems);
});
