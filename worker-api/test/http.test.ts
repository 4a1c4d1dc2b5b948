import { env } from 'cloudflare:workers';
import { newRunId } from '@opfsmark/schema/documents';
import { beforeAll, describe, expect, it } from 'vitest';
import { app } from '../src/app.ts';
import { openApiDocument, operationsOf } from '../src/openapi/document.ts';
import { SCHEMAS } from '../src/openapi/schemas.ts';
import { ask, joinGroup, makeGroup, problemOf, publish, put, remove, send } from './client.ts';
import { startEmpty } from './empty.ts';
import { copyRun, makeUpload } from './runs.ts';

describe('addresses', () => {
  beforeAll(startEmpty);

  const ORIGIN = 'https://opfsmark.test';

  /** A run id read as people misread it. */
  const misspell = (id: string) => id.toLowerCase().replaceAll('1', 'l').replaceAll('0', 'o');

  it('a result is found however its id is spelled: each address leads to the one spelling', async () => {
    const { run_id } = await publish(makeUpload(), undefined, 1);
    const misspelledId = misspell(run_id);
    expect(misspelledId).not.toBe(run_id);
    const forms = ['/api/v1/runs/ID', '/api/v1/runs/ID.csv', '/api/v1/runs/ID.txt', '/badge/ID.svg', '/badge/ID.json'];
    for (const form of [...forms, '/og/ID.html', '/og/ID.png']) {
      const response = await ask(`${form.replace('ID', misspelledId)}?lang=ja`);
      expect(response.status, form).toBe(308);
      expect(response.headers.get('location'), form).toBe(`${form.replace('ID', run_id)}?lang=ja`);
    }
    const embed = await ask(`/oembed?url=${encodeURIComponent(`${ORIGIN}/r/${misspelledId}`)}`);
    expect(await embed.json()).toMatchObject({ thumbnail_url: `${ORIGIN}/og/${run_id}.png?lang=en` });
    // Whoever deletes with the id as they wrote it down is sent on with method and key.
    expect((await remove(misspelledId)).headers.get('location')).toBe(`/api/v1/runs/${run_id}`);
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
});

describe('bookmarks', () => {
  beforeAll(startEmpty);

  const read = (runId: string, bookmark: string) =>
    ask(`/api/v1/runs/${runId}`, { headers: { 'x-d1-bookmark': bookmark } });

  it('an upload answers with a bookmark, new or repeated, and a read with it sees what was written', async () => {
    const runId = newRunId();
    const upload = makeUpload();
    const bookmarks: string[] = [];
    for (const status of [201, 200]) {
      const answer = await put(runId, upload);
      expect(answer.status).toBe(status);
      const bookmark = answer.headers.get('x-d1-bookmark') ?? '';
      expect(bookmark).toMatch(/^[0-9a-f]+(-[0-9a-f]+)+$/);
      bookmarks.push(bookmark);
      const view = await read(runId, bookmark);
      expect(view.status).toBe(200);
      expect(await view.json()).toMatchObject({ run_id: runId });
    }
    const nextAnswer = await put(newRunId(), makeUpload());
    expect((nextAnswer.headers.get('x-d1-bookmark') ?? '') > (bookmarks[0] ?? '')).toBe(true);
  });

  it.each(['first-primary', 'DROP TABLE run', '-', 'f'.repeat(5000), '0-0-0-0-0-0-0-0-0'])(
    'what is no bookmark is refused: %.20s',
    async (bookmark) => {
      const answer = await read(newRunId(), bookmark);
      expect(answer.status).toBe(400);
      expect((await problemOf(answer)).errors).toEqual([{ pointer: '/x-d1-bookmark', detail: 'is no bookmark' }]);
    },
  );

  it('a bookmark that no database gave is no error of the service', async () => {
    for (const bookmark of ['0', 'ffffffff-ffffffff-ffffffff-ffffffffffffffffffffffffffffffff']) {
      expect((await read(newRunId(), bookmark)).status).toBe(404);
    }
  });
});

describe('the OpenAPI document', () => {
  interface Answer {
    readonly description: string;
    readonly headers?: object;
  }

  const OPERATIONS = operationsOf(app);

  it('describes every route', () => {
    const describedRoutes = new Set(OPERATIONS.map(({ method, route }) => `${method.toUpperCase()} ${route}`));
    const routes = app.routes.filter(({ method }) => method !== 'ALL').map(({ method, path }) => `${method} ${path}`);
    expect(new Set(routes)).toEqual(describedRoutes);
  });

  it('has each operation at an address that its own route answers', () => {
    for (const { method, path, route, parameters = [] } of OPERATIONS) {
      const exampleOf = (name: string) =>
        (parameters as readonly { name: string; example?: string }[]).find((one) => one.name === name)?.example ?? '';
      const url = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(exampleOf(name)));
      const [handlers] = app.router.match(method.toUpperCase(), url);
      expect(
        handlers.map(([[, { path: matched }]]) => matched),
        `${method} ${url}`,
      ).toContain(route);
    }
  });

  it('is OpenAPI 3.1 without a dangling reference', async () => {
    const document = await (
      await ask('/api/v1/openapi.json')
    ).json<{ openapi: string; components: { schemas: object } }>();
    expect(document).toEqual(JSON.parse(JSON.stringify(openApiDocument(OPERATIONS))));
    expect(document.openapi).toBe('3.1.0');
    const references = [...JSON.stringify(document).matchAll(/"\$ref":"#\/components\/schemas\/(\w+)"/g)].map(
      ([, name]) => name,
    );
    for (const name of references) expect(Object.keys(document.components.schemas)).toContain(name);
  });

  it('says of every problem whether the same request may be sent again', async () => {
    const { paths } = await (
      await ask('/api/v1/openapi.json')
    ).json<{ paths: Record<string, Record<string, { responses: Record<string, Answer> }>> }>();
    const answers = Object.values(paths)
      .flatMap((methods) => Object.values(methods))
      .flatMap(({ responses }) => Object.entries(responses));
    const problems = answers.filter(([status]) => Number(status) >= 400);
    expect(problems.length).toBeGreaterThan(0);
    for (const [status, { description, headers }] of problems) {
      const mayRetry = status === '429' || status === '503';
      expect(description).toContain(
        mayRetry ? 'Send the same request again after' : 'Do not send the same request again',
      );
      expect(headers !== undefined && 'retry-after' in headers).toBe(mayRetry);
    }
  });

  it('names every operation once, with a tag that it describes, and says where the service is', async () => {
    const document = await (
      await ask('/api/v1/openapi.json')
    ).json<{
      servers: { url: string }[];
      tags: { name: string }[];
      paths: Record<string, Record<string, { operationId: string; tags: string[] }>>;
    }>();
    expect(document.servers).toMatchObject([{ url: '/' }]);
    const operations = Object.values(document.paths).flatMap((methods) => Object.values(methods));
    const ids = operations.map(({ operationId }) => operationId);
    expect(new Set(ids).size).toBe(OPERATIONS.length);
    expect(ids.filter((id) => !/^[a-z][A-Za-z]+$/.test(id))).toEqual([]);
    expect(new Set(operations.flatMap(({ tags }) => tags))).toEqual(new Set(document.tags.map(({ name }) => name)));
  });

  it('has examples that its own schemas accept: of every parameter but cursors and bookmarks, and of every small body', () => {
    const isOpaque = (name: string) => name === 'cursor' || name === 'x-d1-bookmark';
    for (const { parameters = [], body, example, path } of OPERATIONS) {
      for (const one of parameters as readonly { name: string; example?: string; schema: { pattern?: string } }[]) {
        expect(one.example !== undefined, `${path} ${one.name}`).toBe(!isOpaque(one.name));
        if (one.example !== undefined && one.schema.pattern !== undefined)
          expect(one.example).toMatch(new RegExp(one.schema.pattern));
      }
      const isSmall = body !== 'RunUpload' && body !== 'CheckupUpload';
      if (body !== undefined && isSmall) SCHEMAS[body].parse(example);
    }
  });
});

describe('headers', () => {
  beforeAll(startEmpty);

  const SHOWN_HEADERS = [
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
    const missingId = '0000000000000000';
    const group = await makeGroup();
    const answers: [string, Response][] = [
      ['PUT run, new', await put('0000000000000001', makeUpload({ seed: 1 }))],
      ['PUT run, repeated', await put('0000000000000001', makeUpload({ seed: 1 }))],
      ['PUT run, refused', await put(missingId, {})],
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
      `/api/v1/runs/${missingId}`,
      '/api/v1/runs',
      '/api/v1/export.csv',
      '/api/v1/export.ndjson',
      `/api/v1/groups/${group}`,
      `/api/v1/groups/${missingId}`,
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
          ...Object.fromEntries(
            SHOWN_HEADERS.flatMap((header) => (headers.has(header) ? [[header, headers.get(header)]] : [])),
          ),
        },
      ]),
    );
    const lastingText = JSON.stringify(table)
      .replaceAll(run_id, '{run_id}')
      .replaceAll(/("x-d1-bookmark":")[^"]+/g, '$1{bookmark}');
    expect(JSON.parse(lastingText)).toMatchSnapshot();
  });

  it('answer 304 to whoever has it already', async () => {
    const { links } = await publish(makeUpload());
    const etag = (await ask(links.self)).headers.get('etag') ?? '';
    expect(etag).toMatch(/^"[0-9a-f]{40}"$/);
    const secondAnswer = await ask(links.self, { headers: { 'if-none-match': etag } });
    expect(secondAnswer.status).toBe(304);
    expect(await secondAnswer.text()).toBe('');
  });

  it('answer anew to whoever has the last page of an export, when there is a next one', async () => {
    const { run_id } = await publish(makeUpload());
    const published = env.DB.prepare("SELECT count(*) AS n FROM run WHERE status = 'published' AND unlisted = 0");
    // As many as a page has.
    await copyRun(env.DB, run_id, 300 - ((await published.first<number>('n')) ?? 0), { run_id: "printf('E%015d', n)" });
    for (const path of ['/api/v1/export.csv', '/api/v1/export.ndjson']) {
      const whole = await ask(path);
      const tag = { 'if-none-match': whole.headers.get('etag') ?? '' };
      expect([whole.headers.has('link'), (await ask(path, { headers: tag })).status]).toEqual([false, 304]);
      const next = newRunId();
      expect((await put(next, makeUpload())).status).toBe(201);
      const anew = await ask(path, { headers: tag });
      expect([anew.status, anew.headers.has('link'), await anew.text()]).toEqual([200, true, await whole.text()]);
      await remove(next);
    }
  });

  it('answer 304 to a page that asks for a group again, though no cache keeps it', async () => {
    const path = `/api/v1/groups/${await makeGroup()}`;
    const { headers } = await ask(path);
    expect(headers.get('cache-control')).toBe('no-store');
    const tag = headers.get('etag') ?? '';
    expect((await ask(path, { headers: { 'if-none-match': tag } })).status).toBe(304);
  });

  it('set no cookie and ask for no credentials', async () => {
    const { links } = await publish(makeUpload());
    const { headers } = await ask(links.self, { headers: { origin: 'https://elsewhere.test', cookie: 'a=b' } });
    expect(headers.get('access-control-allow-origin')).toBe('*');
    expect(headers.has('access-control-allow-credentials')).toBe(false);
    expect(headers.has('set-cookie')).toBe(false);
  });
});
