import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { compress } from '../lib/compress.mjs';

const TEXT = 'A page of some words. '.repeat(200);
const ask = (accepted, headers = {}, { body = TEXT, status = 200, method = 'GET' } = {}) =>
  compress(
    new Request('http://a.test/', { method, headers: accepted === null ? {} : { 'accept-encoding': accepted } }),
    new Response(body, { status, headers: { 'content-type': 'text/html', etag: '"1"', ...headers } }),
  );
const bytesOf = async (response) => Buffer.from(await response.arrayBuffer());

it.each([
  ['gzip, deflate, br, zstd', 'br', brotliDecompressSync],
  ['gzip', 'gzip', gunzipSync],
  ['br;q=0, gzip;q=0.5', 'gzip', gunzipSync],
  ['br;q=1.0', 'br', brotliDecompressSync],
])('for "%s" a text is in %s, and is the same text each time', async (accepted, encoding, read) => {
  for (let n = 0; n < 2; n++) {
    const response = await ask(accepted);
    expect([response.headers.get('content-encoding'), response.headers.get('etag')]).toEqual([encoding, 'W/"1"']);
    expect(response.headers.get('vary')).toBe('Accept-Encoding');
    expect(read(await bytesOf(response)).toString()).toBe(TEXT);
  }
});

it('what is compressed for one is compressed for all who ask meanwhile', async () => {
  const body = 'Another page. '.repeat(200);
  const answers = await Promise.all(Array.from({ length: 20 }, () => ask('br', { etag: '"2"' }, { body })));
  const read = await Promise.all(answers.map(bytesOf));
  expect(new Set(read.map((bytes) => brotliDecompressSync(bytes).toString()))).toEqual(new Set([body]));
});

it.each([
  ['nothing is accepted', null, {}],
  ['nothing known is', 'zstd', {}],
  ['it is refused', 'gzip;q=0, br;q=0.0', {}],
  ['it is no text', 'gzip', { 'content-type': 'image/png' }],
  ['it is compressed', 'gzip', { 'content-encoding': 'gzip' }],
])('an answer stays as it is where %s', async (_, accepted, headers) => {
  const response = await ask(accepted, headers);
  expect((await bytesOf(response)).toString()).toBe(TEXT);
  expect(response.headers.get('etag')).toBe('"1"');
});

it('a short answer, one without a body and another status stay as they are', async () => {
  expect((await ask('gzip', {}, { body: 'short' })).headers.has('content-encoding')).toBe(false);
  expect((await ask('gzip', {}, { body: null, status: 304 })).status).toBe(304);
  expect((await ask('gzip', {}, { status: 404 })).headers.has('content-encoding')).toBe(false);
});

it('of a page in pieces each is sent as it comes', async () => {
  let send;
  const body = new ReadableStream({ start: (controller) => (send = controller) });
  const request = new Request('http://a.test/', { headers: { 'accept-encoding': 'gzip' } });
  const response = await compress(request, new Response(body, { headers: { 'content-type': 'text/html' } }));
  const reader = response.body.pipeThrough(new DecompressionStream('gzip')).getReader();
  const encoder = new TextEncoder();
  for (const piece of ['first', 'second']) {
    send.enqueue(encoder.encode(piece));
    expect(Buffer.from((await reader.read()).value).toString()).toBe(piece);
  }
  send.close();
  expect((await reader.read()).done).toBe(true);
});

it('a page in pieces is given up where its reader goes away', async () => {
  let end;
  const isGivenUp = new Promise((resolve) => (end = resolve));
  const body = new ReadableStream({ start: (controller) => controller.enqueue(Buffer.from('first')), cancel: end });
  const request = new Request('http://a.test/', { headers: { 'accept-encoding': 'gzip' } });
  const response = await compress(request, new Response(body, { headers: { 'content-type': 'text/html' } }));
  const reader = response.body.getReader();
  await reader.read();
  await reader.cancel();
  await isGivenUp;
});

it('a page in pieces that breaks off breaks off for its reader, and ends nothing else', async () => {
  let controller;
  const body = new ReadableStream({ start: (one) => (controller = one) });
  const request = new Request('http://a.test/', { headers: { 'accept-encoding': 'gzip' } });
  const response = await compress(request, new Response(body, { headers: { 'content-type': 'text/html' } }));
  const reader = response.body.getReader();
  controller.enqueue(Buffer.from('first'));
  await reader.read();
  controller.error(new Error('broken off'));
  await expect(reader.read()).rejects.toThrow('broken off');
});
