import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { RunReceipt } from '@opfsmark/schema/api';
import type { Problem } from '@opfsmark/schema/documents';
import {
  deliveryOf,
  isRetryable,
  isWaiting,
  retryDelayMs,
  whyWaiting,
  type WaitingUpload,
} from '../src/lib/features/publish/outbox/outbox.ts';
import type { UploadAnswer } from '../src/lib/base/api/service.ts';
import { plainRecord } from '@opfsmark/schema/test-support/matrix-records';
import { answered } from './indexed-db.ts';
import { storeOf } from './store-of.ts';

const entry: WaitingUpload = {
  run_id: '0123456789ABCDEF',
  upload: { record: plainRecord(), declared: { device: 'Mac mini' }, deletion_sha256: 'a'.repeat(64) },
  queued_ms: 0,
  attempts: 2,
  next_ms: 0,
  refused: null,
};
const problem = (status: number): UploadAnswer => ({
  kind: 'refused',
  problem: { type: 'about:blank', title: 'No', status } satisfies Problem,
});
const receipt: RunReceipt = {
  run_id: entry.run_id,
  status: 'published',
  reasons: [],
  trust: 1,
  unranked_because: [],
  links: { self: '/api', html: '/r' },
};
const half = () => 0.5;

describe('an upload that was sent', () => {
  test.each([
    ['no network', { kind: 'unreachable' }],
    ['too many requests', problem(429)],
    ['an overloaded service', problem(503)],
    ['a gateway that answers for it', { kind: 'unreadable', status: 502 }],
    ['a captive portal that says 200', { kind: 'unreadable', status: 200 }],
  ] satisfies [string, UploadAnswer][])('waits after %s', (_, answer) => {
    expect(isRetryable(answer)).toBe(true);
    expect(deliveryOf(answer, entry, 1000, half)).toEqual({ kind: 'later', next_ms: 61_000 });
  });

  test('waits as long as a full service asks, or longer', () => {
    const full: UploadAnswer = {
      kind: 'refused',
      problem: { type: '/api/v1/problems/full', title: 'Full', status: 503 },
      retryAfterS: 3600,
    };
    expect(deliveryOf(full, entry, 1000, half)).toEqual({ kind: 'later', next_ms: 3_601_000 });
    expect(deliveryOf({ ...full, retryAfterS: 1 }, entry, 1000, half)).toEqual({ kind: 'later', next_ms: 61_000 });
    expect([full, problem(503), { kind: 'unreachable' } as const].map(whyWaiting)).toEqual([
      'full',
      'busy',
      'unreachable',
    ]);
  });

  test('says that the network has sent too many where a limit is reached, not that the server is busy', () => {
    const type = '/api/v1/problems/too-many';
    const quota: UploadAnswer = {
      kind: 'refused',
      problem: { type, title: 'Too many requests', status: 429, detail: 'At most 50 runs per day.' },
      retryAfterS: 40_000,
    };
    expect(deliveryOf(quota, entry, 1000, half)).toEqual({ kind: 'later', next_ms: 40_001_000 });
    expect(whyWaiting(quota)).toBe('tooMany');
  });

  test.each([400, 409, 410, 413, 422, 500])('does not wait after %d', (status) => {
    expect(deliveryOf(problem(status), entry, 0, half)).toEqual({ kind: 'refused', detail: 'No' });
  });

  test('is sent again until it is in its group, too, or can never be', () => {
    const storedAnswer = { kind: 'stored', receipt, bookmark: null } as const;
    expect(deliveryOf({ ...storedAnswer, joined: 'later' }, entry, 1000, half)).toEqual({
      kind: 'later',
      next_ms: 61_000,
    });
    expect(deliveryOf({ ...storedAnswer, joined: 'joined' }, entry, 1000, half)).toEqual({ kind: 'delivered' });
    for (const why of ['full', 'gone', 'refused'] as const) {
      expect(deliveryOf({ ...storedAnswer, joined: why }, entry, 1000, half)).toEqual({ kind: 'not-joined', why });
      expect(isWaiting({ ...entry, notJoined: why })).toBe(false);
    }
    expect([isWaiting(entry), isWaiting({ ...entry, refused: 'No' })]).toEqual([true, false]);
  });

  test('is done when it is stored, also where an earlier attempt had stored it', () => {
    expect(deliveryOf({ kind: 'stored', receipt, bookmark: null }, entry, 0, half)).toEqual({ kind: 'delivered' });
  });
});

