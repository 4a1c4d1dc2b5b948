import { createMessageBatch, createExecutionContext, createScheduledController, getQueueResult } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { newRunId } from '@opfsmark/schema/documents';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { refreshBoards, refreshNow } from '../src/aggregation/refresh.ts';
import type { RefreshMessage } from '../src/base/env.ts';
import worker from '../src/index.ts';
import { replaceEntries } from '../src/store/boards.ts';
import { leaseDirty } from '../src/store/dirty.ts';
import { ask, put } from './client.ts';
import { makeUpload } from '@opfsmark/schema/test-support/upload';
import { dirtyKey } from './keys.ts';
import { ticketed } from './trusted.ts';

const LEASE_MS = 30_000;
const KEYS = Array.from({ length: 12 }, (_, i) => dirtyKey(`leased-${i}`));
const failingQueue = {
  send: () => Promise.reject(new Error('Queue is overloaded')),
} as unknown as Queue<RefreshMessage>;
const silentQueue = { send: () => Promise.resolve() } as unknown as Queue<RefreshMessage>;

const waiting = async () => (await env.DB.prepare('SELECT keys FROM dirty').all<{ keys: string }>()).results;
const votesOf = (slug: string) =>
  env.DB.prepare('SELECT count(*) AS n FROM vote WHERE cut = ?1').bind(`device|2.shared|${slug}`).first<number>('n');

beforeEach(async () => {
  const insert = env.DB.prepare('INSERT INTO dirty (keys, since_ms, first_ms) VALUES (?1, 1.5, 1)');
  await env.DB.batch([env.DB.prepare('DELETE FROM dirty'), ...KEYS.map((keys) => insert.bind(keys))]);
});

/** A device and a drive without a row, and no cells. */
const NOTHING_SEEN = { cells: [], models: { device: ['', null], drive: ['', null] } } as const;

describe('a key that waits for its boards', () => {
  it('is refreshed once by consumers that run at once', async () => {
    const done = await Promise.all(Array.from({ length: 3 }, () => refreshBoards(env, Date.now())));
    expect(done.reduce((sum, n) => sum + n, 0)).toBe(KEYS.length);
    expect(await waiting()).toEqual([]);
  });

  it('is taken by one, and by another only when the lease has ended', async () => {
    const [first = ''] = KEYS;
    const nowMs = Date.now();
    expect(await leaseDirty(env.DB, first, nowMs)).not.toBeNull();
    expect(await leaseDirty(env.DB, first, nowMs + LEASE_MS - 1)).toBeNull();
    expect(await refreshBoards(env, nowMs)).toBe(KEYS.length - 1);
    expect(await waiting()).toEqual([{ keys: first }]);
    expect(await refreshBoards(env, nowMs + LEASE_MS)).toBe(1);
  });

  it('is not written by whoever has lost it: a slow consumer, or one that a deletion overtook', async () => {
    const [first = ''] = KEYS;
    const slow = await leaseDirty(env.DB, first, Date.now());
    const next = await leaseDirty(env.DB, first, Date.now(), true);
    if (!slow || !next) throw new Error('not leased');
    const row = { board_id: 'device.seq1m_q8t1_write.shared', sort: -1, subject: 'late', row: {} as never };
    expect(await replaceEntries(env.DB, slow, NOTHING_SEEN, { changed: [row], gone: [] }, Date.now())).toBe(false);
    expect(await env.DB.prepare("SELECT 1 FROM board WHERE subject = 'late'").first()).toBeNull();
    expect(await waiting()).toContainEqual({ keys: first });
    await refreshNow(env, first, Date.now());
    expect(await waiting()).not.toContainEqual({ keys: first });
  });

  it('that changes while it is refreshed is free at once for the next consumer', async () => {
    const [first = ''] = KEYS;
    const held = await leaseDirty(env.DB, first, Date.now());
    if (!held) throw new Error('not leased');
    await env.DB.prepare('UPDATE dirty SET since_ms = 9 WHERE keys = ?1').bind(first).run();
    expect(await replaceEntries(env.DB, held, NOTHING_SEEN, { changed: [], gone: [] }, Date.now())).toBe(false);
    expect(await waiting()).toContainEqual({ keys: first });
    expect(await refreshBoards(env, Date.now())).toBe(KEYS.length);
  });
});

describe('the queue', () => {
  const messages = () =>
    createMessageBatch('opfsmark-refresh', [{ id: '1', timestamp: new Date(), attempts: 1, body: { at: Date.now() } }]);

  it('refreshes all that waits with one message', async () => {
    const batch = messages();
    await worker.queue(batch, env);
    expect(await waiting()).toEqual([]);
    expect((await getQueueResult(batch, createExecutionContext())).ackAll).toBe(true);
  });

  it('sends the batch again where the database cannot answer now', async () => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const batch = messages();
    const prepare = () => {
      throw new Error('D1_ERROR: D1 DB is overloaded.');
    };
    await worker.queue(batch, { ...env, DB: { prepare } as unknown as D1Database });
    expect((await getQueueResult(batch, createExecutionContext())).retryBatch.retry).toBe(true);
    log.mockRestore();
  });

  it.each([
    ['refuses the message', failingQueue],
    ['loses the message', silentQueue],
  ])('that %s costs no upload: the timer finds what waits', async (name, REFRESH) => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const device = name.replaceAll(' ', '-');
    const upload = await ticketed(makeUpload({ declared: { device } }));
    expect((await put(upload.ticket.run_id, upload, {}, { REFRESH })).status).toBe(201);
    expect(await votesOf(device)).toBe(0);
    await worker.scheduled(createScheduledController(), env);
    expect(await votesOf(device)).toBe(1);
    expect(await waiting()).toEqual([]);
    log.mockRestore();
  });

  it('has published a run before it is asked: it stands among the recent ones at once', async () => {
    const runId = newRunId();
    expect(
      (await put(runId, makeUpload({ declared: { device: 'At Once' } }), {}, { REFRESH: silentQueue })).status,
    ).toBe(201);
    expect(await (await ask('/api/v1/boards/device.seq1m_q8t1_write.shared')).text()).toContain(runId);
  });
});
