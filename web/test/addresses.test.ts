import { expect, it } from 'vitest';
import { handle } from '../src/hooks.server.ts';
import { load as loadDevice } from '../src/routes/device/[slug]/+page.server.ts';
import { load as loadDrive } from '../src/routes/drive/[slug]/+page.server.ts';
import { load as loadFilesystem } from '../src/routes/filesystem/[fs]/+page.server.ts';

const eventFor = (path: string, answer: () => Response, params = {}) => ({
  url: new URL(path, 'https://opfsmark.test'),
  request: new Request(new URL(path, 'https://opfsmark.test')),
  params,
  platform: { env: { API: { fetch: () => Promise.resolve(answer()) } } },
  setHeaders: () => undefined,
});
const failure = (status: number) => Response.json({ type: 'about:blank', title: 'No', status }, { status });

it.each([
  ['/r/1m893dzofvcxh3l6?unit=iops', '/r/1M893DZ0FVCXH316?unit=iops'],
  ['/filesystem/EXT4', '/filesystem/ext4'],
  ['/device/Mac-Mini', '/device/mac-mini'],
  ['/drive/Samsung-990-PRO', '/drive/samsung-990-pro'],
])('%s leads to %s', async (path, location) => {
  const event: unknown = eventFor(path, () => failure(500));
  const answer = handle({ event: event as Parameters<typeof handle>[0]['event'], resolve: () => failure(500) });
  await expect(answer).rejects.toMatchObject({ status: 308, location });
});

it.each([400, 404, 422])(
  'the pages of a device, a drive and a filesystem are missing where the service answers %d',
  async (status) => {
    for (const [load, params] of [
      [loadDevice, { slug: 'nope' }],
      [loadDrive, { slug: 'nope' }],
      [loadFilesystem, { fs: 'nope' }],
    ] as const) {
      const event = { ...eventFor('/x', () => failure(status), params), locals: {} as App.Locals };
      expect(await (load as (event: unknown) => unknown)(event)).toMatchObject({ view: null });
      expect(event.locals.isMissing).toBe(true);
    }
  },
);
