import { createScheduledController } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { newRunId } from '@opfsmark/schema/documents';
import { DELETION_KEY } from '@opfsmark/schema/test-support/upload';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { app } from '../src/app.ts';
import { limitOf } from '../src/base/budgets.ts';
import { encodeCursor } from '../src/base/cursor.ts';
import worker from '../src/index.ts';
import { operationsOf } from '../src/openapi/document.ts';
import { amountOfReport } from '../src/store/amounts.ts';
import type { Env } from '../src/base/env.ts';
import {
  ask,
  chargedBytes,
  COUNTS_ROWS,
  makeGroup,
  moderate,
  problemOf,
  publish,
  put,
  roomFor,
  rowsOf,
  send,
} from './client.ts';
import { startEmpty } from './empty.ts';
import { makeSmallUpload, publishFromNetworks, publishTrusted } from './runs.ts';

describe('hostile requests', () => {
  beforeAll(startEmpty);

  const SCRIPT = `<script>alert("1")</script>`;

  describe('script in every text that a person can write', () => {
    const declared = { device: SCRIPT, drive: SCRIPT, note: SCRIPT };

    it.each([
      ['badge', (id: string) => `/badge/${id}.svg`],
      ['sitemap', () => '/sitemap.xml'],
    ])('stays text in %s', async (_, path) => {
      const { run_id } = await publish(makeSmallUpload({ declared }));
      expect(await (await ask(path(run_id))).text()).not.toContain('<script');
    });

    it('is JSON in JSON, text in text files, and nothing a browser would sniff', async () => {
      const { run_id, links } = await publish(makeSmallUpload({ declared }));
      for (const path of [
        links.self,
        `${links.self}.csv`,
        `${links.self}.txt`,
        `/api/v1/runs?device=x`,
        `/og/${run_id}.png`,
      ]) {
        const { headers } = await ask(path);
        expect(headers.get('content-type')).not.toMatch(/html|xml/);
        expect(headers.get('x-content-type-options')).toBe('nosniff');
        expect(headers.get('content-security-policy')).toContain("default-src 'none'");
      }
    });

    it.each([['=1+1'], ['+1'], ['-1'], ['@SUM(A1)']])('a device named %s is no formula in CSV', async (device) => {
      const { links, run_id } = await publish(makeSmallUpload({ declared: { device: `${device} x` } }));
      for (const path of [`${links.self}.csv`, '/api/v1/export.csv']) {
        const line = (await (await ask(path)).text()).split('\r\n').find((one) => one.startsWith(run_id));
        expect(line).toContain(`"'${device} x"`);
      }
    });

    it('is refused where it is too long once it is written in plain letters, or nothing is left of it', async () => {
      const { run_id } = await publish(makeSmallUpload());
      // One sign, which is eighteen letters; four; and one without a width.
      const [long, four, none] = ['\ufdfa', '\u337f', '\u200b'];
      const report = { reason: 'other', detail: long.repeat(500) };
      const key = 'MCowBQYDK2VwAyEAGb9ECWmEzf6FQbrBZ9w7lshQhqowtrbLDFw4rXAxZuE=';
      const public_key = `-----BEGIN PUBLIC KEY-----\n${key}\n-----END PUBLIC KEY-----\n`;
      const join = `/api/v1/groups/${await makeGroup()}/runs/${run_id}`;
      const authorization = { authorization: `Bearer ${DELETION_KEY}` };
      const answers = [
        [await send('POST', `/api/v1/runs/${run_id}/reports`, report), '/detail'],
        [await send('PUT', join, { nickname: four.repeat(15) }, authorization), '/nickname'],
        [await moderate('POST', '/keys', { name: none, public_key }), '/name'],
        [await moderate('POST', '/warnings', { of: 'core', name: '1.0.0', text: none }), '/text'],
      ] as const;
      for (const [answer, pointer] of answers) {
        expect(answer.status, pointer).toBe(422);
        expect((await problemOf(answer)).errors?.[0]?.pointer).toBe(pointer);
      }
    });

    it('quotes what CSV needs quoted', async () => {
      const { links } = await publish(makeSmallUpload({ declared: { device: 'a "b", c' } }));
      expect(await (await ask(`${links.self}.csv`)).text()).toContain('"a ""b"", c"');
    });
  });

  describe('tampering with questions', () => {
    const SQL = `x' OR 1=1; DROP TABLE run; --`;

    it.each([
      [`/api/v1/runs?device=${encodeURIComponent(SQL)}`],
      [`/api/v1/runs?filesystem=${encodeURIComponent(SQL)}`],
      [`/api/v1/runs?os=${encodeURIComponent(SQL)}&browser=${encodeURIComponent(SQL)}`],
      [`/api/v1/devices?q=${encodeURIComponent(SQL)}`],
      [`/api/v1/devices?q=%25`],
      [`/api/v1/devices?q=_`],
    ])('%s finds nothing', async (path) => {
      await publish(makeSmallUpload());
      const body = await (await ask(path)).json<{ runs?: unknown[]; devices?: unknown[] }>();
      expect(body.runs ?? body.devices).toEqual([]);
      expect(await env.DB.prepare('SELECT count(*) AS n FROM run').first<number>('n')).toBeGreaterThan(0);
    });

    const CURSORS = [
      ['', 'nothing'],
      ['!!!', 'no base64'],
      ['AAAA', 'no JSON'],
      [encodeCursor([]), 'no parts'],
      [encodeCursor(['1', 2]), 'parts of other types'],
      [encodeCursor([1, 'x', 'y']), 'too many parts'],
      [encodeCursor([-1e300, '', 0, 0, 0, 0]), 'a rank of its own'],
      ['bnVsbA', 'null'],
    ] as const;

    it.each(CURSORS)('cursor "%s" (%s): 400', async (cursor) => {
      for (const path of ['/api/v1/runs', '/api/v1/boards/device.seq1m_q8t1_write.shared', '/api/v1/export.csv']) {
        const response = await ask(`${path}?cursor=${encodeURIComponent(cursor)}`);
        expect(response.status, path).toBe(400);
        expect((await problemOf(response)).errors?.[0]?.pointer).toBe('/cursor');
      }
    });

    it.each([[encodeCursor([1e308, SQL])], [encodeCursor([-1e308, ''])], [encodeCursor([0.5, '\u0000'])]])(
      'cursor %s is only a place to begin',
      async (cursor) => {
        expect((await ask(`/api/v1/runs?cursor=${cursor}`)).status).toBe(200);
      },
    );

    it.each([
      ['/api/v1/runs?device=a&filesystem=b', '/filesystem'],
      ['/api/v1/runs?os=linux', '/browser'],
      ['/api/v1/stats', '/cut'],
      ['/api/v1/stats?cut=z|1', '/cut'],
      [`/api/v1/stats?cut=${encodeURIComponent(SQL)}`, '/cut'],
    ])('%s: 400 at %s', async (path, pointer) => {
      const response = await ask(path);
      expect(response.status).toBe(400);
      expect((await problemOf(response)).errors?.[0]?.pointer).toBe(pointer);
    });

    it.each([
      ['/api/v1/runs/%00'],
      ['/api/v1/runs/..%2f..%2fetc'],
      ['/api/v1/runs/%ff'],
      ['/api/v1/runs/0123456789abcdeu'],
      ['/api/v1/runs/0123456789ABCDEF.exe'],
      ['/api/v1/boards/device.seq1m_q8t1_write.shared.'],
      [`/api/v1/boards/${'a.'.repeat(500)}`],
      ['/api/v1/boards/device.rnd4k_q1t1_flush.shared'],
      ['/api/v1/devices/%00'],
      ['/api/v1/filesystems/ntfs%20'],
      ['/api/v1/problems/constructor'],
      ['/badge/0123456789ABCDEF.gif'],
      ['/og/x.png'],
    ])('%s: 404', async (path) => {
      expect((await ask(path)).status).toBe(404);
    });
  });

  describe('methods', () => {
    it.each([
      ['POST', '/api/v1/runs/0123456789ABCDEF', 'GET, HEAD, PUT, DELETE, OPTIONS'],
      ['GET', '/api/v1/run-tickets', 'POST, OPTIONS'],
      ['PUT', '/api/v1/boards', 'GET, HEAD, OPTIONS'],
      ['DELETE', '/api/v1/openapi.json', 'GET, HEAD, OPTIONS'],
      ['PUT', '/badge/0123456789ABCDEF.svg', 'GET, HEAD, OPTIONS'],
      ['PROPFIND', '/api/v1/runs', 'GET, HEAD, OPTIONS'],
    ])('%s %s: 405, Allow: %s', async (method, path, allow) => {
      const response = await ask(path, { method });
      expect(response.status).toBe(405);
      expect(response.headers.get('allow')).toBe(allow);
    });

    it('HEAD answers like GET, without a body', async () => {
      const { links } = await publish(makeSmallUpload());
      const [get, head] = [await ask(links.self), await ask(links.self, { method: 'HEAD' })];
      expect(head.status).toBe(200);
      expect(head.headers.get('etag')).toBe(get.headers.get('etag'));
      expect(await head.text()).toBe('');
    });
  });

  describe('enough for today', () => {
    it('answers 429 beyond the daily quota and stores nothing of it', async () => {
      const headers = { 'content-type': 'application/json', 'cf-connecting-ip': '203.0.113.7' };
      const send = async (n: number) => {
        const id = `000000000000000${n}`;
        const init = {
          method: 'PUT',
          headers,
          body: JSON.stringify(makeSmallUpload({ declared: { device: 'Many' }, seed: n })),
        };
        return ask(`/api/v1/runs/${id}`, init, vars);
      };
      const vars: Partial<Env> = {};
      const bytes = chargedBytes(await send(0));
      headers['cf-connecting-ip'] = '203.0.114.7';
      // Those that do not say which machine they are may send a half.
      Object.assign(vars, roomFor(4.5, bytes));
      expect([(await send(1)).status, (await send(2)).status]).toEqual([201, 201]);
      const third = await send(3);
      expect(third.status).toBe(429);
      expect(Number(third.headers.get('retry-after'))).toBeGreaterThan(0);
      expect(await env.DB.prepare("SELECT 1 FROM run WHERE run_id = '0000000000000003'").first()).toBeNull();
      expect((await send(1)).status, 'a repeated upload costs nothing').toBe(200);
      // The next house of the same network is the same source, another network is not.
      headers['cf-connecting-ip'] = '203.0.114.200';
      expect((await send(4)).status).toBe(429);
      headers['cf-connecting-ip'] = '2001:db8:1:2ff::1';
      expect((await send(5)).status).toBe(201);
    });

    it('takes so many reports a day', async () => {
      const { run_id } = await publish(makeSmallUpload());
      const statuses = [];
      const allowed = Math.floor(limitOf('network', 'report', env).bytes / amountOfReport(SCRIPT).bytes);
      for (let i = 0; i <= allowed; i++) {
        statuses.push(
          (await send('POST', `/api/v1/runs/${run_id}/reports`, { reason: 'other', detail: SCRIPT })).status,
        );
      }
      expect(statuses.filter((status) => status === 202)).toHaveLength(allowed);
      expect(allowed).toBeLessThan(30);
      expect(statuses.at(-1)).toBe(429);
    });
  });

  it.each([['memory'], ['scripted']] as const)('a run of the %s engine is refused', async (engine) => {
    const response = await put('0000000000000009', makeSmallUpload({ environment: { engine } }));
    expect(response.status).toBe(422);
    expect((await problemOf(response)).errors?.[0]?.pointer).toBe('/record/environment/engine');
  });
});

