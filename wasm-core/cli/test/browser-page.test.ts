import { mkdirSync, writeFileSync } from 'node:fs';
import { request, Server } from 'node:http';
import { join, parse } from 'node:path';
import { standardPlan } from '@opfsmark/schema/families';
import type { AddressInfo } from 'node:net';
import { expect, it, onTestFinished, vi } from 'vitest';
import { withFolder } from '../../ts/node/test/drives.ts';
import { runInBrowser, serve } from '../browser-page.ts';

const told = { '/progress': () => undefined, '/result': () => undefined, '/failed': () => undefined };

/** The answers of the site of a measurement of this module. */
async function asked<T>(folder: string, store: string, ask: (address: string) => Promise<T>): Promise<T> {
  const server = await serve({ page: folder, plan: standardPlan('app-storage'), store: join(folder, store) }, told);
  try {
    return await ask(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

it.each(['store.mjs', '100%.mjs', 'my store#1.mjs', 'ä&+.mjs'])(
  'the module "%s" is served by its name',
  async (name) => {
    await withFolder(async (folder) => {
      writeFileSync(join(folder, name), name);
      const answers = await asked(folder, name, async (address) => {
        const { store } = (await (await fetch(`${address}task`)).json()) as { store: string };
        const response = await fetch(new URL(store, address));
        return [response.status, response.headers.get('content-type'), await response.text()];
      });
      expect(answers).toEqual([200, 'text/javascript', name]);
    });
  },
);

/** The status that is answered to a path as it is, which `fetch` would tidy up. */
const statusOf = (address: string, path: string) =>
  new Promise<number | undefined>((resolve, reject) => {
    const { hostname, port } = new URL(address);
    const asked = request({ hostname, port, path, agent: false }, (response) => resolve(response.resume().statusCode));
    asked.on('error', reject).end();
  });

it('what is no file, no address and no message is refused, and the page goes on', async () => {
  await withFolder(async (folder) => {
    mkdirSync(join(folder, 'lib'));
    writeFileSync(join(folder, 'store.mjs'), '');
    const paths = ['own/lib/', 'own/lib', 'own/', 'own/none.mjs', 'own/100%.mjs', 'own/%00', 'lib/', '%', '/'];
    const answers = await asked(folder, 'store.mjs', async (address) => {
      const statuses = [];
      for (const path of [...paths, 'own/..%2fstore.mjs']) statuses.push(await statusOf(address, `/${path}`));
      const half = await fetch(`${address}progress`, { method: 'POST', body: '{' });
      return [...statuses, half.status];
    });
    expect(answers).toEqual([...paths.map(() => 404), 404, 400]);
  });
});

it('what lies below the root is served to a module in it', async () => {
  const { root } = parse(import.meta.filename);
  const answers = await asked(root, 'store.mjs', async (address) => {
    const response = await fetch(`${address}own/${import.meta.filename.slice(root.length)}`);
    return response.status;
  });
  expect(answers).toBe(200);
});

it('ends its site where the browser cannot be started, and holds the process no longer', async () => {
  await withFolder(async (folder) => {
    const timers = () => process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length;
    const before = timers();
    const close = vi.spyOn(Server.prototype, 'close');
    onTestFinished(() => close.mockRestore());
    writeFileSync(join(folder, 'file'), '');
    const run = runInBrowser({
      program: { family: 'chromium', path: join(folder, 'browser'), isShell: false },
      page: folder,
      profile: join(folder, 'file', 'profile'),
      plan: standardPlan('matrix'),
    });
    await expect(run).rejects.toThrow('ENOTDIR');
    expect([close.mock.calls.length, timers()]).toEqual([1, before]);
  });
});