test('waits grow to an hour and are scattered', () => {
  expect([1, 2, 3].map((attempts) => retryDelayMs(attempts, half))).toEqual([15_000, 30_000, 60_000]);
  expect(retryDelayMs(100, half)).toBe(3_600_000);
  expect(retryDelayMs(1, () => 0)).toBeLessThan(retryDelayMs(1, () => 1));
});

test('the answer to an upload is told where the browser cannot keep what became of it', async () => {
  // None that another test has opened: the upload itself was kept; then the data of the site were deleted.
  vi.resetModules();
  const { send } = await import('../src/lib/features/publish/outbox/outbox.ts');
  let transactions = 0;
  const transaction = () => {
    if (transactions++ > 0) throw new DOMException('closed', 'InvalidStateError');
    const one: { oncomplete?: () => void; objectStore: () => object } = { objectStore: () => ({ put: () => null }) };
    queueMicrotask(() => one.oncomplete?.());
    return one;
  };
  vi.stubGlobal('indexedDB', { open: () => answered({ transaction }) });
  vi.stubGlobal('localStorage', storeOf());
  const query = () => Promise.resolve({ held: [] });
  vi.stubGlobal('navigator', { locks: { request: (_: string, work: () => unknown) => work(), query } });
  vi.stubGlobal('window', {});
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json(receipt)));
  expect(await send(entry.run_id, entry.upload)).toMatchObject({ kind: 'stored', receipt });
  expect(transactions).toBeGreaterThan(1);
  vi.unstubAllGlobals();
});

/** The rows of the outbox, as IndexedDB answers. */
function stubRows(ids: readonly string[], onRead: () => void = () => undefined): Map<string, WaitingUpload> {
  const rows = new Map(ids.map((run_id) => [run_id, { ...entry, run_id }]));
  const objectStore = () => ({
    getAllKeys: () => answered([...rows.keys()]),
    getAll: () => {
      onRead();
      return answered([...rows.values()]);
    },
    get: (key: string) => answered(rows.get(key)),
    getKey: (key: string) => answered(rows.has(key) ? key : undefined),
    put: (row: WaitingUpload) => rows.set(row.run_id, row),
    delete: (key: string) => rows.delete(key),
  });
  const transaction = () => {
    const one: { oncomplete?: () => void; objectStore: () => object } = { objectStore };
    queueMicrotask(() => one.oncomplete?.());
    return one;
  };
  vi.stubGlobal('indexedDB', { open: () => answered({ transaction }) });
  vi.stubGlobal('localStorage', storeOf());
  return rows;
}

