import { env } from 'cloudflare:workers';
import { newRunId } from '@opfsmark/schema/documents';
import { describe, expect, it } from 'vitest';
import { UPLOAD_LIMITS } from '../src/base/limits.ts';
import { ask, problemOf, publish, put } from './client.ts';
import { makeUpload } from './runs.ts';

const JSON_TYPE = { 'content-type': 'application/json' };
const GZIP = { ...JSON_TYPE, 'content-encoding': 'gzip' };

function gzip(stream: ReadableStream<Uint8Array<ArrayBuffer>>): Promise<ArrayBuffer> {
  return new Response(stream.pipeThrough(new CompressionStream('gzip'))).arrayBuffer();
}

/** Chunks of one byte repeated, made while they are read. */
function repeatChunk(chunk: Uint8Array<ArrayBuffer>, times: number): ReadableStream<Uint8Array<ArrayBuffer>> {
  let chunksLeft = times;
  return new ReadableStream({
    pull(controller) {
      if (chunksLeft-- > 0) controller.enqueue(chunk.slice());
      else controller.close();
    },
  });
}

async function rawPut(body: BodyInit | null, headers: Record<string, string> = JSON_TYPE): Promise<Response> {
  const id = newRunId();
  const response = await ask(`/api/v1/runs/${id}`, { method: 'PUT', headers, body });
  const row = await env.DB.prepare('SELECT 1 FROM run WHERE run_id = ?1').bind(id).first();
  if (response.status !== 201) expect(row, 'nothing half-written').toBeNull();
  return response;
}

/** The upload's text with one member written another way. */
function textWith(change: (text: string) => string): string {
  const text = JSON.stringify(makeUpload());
  const changedText = change(text);
  expect(changedText).not.toBe(text);
  return changedText;
}

const MIB = new Uint8Array(1024 * 1024).fill(0x20);

describe('bodies that are too much', () => {
  it('cuts off a chunked body at the limit: 413', async () => {
    const response = await rawPut(repeatChunk(MIB, 64));
    expect(response.status).toBe(413);
    expect((await problemOf(response)).detail).toBe(`At most ${UPLOAD_LIMITS.inflatedBytes} bytes on the wire.`);
  });

  it('believes a Content-Length that is too large: 413', async () => {
    const headers = { ...JSON_TYPE, 'content-length': String(UPLOAD_LIMITS.inflatedBytes + 1) };
    expect((await rawPut(' '.repeat(UPLOAD_LIMITS.inflatedBytes + 1), headers)).status).toBe(413);
  });

  it('cuts off a gzip bomb while it inflates: 413', async () => {
    const bomb = await gzip(repeatChunk(MIB, 20));
    expect(bomb.byteLength).toBeLessThan(UPLOAD_LIMITS.wireBytes);
    const response = await rawPut(bomb, GZIP);
    expect(response.status).toBe(413);
    expect((await problemOf(response)).detail).toBe(`At most ${UPLOAD_LIMITS.inflatedBytes} bytes inflated.`);
  });

  it.each([
    ['nested too deep', `{"a":${'['.repeat(5000)}${']'.repeat(5000)}}`, 'is nested more than 10 deep'],
    ['too many values', `[${'0,'.repeat(UPLOAD_LIMITS.nodes)}0]`, `has more than ${UPLOAD_LIMITS.nodes} values`],
  ])('%s: 422', async (_, text, detail) => {
    const response = await rawPut(text);
    expect(response.status).toBe(422);
    expect((await problemOf(response)).errors?.[0]?.detail).toBe(detail);
  });
});

describe('bodies that are no JSON document of ours', () => {
  it.each([
    ['text/plain', { 'content-type': 'text/plain' }],
    ['a form', { 'content-type': 'application/x-www-form-urlencoded' }],
    ['another charset', { 'content-type': 'application/json; charset=utf-16' }],
    ['brotli', { ...JSON_TYPE, 'content-encoding': 'br' }],
    ['two encodings', { ...JSON_TYPE, 'content-encoding': 'gzip, gzip' }],
  ])('%s: 415', async (_, headers) => {
    expect((await rawPut('{}', headers)).status).toBe(415);
  });

  it.each([
    ['nothing', ''],
    ['half a document', '{"record":'],
    ['a byte order mark', '\ufeff{}'],
    ['NaN', '{"record":NaN}'],
    ['a comment', '{/**/}'],
    ['a comma too much', '{"a":1,}'],
    ['two documents', '{}{}'],
    ['no UTF-8', new Uint8Array([0x7b, 0x22, 0xff, 0x22, 0x7d])],
  ])('%s: 400', async (_, body) => {
    expect((await rawPut(body)).status).toBe(400);
  });

  it.each([
    ['no gzip', new TextEncoder().encode('{}')],
    ['truncated gzip', null],
  ])('%s: 400', async (_, bytes) => {
    const wholeBody = await gzip(
      new Response(JSON.stringify(makeUpload())).body as ReadableStream<Uint8Array<ArrayBuffer>>,
    );
    expect((await rawPut(bytes ?? wholeBody.slice(0, wholeBody.byteLength - 20), GZIP)).status).toBe(400);
  });

  it.each([['null'], ['[]'], ['"text"'], ['0'], ['true'], ['{}']])('%s: 422', async (text) => {
    expect((await rawPut(text)).status).toBe(422);
  });
});

