import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { gzipSync } from 'node:zlib';
import type { CheckupList, RunList } from '@opfsmark/schema/api';
import { newRunId } from '@opfsmark/schema/documents';
import { WHOLE_CHECKUP } from '@opfsmark/schema/test-support/checkup';
import { DELETION_KEY, makeUpload as madeUpload } from '@opfsmark/schema/test-support/upload';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { jsonRequest } from '../../test/tickets.ts';
import { bucketOf } from '../bucket.ts';
import { openState, readMigrations, readServiceConfig, type Service, startService } from '../service.ts';
import { backUp, type State } from '../state.ts';

const ROOT = join(import.meta.dirname, '../../..');
const ORIGIN = 'http://a.test';
const folder = mkdtempSync(join(tmpdir(), 'opfsmark-service-'));
let state: State;
let service: Service;

beforeAll(async () => {
  state = openState(folder, readMigrations(join(ROOT, 'schema/migrations')));
  const config = readServiceConfig(join(ROOT, 'worker-api/wrangler.jsonc'));
  service = await startService(state, {
    ...config,
    vars: { ...config.vars, TRUST_POLICY: 'open', BURST_SHIELD: 'off' },
  });
});
afterAll(async () => {
  await service.close();
  rmSync(folder, { recursive: true });
});

let seed = 1;
/** Another measurement each time. */
const makeUpload = () => madeUpload({ seed: seed++ });

const ask = (path: string, init?: RequestInit) => service.fetch(new Request(ORIGIN + path, init));
const put = (id = newRunId(), upload = makeUpload(), headers = {}) =>
  ask(`/api/v1/runs/${id}`, jsonRequest('PUT', JSON.stringify(upload), headers));

it('an answer is kept until anything is written, has an ETag, and is 304 to who has it', async () => {
  const id = newRunId();
  expect((await put(id)).status).toBe(201);
  const path = `/api/v1/runs/${id}`;
  const [first, second] = [await ask(path), await ask(path)];
  expect(await second.json()).toEqual(await first.json());
  const etag = second.headers.get('etag') ?? '';
  const had = await ask(path, { headers: { 'if-none-match': etag } });
  expect([had.status, had.headers.get('etag'), await had.text()]).toEqual([304, etag, '']);

  const list = await ask('/api/v1/runs');
  await put();
  const longerList = await ask('/api/v1/runs');
  const lengths = await Promise.all([list, longerList].map(async (one) => (await one.json<RunList>()).runs.length));
  expect(lengths).toEqual([1, 2]);
});

it('the list of reports of browsers is kept as lists of results are', async () => {
  const body = JSON.stringify({ checkup: WHOLE_CHECKUP, deletion_sha256: makeUpload().deletion_sha256 });
  expect((await ask(`/api/v1/checkups/${newRunId()}`, jsonRequest('PUT', body))).status).toBe(201);
  const list = await (await ask('/api/v1/checkups')).json<CheckupList>();
  expect(list.checkups).toHaveLength(1);
  // Behind the back of the service, which nobody else can do: it does not ask again.
  state.database.exec('DELETE FROM checkup');
  expect(await (await ask('/api/v1/checkups')).json()).toEqual(list);
});

it('a deleted run is gone at once', async () => {
  const id = newRunId();
  await put(id);
  expect((await ask(`/api/v1/runs/${id}`)).status).toBe(200);
  const headers = { authorization: `Bearer ${DELETION_KEY}` };
  expect((await ask(`/api/v1/runs/${id}`, { method: 'DELETE', headers })).status).toBe(204);
  expect((await ask(`/api/v1/runs/${id}`)).status).toBe(410);
});

it('an upload that is sent slowly keeps no other from its turn', async () => {
  let send: ReadableStreamDefaultController<Uint8Array> | undefined;
  const body = new ReadableStream<Uint8Array>({ start: (controller) => void (send = controller) });
  const [slowId, bytes] = [newRunId(), new TextEncoder().encode(JSON.stringify(makeUpload()))];
  const headers = { 'content-type': 'application/json' };
  const slow = ask(`/api/v1/runs/${slowId}`, { method: 'PUT', headers, body, duplex: 'half' } as RequestInit);
  expect((await put()).status).toBe(201);
  send?.enqueue(bytes);
  send?.close();
  expect((await slow).status).toBe(201);
});