describe('while anything is measured', () => {
  const OTHER = '1123456789ABCDEF';
  /** Names of locks that some tab of this browser has. */
  let held: string[] = [];
  /** What the page has asked for, and whether that was given up. */
  let asked: { readonly id: string; readonly signal: AbortSignal | null | undefined }[] = [];
  let answer: (signal: AbortSignal | null | undefined) => Promise<Response>;

  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'] });
    vi.resetModules();
    [held, asked] = [[], []];
    answer = () => Promise.resolve(Response.json(receipt));
    const request = (_: string, ...more: unknown[]) => (more.at(-1) as (lock: object) => unknown)({});
    const query = () => Promise.resolve({ held: held.map((name) => ({ name })) });
    vi.stubGlobal('navigator', { locks: { request, query } });
    vi.stubGlobal('window', new EventTarget());
    vi.stubGlobal('document', new EventTarget());
    vi.stubGlobal('fetch', (address: string, { signal }: RequestInit) => {
      asked.push({ id: address.split('/').at(-1) ?? '', signal });
      return answer(signal);
    });
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
    vi.restoreAllMocks();
  });

  const watch = async () => (await import('../src/lib/features/publish/outbox/outbox.ts')).startWatching();
  /** Uploads are packed in a time of their own, while the clock of the page goes on. */
  const until = async (isSeen: () => boolean) => {
    while (!isSeen()) {
      await new Promise((resolve) => setImmediate(resolve));
      await vi.advanceTimersByTimeAsync(100);
    }
  };

  test('in another tab nothing is read or sent, and all of it afterwards', async () => {
    const onRead = vi.fn<() => void>();
    const rows = stubRows([entry.run_id, OTHER], onRead);
    held = ['opfsmark'];
    await watch();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(onRead).not.toHaveBeenCalled();
    held = [];
    await until(() => rows.size === 0);
    expect(asked.map(({ id }) => id)).toEqual([entry.run_id, OTHER]);
  });

  test('what is on its way is given up, and sent once more afterwards', async () => {
    const rows = stubRows([entry.run_id]);
    vi.spyOn(AbortSignal, 'timeout').mockReturnValue(new AbortController().signal);
    answer = (signal) =>
      new Promise((_, reject) => signal?.addEventListener('abort', () => reject(new TypeError('aborted'))));
    await watch();
    await until(() => asked.length === 1);
    held = ['opfsmark'];
    await until(() => asked[0]?.signal?.aborted === true);
    answer = () => Promise.resolve(Response.json(receipt));
    await vi.advanceTimersByTimeAsync(60_000);
    expect(asked).toHaveLength(1);
    held = [];
    await until(() => rows.size === 0);
    expect(asked).toHaveLength(2);
  });

  test('what is published meanwhile is kept, and sent afterwards; a page that only looks does not hold it up', async () => {
    const rows = stubRows([]);
    const { send } = await import('../src/lib/features/publish/outbox/outbox.ts');
    held = ['opfsmark'];
    let outcome: Awaited<ReturnType<typeof send>> | undefined;
    const publish = async () => (outcome = await send(entry.run_id, entry.upload));
    void publish();
    await until(() => outcome !== undefined);
    expect(outcome).toEqual({ kind: 'waiting', runId: entry.run_id, why: 'measuring' });
    expect(asked).toEqual([]);
    held = [];
    await until(() => rows.size === 0);
    held = ['opfsmark'];
    outcome = undefined;
    void publish();
    await vi.advanceTimersByTimeAsync(1000);
    held = [];
    await until(() => outcome !== undefined);
    expect(outcome).toMatchObject({ kind: 'stored' });
  });

  test('a comparison of two browsers sends what it waits for itself, and nothing else until it has ended', async () => {
    const rows = stubRows([entry.run_id, OTHER]);
    const group = '2123456789ABCDEF';
    rows.set(OTHER, { ...entry, run_id: OTHER, group });
    localStorage.setItem(`opfsmark.deletion-key.${OTHER}`, 'k'.repeat(43));
    held = [`opfsmark.versus.${group}`];
    await watch();
    await until(() => !rows.has(OTHER));
    await vi.advanceTimersByTimeAsync(60_000);
    // It is sent, and joins.
    expect(asked.map(({ id }) => id)).toEqual([OTHER, OTHER]);
    held = [];
    await until(() => rows.size === 0);
  });
});

test('a result whose key was deleted meanwhile is said not to be in its group, where nobody can add it', async () => {
  vi.resetModules();
  const { flush } = await import('../src/lib/features/publish/outbox/outbox.ts');
  const rows = stubRows([entry.run_id]);
  rows.set(entry.run_id, { ...entry, group: '2123456789ABCDEF' });
  const request = (_: string, options: object, work: (lock: object) => unknown) => work(options);
  vi.stubGlobal('navigator', { locks: { request, query: () => Promise.resolve({ held: [] }) } });
  vi.stubGlobal('window', {});
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json(receipt)));
  await flush();
  expect([...rows.values()]).toMatchObject([{ notJoined: 'refused' }]);
  vi.unstubAllGlobals();
});

test('what waits beside an upload that was discarded is still looked for', async () => {
  vi.resetModules();
  const { discard } = await import('../src/lib/features/publish/outbox/outbox.ts');
  const { outboxMayHold } = await import('../src/lib/features/publish/outbox/hint.ts');
  const rows = stubRows([entry.run_id, '1123456789ABCDEF']);
  const seen: boolean[] = [];
  for (const runId of [...rows.keys()]) {
    await discard(runId);
    seen.push(outboxMayHold());
  }
  expect(seen).toEqual([true, false]);
  vi.unstubAllGlobals();
});