describe('attacks once seen', () => {
  beforeAll(startEmpty);

  /** Holes that an attack on the service once showed, and no other file tests. */

  it('the timer never fails: neither a cohort that cannot be counted nor a database that refuses everything stops it', async () => {
    await publishTrusted(makeSmallUpload({ declared: { device: 'Goes On', filesystem: 'XFS' }, seed: 2 }), 2);
    const insert = env.DB.prepare(
      `INSERT INTO cohort (cut, runs, confirmed, body, stale, counted_ms, version) VALUES (?1, 1, 0, '{}', 1, 0, 1)
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
  /** Paths that describe the service and not its results. */
  const DOCUMENTS = new Set(['/filesystems', '/problems/{kind}', '/openapi.json'].map((path) => `/api/v1${path}`));
  /** Names of devices come and go as slowly as search engines read it. */
  const SITEMAP = '/sitemap.xml';

  it('public addresses lag by at most five seconds: no cache may answer without asking, and nothing waits for a timer', async () => {
    const declared = { device: 'Seen At Once' };
    const { run_id } = await publish(makeSmallUpload({ declared }), newRunId(), 5);
    const group_id = await makeGroup();
    const parameters: Readonly<Record<string, string>> = { ...PLACES, run_id, group_id };
    const valueOf = (name: string) => parameters[name] ?? 'seen-at-once';
    const reads = operationsOf(app).filter(({ method, tokens }) => method === 'get' && tokens === undefined);
    for (const { path } of reads.filter((one) => !DOCUMENTS.has(one.path) && one.path !== SITEMAP)) {
      const url = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => valueOf(name));
      const query = path === '/api/v1/stats' ? '?cut=os%7C2.shared%7Clinux' : path === '/oembed' ? '?url=x' : '';
      const response = await ask(`${url}${query}`, {}, { METER_D1: '1' });
      expect(response.headers.get('cache-control'), path).toMatch(/no-cache|no-store/);
      // Whoever reads writes nothing, so that no budget has to be asked.
      if (COUNTS_ROWS) expect(rowsOf(response).written, path).toBe(0);
    }
    for (const path of ['/runs', '/runs?device=seen-at-once', '/boards/device.seq1m_q8t1_write.shared', '/export.csv'])
      expect(await (await ask(`/api/v1${path}`)).text(), path).toContain(run_id);
    await publishFromNetworks(3, () => makeSmallUpload({ declared }), 900);
    expect(await (await ask('/api/v1/devices?q=seen')).text()).toContain('Seen At Once');
  });
});
