import { expect, it } from 'vitest';
import { ask, publish, remove } from './client.ts';
import { makeUpload } from '@opfsmark/schema/test-support/upload';

const ORIGIN = 'https://opfsmark.test';

/** A run id read as people misread it. */
const misread = (id: string) => id.toLowerCase().replaceAll('1', 'l').replaceAll('0', 'o');

it('a result is found however its id is spelled: each address leads to the one spelling', async () => {
  const { run_id } = await publish(makeUpload(), undefined, 1);
  const other = misread(run_id);
  expect(other).not.toBe(run_id);
  const forms = ['/api/v1/runs/ID', '/api/v1/runs/ID.csv', '/api/v1/runs/ID.txt', '/badge/ID.svg', '/badge/ID.json'];
  for (const form of [...forms, '/og/ID.html', '/og/ID.png']) {
    const response = await ask(`${form.replace('ID', other)}?lang=ja`);
    expect(response.status, form).toBe(308);
    expect(response.headers.get('location'), form).toBe(`${form.replace('ID', run_id)}?lang=ja`);
  }
  const embed = await ask(`/oembed?url=${encodeURIComponent(`${ORIGIN}/r/${other}`)}`);
  expect(await embed.json()).toMatchObject({ thumbnail_url: `${ORIGIN}/og/${run_id}.png?lang=en` });
  // Whoever deletes with the id as they wrote it down is sent on with method and key.
  expect((await remove(other)).headers.get('location')).toBe(`/api/v1/runs/${run_id}`);
});

it.each([
  ['/api/v1/filesystems/EXT4', '/api/v1/filesystems/ext4', 200],
  ['/api/v1/filesystems/HFS%2B', '/api/v1/filesystems/hfs%2B', 200],
  ['/api/v1/filesystems/Nope', '/api/v1/filesystems/nope', 404],
  ['/api/v1/devices/Nope', '/api/v1/devices/nope', 404],
  ['/api/v1/drives/Nope', '/api/v1/drives/nope', 404],
])('%s leads to %s, which answers %d', async (address, one, status) => {
  const response = await ask(address);
  expect([response.status, response.headers.get('location')]).toEqual([308, one]);
  expect((await ask(one)).status).toBe(status);
});