describe('documents that mean two things', () => {
  it.each([
    ['a key twice', (t: string) => t.replace('"format":2', '"format":2,"format":2'), '/record/format', 'stands twice'],
    [
      'a key twice, escaped',
      (t: string) => t.replace('"format":2', '"format":2,"form\\u0061t":1'),
      '/record/format',
      'stands twice',
    ],
    [
      '__proto__',
      (t: string) => t.replace('"format":2', '"__proto__":{},"format":2'),
      '/record/__proto__',
      'is not allowed as a key',
    ],
    [
      'constructor',
      (t: string) => t.replace('"format":2', '"constructor":1,"format":2'),
      '/record/constructor',
      'is not allowed as a key',
    ],
    [
      'prototype',
      (t: string) => t.replace('"device":', '"prototype":1,"device":'),
      '/declared/prototype',
      'is not allowed as a key',
    ],
    [
      'a lone surrogate',
      (t: string) => t.replace('Test Laptop 13', 'Test \\ud800'),
      '/declared/device',
      'has half a surrogate pair',
    ],
    [
      'a lone surrogate in a key',
      (t: string) => t.replace('"device":', '"\\udc00":1,"device":'),
      undefined,
      'has half a surrogate pair',
    ],
    [
      'an unknown member',
      (t: string) => t.replace('"format":2', '"format":2,"bytes_per_s":9e9'),
      '/record/bytes_per_s',
      'is not known',
    ],
    ['a number too large', (t: string) => t.replace(/"wall_ms":\d+/, '"wall_ms":1e999'), '/record/wall_ms', undefined],
    [
      'a negative count',
      (t: string) => t.replace(/"verified_sectors":\d+/, '"verified_sectors":-1'),
      '/record/result/jobs/0/verified_sectors',
      undefined,
    ],
    [
      'half a count',
      (t: string) => t.replace(/"verified_sectors":\d+/, '"verified_sectors":0.5'),
      '/record/result/jobs/0/verified_sectors',
      undefined,
    ],
    ['a number as text', (t: string) => t.replace('"format":2', '"format":"1"'), '/record/format', undefined],
    [
      'text as a list',
      (t: string) => t.replace('"device":"Test Laptop 13"', '"device":["x"]'),
      '/declared/device',
      undefined,
    ],
    ['another filesystem', (t: string) => t.replace('"ext4"', '"ext5"'), '/declared/filesystem', undefined],
  ])('%s: 422 and where', async (_, change, pointer, detail) => {
    const response = await rawPut(textWith(change));
    expect(response.status).toBe(422);
    const [first] = (await problemOf(response)).errors ?? [];
    if (pointer !== undefined) expect(first?.pointer).toBe(pointer);
    if (detail !== undefined) expect(first?.detail).toBe(detail);
  });
});

describe('names that are not what they seem', () => {
  it.each([
    ['turned around', 'abc\u202edef', 'has invisible or control characters'],
    ['only spaces', ' \u3000 ', 'is empty'],
    ['only marks', '!!!', 'has no letter and no digit'],
    ['longer once it is normalized', '\ufb2c'.repeat(80), 'is longer than 80 characters'],
    ['a slug of 241 characters', `c${'+'.repeat(48)}`, 'is too long once every "+" is written as "plus"'],
    ['10,000 combining marks', `a${'\u0301'.repeat(10_000)}`, undefined],
    ['too long', 'x'.repeat(81), undefined],
  ])('%s: 422 at /declared/device', async (_, device, detail) => {
    const response = await put(newRunId(), makeUpload({ declared: { device } }));
    expect(response.status).toBe(422);
    const [first] = (await problemOf(response)).errors ?? [];
    expect(first?.pointer).toBe('/declared/device');
    if (detail !== undefined) expect(first?.detail).toBe(detail);
  });

  it.each([
    ['/declared/drive', { declared: { drive: 'get it on shop.example.com' } }],
    ['/declared/note', { declared: { note: 'see www.example.com' } }],
    ['/record/environment/core_version', { environment: { core_version: '0.1 <b>' } }],
  ])('are refused at %s, too', async (pointer, options) => {
    const response = await put(newRunId(), makeUpload(options));
    expect(response.status).toBe(422);
    expect((await problemOf(response)).errors?.map((error) => error.pointer)).toEqual([pointer]);
  });

  it.each([
    ['Notepad++', 'notepad-plus-plus'],
    ['لپ\u200cتاپ من', 'لپتاپ-من'],
    [`c${'+'.repeat(47)}`, `c${'-plus'.repeat(47)}`],
    ['ß'.repeat(80), 'ss'.repeat(80)],
    ['\ufb2c'.repeat(26), '\u05e9\u05bc\u05c1'.repeat(26)],
  ])('takes %s and links it as %s', async (device, slug) => {
    const { run_id } = await publish(makeUpload({ declared: { device } }));
    const view = await (await ask(`/api/v1/runs/${run_id}`)).json<{ device: { slug: string } }>();
    expect(view.device.slug).toBe(slug);
    expect((await ask(`/api/v1/devices/${encodeURIComponent(slug)}`)).status).toBe(200);
  });

  it('folds width, case and spaces into one device, and shows what was written', async () => {
    const spellings = ['MacBook Air', 'ＭａｃＢｏｏｋ　Air', 'macbook   AIR'];
    for (const device of spellings) {
      const id = newRunId();
      expect((await put(id, makeUpload({ declared: { device } }))).status).toBe(201);
      const view = await (await ask(`/api/v1/runs/${id}`)).json<{ device: { slug: string; name: string } }>();
      expect(view.device.slug).toBe('macbook-air');
      expect(view.device.name).toBe(device.normalize('NFKC').replace(/\s+/g, ' '));
    }
  });
});
