import { createScheduledController } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { expect, it, vi } from 'vitest';
import { BoardList } from '@opfsmark/schema/boards';
import { newRunId } from '@opfsmark/schema/documents';
import { app } from '../src/app.ts';
import worker from '../src/index.ts';
import { operationsOf } from '../src/openapi/document.ts';
import { addressIn, ask, makeGroup, publish, put } from './client.ts';
import { makeUpload } from '@opfsmark/schema/test-support/upload';
import { publishFromNetworks, publishTrusted, ripen } from './runs.ts';

/** What an attack on the service once showed, and no other file tests. */

it('the timer never fails: neither a cohort that cannot be counted nor a database that refuses everything stops it', async () => {
  await publishTrusted(makeUpload({ declared: { device: 'Goes On', filesystem: 'XFS' }, seed: 2 }), 2);
  const insert = env.DB.prepare(
    `INSERT INTO cohort (cut, runs, ranked, body, stale, counted_ms, version) VALUES (?1, 1, 0, '{}', 1, 0, 1)
     ON CONFLICT DO UPDATE SET stale = 1`,
  );
  await env.DB.batch([insert.bind('device|no-scope|freezes'), insert.bind('device|2.shared|goes-on')]);
  const log = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  expect(await (await ask('/api/v1/readyz')).json()).toEqual({ ok: true, waiting: 2 });
  await expect(worker.scheduled(createScheduledController(), env)).resolves.toBeUndefined();
  expect(await (await ask('/api/v1/readyz')).json()).toEqual({ ok: true, waiting: 0 });
  expect(log.mock.calls.filter(([line]) => String(line).includes('freezes')).length).toBeGreaterThan(0);
  await env.DB.prepare("DELETE FROM cohort WHERE cut = 'device|no-scope|freezes'").run();
  const refuse = () => {
    throw new Error('D1_ERROR: refused');
  };
  const DB = new Proxy(env.DB, { get: () => refuse });
  await expect(worker.scheduled(createScheduledController(), { ...env, DB })).resolves.toBeUndefined();
  expect(log.mock.calls.length).toBeGreaterThan(4);
  log.mockRestore();
});

const PLACES: Readonly<Record<string, string>> = {
  board_id: 'device.seq1m_q8t1_write.shared',
  fs: 'ext4',
  kind: 'gone',
  file: 'none.parquet',
};
/** What describes the service and not what was published. */
const DOCUMENTS = new Set(['/filesystems', '/problems/{kind}', '/openapi.json'].map((path) => `/api/v1${path}`));
/** Names of devices come and go as slowly as search engines read it. */
const SITEMAP = '/sitemap.xml';

it('public addresses lag by at most five seconds: no cache may answer without asking, and nothing waits for a timer', async () => {
  const declared = { device: 'Seen At Once' };
  const { run_id } = await publish(makeUpload({ declared }), newRunId(), 5);
  const group_id = await makeGroup();
  const own: Readonly<Record<string, string>> = { ...PLACES, run_id, group_id };
  const valueOf = (name: string) => own[name] ?? 'seen-at-once';
  const reads = operationsOf(app).filter(({ method, tokens }) => method === 'get' && tokens === undefined);
  for (const { path } of reads.filter((one) => !DOCUMENTS.has(one.path) && one.path !== SITEMAP)) {
    const url = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => valueOf(name));
    const query = path === '/api/v1/stats' ? '?cut=os%7C2.shared%7Clinux' : path === '/oembed' ? '?url=x' : '';
    const { headers } = await ask(`${url}${query}`);
    expect(headers.get('cache-control'), path).toMatch(/no-cache|no-store/);
  }
  for (const path of ['/runs', '/runs?device=seen-at-once', '/boards/device.seq1m_q8t1_write.shared', '/export.csv'])
    expect(await (await ask(`/api/v1${path}`)).text(), path).toContain(run_id);
  await publishFromNetworks(3, () => makeUpload({ declared }), 900);
  expect(await (await ask('/api/v1/devices?q=seen')).text()).toContain('Seen At Once');
});

it('two hundred uploads with invented browser names are refused and leave /boards as small as it was', async () => {
  const read = async () => {
    const response = await ask('/api/v1/boards', {}, { METER_D1: '1' });
    const rows = Number(/rows-read;dur=(\d+)/.exec(response.headers.get('server-timing') ?? '')?.[1]);
    return { text: await response.text(), rows };
  };
  await ripen();
  const before = await read();
  const upload = makeUpload({ declared: { device: 'Invented' } });
  const answers = new Map<number, number>();
  for (let n = 0; n < 200; n++) {
    Object.assign(upload.record.environment.client.browser, { family: `browser${n}` });
    const headers = { 'content-type': 'application/json', 'cf-connecting-ip': addressIn(n) };
    const { status } = await put(newRunId(), upload, { headers });
    answers.set(status, (answers.get(status) ?? 0) + 1);
  }
  expect([...answers]).toEqual([[422, 200]]);
  const after = await read();
  expect(after).toEqual(before);
  expect(BoardList.parse(JSON.parse(after.text)).places.length).toBeLessThan(20);
  expect(after.rows).toBeLessThan(1000);
}, 300_000);
