/** Devices are found by every word of what is typed, anywhere in their name, as the page finds recent results. */
import { slugOf } from '@opfsmark/schema/documents';
import { env } from 'cloudflare:workers';
import { beforeAll, expect, it } from 'vitest';
import { insertSearch, selectDevices } from '../src/store/device-search.ts';

const NAMES = ['MacBook Pro 14 (2023)', 'MacBook Air (2022)', 'Pro 2023 MacBook stand', 'ThinkPad X1 Gen 11'];

beforeAll(async () => {
  for (const name of NAMES) {
    const slug = slugOf(name);
    await env.DB.prepare(`INSERT INTO device (slug, name, status, created_ms) VALUES (?1, ?2, 'approved', 0)`)
      .bind(slug, name)
      .run();
    await insertSearch(env.DB, slug).run();
  }
});

it.each([
  ['macbook 2023', ['MacBook Pro 14 (2023)', 'Pro 2023 MacBook stand']],
  ['2023 book', ['MacBook Pro 14 (2023)', 'Pro 2023 MacBook stand']],
  ['macbook', ['MacBook Air (2022)', 'MacBook Pro 14 (2023)', 'Pro 2023 MacBook stand']],
  ['pro 2023', ['Pro 2023 MacBook stand', 'MacBook Pro 14 (2023)']],
  ['11 x1', ['ThinkPad X1 Gen 11']],
  ['macbook 2024', []],
  ['x1 macbook', []],
])('"%s" finds %j', async (text, names) => {
  const found = await selectDevices(env.DB, slugOf(text), 50);
  expect(found.map(({ name }) => name)).toEqual(names);
});
