/** What junk there is, whoever reads a page reads a bounded number of rows. */
import { env } from 'cloudflare:workers';
import { Board, BOARD_LAYOUTS, scopeOf } from '@opfsmark/schema/boards';
import { newRunId, SUITE_VERSION } from '@opfsmark/schema/documents';
import { makeUpload } from '@opfsmark/schema/test-support/upload';
import { beforeAll, expect, it } from 'vitest';
import { ask, joinGroup, makeGroup, publish, put } from './client.ts';
import { copyRun, sentFrom } from './runs.ts';

const MAX_ROWS = 400;
const JUNK = 4_000;
const RUNS_PER_GROUP = 190;
const BOARD = 'device.seq1m_q8t1_write.shared';
const scopes = BOARD_LAYOUTS.map((layout, i) => `WHEN ${i} THEN '${scopeOf(SUITE_VERSION, layout)}'`);
let group = '';

beforeAll(async () => {
  const { run_id } = await publish(
    makeUpload({ declared: { device: 'Junk', filesystem: 'ext4', interface: 'NVMe', drive: 'Junk Drive' } }),
  );
  await copyRun(env.DB, run_id, JUNK, {
    network: 'n',
    provider: 'n % 3',
    scope: `CASE n % ${scopes.length} ${scopes.join(' ')} END`,
    device: "CASE WHEN n % 2 THEN 'junk' ELSE 'junk-' || n END",
    status: "CASE n % 5 WHEN 0 THEN 'published' WHEN 1 THEN 'held' ELSE 'hidden' END",
  });
  await env.DB.prepare(
    'INSERT INTO device (slug, name, created_ms) SELECT DISTINCT device, device, 1 FROM run WHERE true ON CONFLICT DO NOTHING',
  ).run();
  group = await makeGroup();
  await joinGroup(group, run_id);
  await env.DB.prepare(
    `INSERT INTO group_run (group_id, run_id, figures) SELECT ?1, run_id, '[]' FROM run WHERE run_id <> ?2 LIMIT ${RUNS_PER_GROUP - 1}`,
  )
    .bind(group, run_id)
    .run();
});

it.each([
  ...['/api/v1/boards', `/api/v1/boards/${BOARD}`, `/api/v1/boards/${BOARD}/subjects?q=junk`, '/api/v1/devices'],
  ...[
    '/api/v1/devices?q=junk',
    '/api/v1/devices?q=unk',
    '/api/v1/devices/junk',
    '/api/v1/devices/junk-2',
    '/api/v1/drives/junk-drive',
    '/api/v1/runs',
  ],
  ...[
    '/api/v1/runs?device=junk',
    '/api/v1/runs?filesystem=ext4',
    '/api/v1/runs?os=linux&browser=chrome',
    '/sitemap.xml',
  ],
  ...['/api/v1/export.ndjson', '/api/v1/export.csv', '/api/v1/filesystems/ext4', '/api/v1/snapshot/manifest.json'],
])(`%s reads at most ${MAX_ROWS} rows`, async (path) => {
  await ask(path);
  const response = await ask(path, {}, { METER_D1: '1' });
  expect([200, 404]).toContain(response.status);
  const rows = Number(/rows-read;dur=(\d+)/.exec(response.headers.get('server-timing') ?? '')?.[1]);
  expect(rows).toBeLessThanOrEqual(MAX_ROWS);
});

it(`a full group reads at most ${MAX_ROWS} rows`, async () => {
  const response = await ask(`/api/v1/groups/${group}`, {}, { METER_D1: '1' });
  const rows = Number(/rows-read;dur=(\d+)/.exec(response.headers.get('server-timing') ?? '')?.[1]);
  expect(rows).toBeLessThanOrEqual(MAX_ROWS);
});

it('of runs without a place shows five of a provider and two of a network, best first, whoever sent last', async () => {
  const sendVia = async (asn: number, network: number, speed: number) => {
    const upload = makeUpload({ declared: { device: `Via ${asn}` }, speed, seed: 7 });
    const sent = await put(newRunId(), upload, { ...sentFrom(network), cf: { asn } }, { BEHIND_CLOUDFLARE: '1' });
    expect([sent.status, sent.ok ? '' : await sent.text()]).toEqual([201, '']);
  };
  for (const [i, asn] of [3320, 3320, 3215, 3215, 3215].entries())
    await sendVia(asn, asn === 3320 ? 910 + i : 900, 2 + i / 10);
  for (let i = 0; i < 20; i++) await sendVia(7922, 1000 + i, 1 + i / 100);
  const { recent } = Board.parse(await (await ask(`/api/v1/boards/${BOARD}`)).json());
  const shown = recent.map(({ device, value }) => ({ name: device.name, value }));
  const counts = ['Via 7922', 'Via 3320', 'Via 3215'].map((name) => shown.filter((row) => row.name === name).length);
  expect(counts).toEqual([5, 2, 2]);
  expect(shown.map(({ value }) => value)).toEqual(shown.map(({ value }) => value).toSorted((a, b) => b - a));
});
