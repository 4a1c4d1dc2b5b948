import { describe, expect, it } from 'vitest';
import { handle } from '../src/hooks.server.ts';
import { load as loadDevice } from '../src/routes/device/[slug]/+page.server.ts';
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
])('%s leads to %s', async (path, location) => {
  const event: unknown = eventFor(path, () => failure(500));
  const answer = handle({ event: event as Parameters<typeof handle>[0]['event'], resolve: () => failure(500) });
  await expect(answer).rejects.toMatchObject({ status: 308, location });
});

describe.each([
  [404, 404],
  [400, 404],
  [422, 404],
  [500, 503],
])('where the service answers %d', (answered, status) => {
  it(`the page of a device and that of a filesystem answer ${status}`, async () => {
    const device: unknown = eventFor('/device/nope', () => failure(answered), { slug: 'nope' });
    const filesystem: unknown = eventFor('/filesystem/nope', () => failure(answered), { fs: 'nope' });
    await expect(loadDevice(device as Parameters<typeof loadDevice>[0])).rejects.toMatchObject({ status });
    await expect(loadFilesystem(filesystem as Parameters<typeof loadFilesystem>[0])).rejects.toMatchObject({ status });
  });
});
