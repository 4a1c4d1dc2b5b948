import { describe, expect, expectTypeOf, it, vi } from 'vitest';
import type { Board } from '../../src/boards/index.ts';
import { call, type AnswerOf, type Send } from '../../src/client/call.ts';

const answeringSend = (body: unknown, status = 200) =>
  vi.fn<Send>(() => Promise.resolve(Response.json(body, { status })));

describe('a call', () => {
  it('puts parameters into the address as text, and leaves out what is not given', async () => {
    const send = answeringSend({});
    await call(send, 'get', '/api/v1/boards/{board_id}', { path: { board_id: 'a/b?' }, query: {} });
    await call(
      send,
      'get',
      '/api/v1/devices',
      { query: { q: 'mac & co' } },
      { origin: 'https://opfsmark.test', headers: { 'x-d1-bookmark': '0-1' } },
    );
    expect(send.mock.calls.map(([url]) => url)).toEqual([
      '/api/v1/boards/a%2Fb%3F',
      'https://opfsmark.test/api/v1/devices?q=mac+%26+co',
    ]);
    expect(send.mock.calls[1]?.[1]).toMatchObject({ method: 'GET', headers: { 'x-d1-bookmark': '0-1' } });
  });

  it('sends a body as JSON, compressed where a way is given', async () => {
    const send = answeringSend({}, 201);
    const body = { suite: 2, plan_seed: 7 };
    await call(send, 'post', '/api/v1/run-tickets', { body });
    await call(send, 'post', '/api/v1/run-tickets', { body }, { gzip: (text) => `gzip of ${text}` });
    const [plain, compressed] = send.mock.calls.map(([, init]) => init);
    expect(plain).toMatchObject({ body: '{"suite":2,"plan_seed":7}', headers: { 'content-type': 'application/json' } });
    expect(compressed).toMatchObject({
      body: 'gzip of {"suite":2,"plan_seed":7}',
      headers: { 'content-type': 'application/json', 'content-encoding': 'gzip' },
    });
  });

  it('tells a value from a problem, and what is no document from both', async () => {
    const read = (send: Send) => call(send, 'get', '/api/v1/boards', {});
    expect(await read(answeringSend({ boards: [], places: [] }))).toMatchObject({
      ok: true,
      value: { boards: [], places: [] },
    });
    const problem = { type: '/api/v1/problems/gone', title: 'Gone', status: 410 };
    expect(await read(answeringSend(problem, 410))).toMatchObject({ ok: false, status: 410, problem });
    await expect(read(() => Promise.reject(new TypeError('offline')))).rejects.toThrow('offline');
  });

  it('keeps the status and the headers of an answer that is no document, as of a network that wants a login', async () => {
    const send: Send = () => Promise.resolve(new Response('<html>', { headers: { 'retry-after': '60' } }));
    const answer = await call(send, 'get', '/api/v1/boards', {});
    expect(answer).toMatchObject({ ok: false, status: 200, problem: null });
    expect(answer.headers.get('retry-after')).toBe('60');
  });

  it('succeeds without content', async () => {
    const send: Send = () => Promise.resolve(new Response(null, { status: 204 }));
    const answer = await call(send, 'delete', '/api/v1/runs/{run_id}', { path: { run_id: 'X' } });
    expect(answer).toMatchObject({ ok: true, status: 204, value: undefined });
  });

  it('fails without content where some is expected', async () => {
    const send: Send = () => Promise.resolve(new Response(null, { status: 204 }));
    const answer = await call(send, 'get', '/api/v1/boards', {});
    expect(answer).toMatchObject({ ok: false, status: 204, problem: null });
  });

  it('compiles for what the service answers, and for nothing else', () => {
    expectTypeOf<AnswerOf<'get', '/api/v1/boards/{board_id}'>>().toEqualTypeOf<Board>();
    expectTypeOf<AnswerOf<'delete', '/api/v1/runs/{run_id}'>>().toEqualTypeOf<undefined>();
    const send = answeringSend({});
    // @ts-expect-error no such address
    void call(send, 'get', '/api/v1/planets', {});
    // @ts-expect-error it cannot be deleted
    void call(send, 'delete', '/api/v1/devices', {});
    // @ts-expect-error without the id that stands in the address
    void call(send, 'get', '/api/v1/runs/{run_id}', {});
    // @ts-expect-error without a body
    void call(send, 'post', '/api/v1/run-tickets', {});
  });
});
