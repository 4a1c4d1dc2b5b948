import { expect, it } from 'vitest';
import { ask, joinGroup, makeGroup, publish, put, send } from './client.ts';
import { makeUpload } from '@opfsmark/schema/test-support/upload';

const SHOWN = [
  'access-control-allow-headers',
  'access-control-allow-methods',
  'access-control-allow-origin',
  'access-control-expose-headers',
  'access-control-max-age',
  'allow',
  'cache-control',
  'content-disposition',
  'content-security-policy',
  'content-type',
  'cross-origin-resource-policy',
  'link',
  'location',
  'ratelimit-policy',
  'referrer-policy',
  'retry-after',
  'set-cookie',
  'www-authenticate',
  'x-content-type-options',
  'x-d1-bookmark',
];

it('are what this list says, route by route', async () => {
  const { run_id } = await publish(makeUpload());
  const missing = '0000000000000000';
  const group = await makeGroup();
  const answers: [string, Response][] = [
    ['PUT run, new', await put('0000000000000001', makeUpload({ seed: 1 }))],
    ['PUT run, repeated', await put('0000000000000001', makeUpload({ seed: 1 }))],
    ['PUT run, refused', await put(missing, {})],
    ['POST ticket', await send('POST', '/api/v1/run-tickets', { suite: 1, plan_seed: 1 })],
    ['POST report', await send('POST', `/api/v1/runs/${run_id}/reports`, { reason: 'other' })],
    ['PUT run into a group', await joinGroup(group, run_id)],
    ['DELETE group without a key', await ask(`/api/v1/groups/${group}`, { method: 'DELETE' })],
    ['DELETE run without a token', await ask(`/api/v1/runs/${run_id}`, { method: 'DELETE' })],
    ['PATCH run', await ask(`/api/v1/runs/${run_id}`, { method: 'PATCH' })],
    ['OPTIONS run', await ask(`/api/v1/runs/${run_id}`, { method: 'OPTIONS' })],
    ['OPTIONS ticket', await ask('/api/v1/run-tickets', { method: 'OPTIONS' })],
    ['HEAD run', await ask(`/api/v1/runs/${run_id}`, { method: 'HEAD' })],
  ];
  for (const path of [
    `/api/v1/runs/${run_id}`,
    `/api/v1/runs/${run_id}.csv`,
    `/api/v1/runs/${run_id}.txt`,
    `/api/v1/runs/${missing}`,
    '/api/v1/runs',
    '/api/v1/export.csv',
    '/api/v1/export.ndjson',
    `/api/v1/groups/${group}`,
    `/api/v1/groups/${missing}`,
    '/api/v1/boards',
    '/api/v1/boards/device.seq1m_q8t1_write.shared',
    '/api/v1/devices',
    '/api/v1/devices/test-laptop-13',
    '/api/v1/filesystems',
    '/api/v1/filesystems/ext4',
    '/api/v1/stats?cut=device|2.shared|test-laptop-13',
    '/api/v1/healthz',
    '/api/v1/readyz',
    '/api/v1/problems/gone',
    '/api/v1/openapi.json',
    '/api/v1/admin/v1/queue',
    `/badge/${run_id}.svg`,
    `/badge/${run_id}.json`,
    '/badge/app-storage.svg?client=linux~chrome',
    `/og/${run_id}.png`,
    `/og/${run_id}.html`,
    `/oembed?url=https://opfsmark.test/r/${run_id}`,
    '/sitemap.xml',
    '/nothing',
  ]) {
    answers.push([`GET ${path}`, await ask(path)]);
  }
  const table = Object.fromEntries(
    answers.map(([name, { status, headers }]) => [
      name.replaceAll(run_id, '{run_id}').replaceAll(group, '{group_id}'),
      {
        status,
        ...Object.fromEntries(SHOWN.flatMap((header) => (headers.has(header) ? [[header, headers.get(header)]] : []))),
      },
    ]),
  );
  const lasting = JSON.stringify(table)
    .replaceAll(run_id, '{run_id}')
    .replaceAll(/("x-d1-bookmark":")[^"]+/g, '$1{bookmark}');
  expect(JSON.parse(lasting)).toMatchSnapshot();
});

it('answer 304 to whoever has it already', async () => {
  const { links } = await publish(makeUpload());
  const etag = (await ask(links.self)).headers.get('etag') ?? '';
  expect(etag).toMatch(/^"[0-9a-f]{40}"$/);
  const again = await ask(links.self, { headers: { 'if-none-match': etag } });
  expect(again.status).toBe(304);
  expect(await again.text()).toBe('');
});

it('set no cookie and ask for no credentials', async () => {
  const { links } = await publish(makeUpload());
  const { headers } = await ask(links.self, { headers: { origin: 'https://elsewhere.test', cookie: 'a=b' } });
  expect(headers.get('access-control-allow-origin')).toBe('*');
  expect(headers.has('access-control-allow-credentials')).toBe(false);
  expect(headers.has('set-cookie')).toBe(false);
});