it('a network has so many uploads open that are sent slowly, and keeps no other from sending', async () => {
  const sendSlowly = (address: string) => {
    let end: (() => void) | undefined;
    const body = new ReadableStream<Uint8Array>({ start: (controller) => void (end = () => controller.close()) });
    const headers = { 'content-type': 'application/json', 'cf-connecting-ip': address };
    const init = { method: 'PUT', headers, body, duplex: 'half' } as RequestInit;
    return { answer: ask(`/api/v1/runs/${newRunId()}`, init), end: () => end?.() };
  };
  const open = Array.from({ length: 200 }, (_, n) => sendSlowly(`2001:db8:1:${n}::1`));
  const refused = await sendSlowly('2001:db8:1:ffff::1').answer;
  expect([refused.status, refused.headers.has('retry-after')]).toEqual([429, true]);
  expect((await put(newRunId(), makeUpload(), { 'cf-connecting-ip': '2001:db8:2::1' })).status).toBe(201);
  for (const { end } of open) end();
  const statuses = await Promise.all(open.map(async ({ answer }) => (await answer).status));
  expect(new Set(statuses)).toEqual(new Set([400]));
  expect((await put(newRunId(), makeUpload(), { 'cf-connecting-ip': '2001:db8:1::1' })).status).toBe(201);
});

it('an upload of another network waits for no more than one of many of the same', async () => {
  const done: string[] = [];
  const send = async (address: string) => {
    expect((await put(newRunId(), makeUpload(), { 'cf-connecting-ip': address })).status).toBe(201);
    done.push(address);
  };
  const many = Array.from({ length: 6 }, async () => send('198.51.100.1'));
  await Promise.all([...many, send('203.0.113.1')]);
  expect(done.indexOf('203.0.113.1')).toBeLessThan(2);
});

it('an upload that cannot be one is refused before its body is there', async () => {
  const body = new ReadableStream<Uint8Array>();
  const init = { method: 'PUT', headers: { 'content-type': 'text/plain' }, body, duplex: 'half' };
  const refused = await ask(`/api/v1/runs/${newRunId()}`, init);
  expect(refused.status).toBe(415);
});

it.each([
  ['a plain body', 413, {}, new Uint8Array(2 ** 20).fill(0x20)],
  ['one that inflates to more', 413, { 'content-encoding': 'gzip' }, new Uint8Array(gzipSync(new Uint8Array(2 ** 22)))],
  ['what is no gzip', 400, { 'content-encoding': 'gzip' }, new Uint8Array(2 ** 10).fill(0x20)],
])(
  'who sends too much is told so while there is more to come, and not cut off: %s',
  async (_, status, headers, piece) => {
    let isCutOff = false;
    const body = new ReadableStream<Uint8Array>({
      pull: (controller) => controller.enqueue(piece),
      cancel: () => void (isCutOff = true),
    });
    const init = { method: 'PUT', headers: { 'content-type': 'application/json', ...headers }, body, duplex: 'half' };
    const refused = await ask(`/api/v1/runs/${newRunId()}`, init);
    expect(await refused.json()).toMatchObject({ status });
    expect(isCutOff).toBe(false);
  },
);

it('a file of a snapshot is in memory once for all who read it, and gone for who asks after it was deleted or replaced', async () => {
  const bucket = bucketOf(new DatabaseSync(':memory:'), 'snapshots');
  const bytes = Uint8Array.from({ length: 2 ** 20 + 1 }, (_, i) => i % 251);
  await bucket.put('file', bytes);
  await bucket.put('empty', new Uint8Array());
  const streamOf = async (key: string) => (await bucket.get(key))?.body;
  const read = async (key: string) => new Uint8Array(await new Response(await streamOf(key)).arrayBuffer());
  expect(await read('file')).toEqual(bytes);
  expect(await read('empty')).toEqual(new Uint8Array());
  const pieceOf = async () => (await (await streamOf('file'))?.getReader().read())?.value as Uint8Array | undefined;
  const [one, other] = [await pieceOf(), await pieceOf()];
  expect(one?.buffer).toBe(other?.buffer);
  await bucket.put('file', bytes.toReversed());
  expect(await read('file')).toEqual(bytes.toReversed());
  await bucket.delete('file');
  expect(await bucket.get('file')).toBeNull();
});

it('of the same upload, sent many times at once, one is stored, and none waits for ever', async () => {
  const upload = makeUpload();
  const statuses = await Promise.all(Array.from({ length: 4 }, async () => (await put(newRunId(), upload)).status));
  expect(statuses.toSorted((a, b) => a - b)).toEqual([201, 409, 409, 409]);
});

it('a copy that is stopped leaves nothing, and a whole one can be read where nothing may be written', async () => {
  await put();
  const copy = join(folder, 'copy');
  const stop = new AbortController();
  const copying = backUp(folder, copy, stop.signal);
  stop.abort();
  await expect(copying).rejects.toThrow('aborted');
  expect(readdirSync(copy)).toEqual([]);
  await backUp(folder, copy);
  expect(readdirSync(copy).toSorted()).toEqual(['database.sqlite', 'objects.sqlite']);
  // Where the header of a database says 2 and 2 it has a log: https://www.sqlite.org/fileformat.html
  for (const file of readdirSync(copy))
    expect([...readFileSync(join(copy, file)).subarray(18, 20)], file).toEqual([1, 1]);
});
