import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { countLeft, Participant } from '../../../stores/contention.ts';
import type { AppStore, Item, Maybe } from '../../../stores/store.ts';
import type { ContenderRequest } from '../messages.ts';
import { WORKER_LOCK } from '../messages.ts';
import { HANG_S, tryContention } from './contend.ts';
import type { Asker } from './interrupt.ts';

const HEAD = {
  contender: 'idb-strict',
  crew: 'idb-strict',
  size: { batch_rows: 200, puts: 5, point_reads: 20, blob_bytes: 4096, loops: 2, seed: 7 },
} as const;
const WORKERS = 4;
const REPEATS = 5;

type Ask = Asker['ask'];
type Rows = Map<number, Uint8Array>;
/** The work of a store with the rows of one call; `count`: how many calls it has had. */
type PutMany = (rows: Rows, items: readonly Item[], count: number) => Maybe<void>;

const putAll = (rows: Rows, items: readonly Item[]) => {
  for (const { key, value } of items) rows.set(key, value);
};
/** What is asked of whoever starts the workers. */
const dismiss = vi.fn<(crew: string) => void>();
const never = () => new Promise<never>(() => undefined);

const sleep = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));
/** A store whose reads wait for the transaction that is kept open, which may be so only after a while. */
interface Held {
  readonly until: Map<Rows, Promise<void>>;
  readonly opensAfterMs: number;
}

/** A store in memory that several workers have open. */
function openStore(rows: Rows, putMany: PutMany, held: Held | null): AppStore {
  let count = 0;
  return {
    putMany: (items) => putMany(rows, items, ++count),
    get: async (key) => {
      await held?.until.get(rows);
      return rows.get(key) ?? null;
    },
    range: () => [...rows.values()],
    deleteMany: () => undefined,
    flush: () => undefined,
    close: () => undefined,
    hold: async (items, ms) => {
      await sleep(held?.opensAfterMs ?? 0);
      const ended = sleep(ms).then(() => putAll(rows, items));
      held?.until.set(rows, ended);
      await ended;
      // A busy computer lets a worker see the end of its own call later than others see theirs.
      await sleep(20);
    },
  };
}

/** Workers that run here, on a store per place. */
function askerOf(putMany: PutMany, held: Held | null): Pick<Asker, 'ask' | 'dismiss'> {
  const stores = new Map<string, Rows>();
  const rowsAt = (place = '') => stores.get(place) ?? stores.set(place, new Map()).get(place) ?? new Map();
  const answer = async (request: ContenderRequest, onReply: Parameters<Ask>[1]) => {
    const { size, place } = request;
    const open = () => Promise.resolve(openStore(rowsAt(place), putMany, held));
    if (request.type === 'look-contention') {
      const left = await countLeft(await open(), size, request.answered);
      return { type: 'contention_left', left, mayStay: true } as const;
    }
    if (request.type !== 'contend') throw new Error(request.type);
    const participant = new Participant({
      ...{ size, worker: request.worker, open },
      onBegin: (call) => onReply?.({ type: 'calling', call }, () => undefined),
      onEnd: (call) => onReply?.({ type: 'called', call }, () => undefined),
    });
    for (const phase of request.phases) {
      await new Promise<void>((resolve) => onReply?.({ type: 'ready' }, resolve));
      await participant.run(phase);
    }
    await participant.end();
    return { type: 'contended', mayStay: true } as const;
  };
  const ask: Ask = (request, onReply, signal) => {
    const whenEnded = new Promise<null>((resolve) => signal?.addEventListener('abort', () => resolve(null)));
    return Promise.race([answer(request, onReply), whenEnded]);
  };
  return { ask, dismiss };
}

const NO_LOCKS: LockManagerSnapshot = { held: [{ name: 'a', clientId: '1' }], pending: [] };

async function tryIt(putMany: PutMany, repeats = REPEATS, held: Held | null = null, locks = NO_LOCKS) {
  const askForLocks = () => Promise.resolve(locks);
  const result = tryContention(askerOf(putMany, held), HEAD, { workers: WORKERS, repeats, askForLocks });
  await vi.runAllTimersAsync();
  return result;
}

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

describe('several workers of one store', () => {
  it('that is sound are clean in every repeat, and are seen to read while one has a transaction open', async () => {
    const sound = await tryIt(putAll);
    expect(sound).toMatchObject({ repeats: REPEATS, clean: REPEATS, hung: 0, lost: 0, doubled: 0, wrong: 0 });
    expect(sound).toMatchObject({ writes_watched: REPEATS, read_during: REPEATS });
    expect(sound.phases.map(({ phase }) => phase)).toEqual(['migrate', 'write', 'read', 'hold', 'reopen']);
    expect(sound.phases.every(({ asked, answered }) => asked === answered && asked > 0)).toBe(true);
  });
  it('are not seen to read in a transaction that all reads wait for', async () => {
    const waiting = await tryIt(putAll, REPEATS, { until: new Map(), opensAfterMs: 0 });
    expect(waiting).toMatchObject({ clean: REPEATS, writes_watched: REPEATS, read_during: 0 });
  });
  it('are not seen to read in a transaction that was opened after they had read', async () => {
    const early = await tryIt(putAll, REPEATS, { until: new Map(), opensAfterMs: 500 });
    expect(early).toMatchObject({ clean: REPEATS, writes_watched: 0, read_during: 0 });
  });
  it('hang where one call never ends, and the next repeat goes on', async () => {
    const hung = await tryIt(async (rows, items, count) => {
      if (count === 3) await never();
      putAll(rows, items);
    });
    expect(hung).toMatchObject({ hung: REPEATS, clean: 0, lost: 0 });
    expect(hung.hung_on).toContain('worker 2: put');
  });
  it('are told to wait for one another in whole sentences, however many there are', async () => {
    const workers = Array.from({ length: WORKERS }, (_, worker) => `${worker}`);
    const name = `/${'long'.repeat(20)}.db`;
    const named = workers.map((clientId) => ({ name: `${WORKER_LOCK}.workers-${WORKERS}-0-${clientId}`, clientId }));
    const held = [...named, { name, clientId: '0' }];
    const pending = [...workers, ...workers].map((clientId) => ({ name, clientId }));
    const hung = await tryIt(never, 1, null, { held, pending });
    expect(hung.hung_on).toMatch(/worker \d waits for the lock \/(?:long){20}\.db of worker 0$/);
  });
  it('have fresh workers after a repeat that hung, and only then', async () => {
    dismiss.mockClear();
    await tryIt(putAll);
    expect(dismiss).not.toHaveBeenCalled();
    await tryIt((rows, items, count) => (count === 3 ? never() : putAll(rows, items)), 2);
    expect(dismiss.mock.calls).toEqual([['idb-strict'], ['idb-strict']]);
  });
  it('count a call that hangs in the phase that it hung in', async () => {
    const { phases } = await tryIt(putAll, 1, { until: new Map(), opensAfterMs: 2 * HANG_S * 1000 });
    const countsOf = (id: string) => phases.find(({ phase }) => phase === id);
    expect(countsOf('read')).toMatchObject({ asked: 13, answered: 13 });
    expect(countsOf('hold')).toMatchObject({ asked: 10, answered: 9 });
  });
  it('lose a row that was answered and is not there', async () => {
    const lossy = await tryIt((rows, items, count) => {
      if (count !== 3) putAll(rows, items);
    });
    expect(lossy).toMatchObject({ hung: 0, wrong: REPEATS, lost: REPEATS * WORKERS, doubled: 0 });
  });
  it('double a row that is there under another key as well', async () => {
    const doubling = await tryIt((rows, items, count) => {
      putAll(rows, items);
      if (count === 3) for (const { key, value } of items) rows.set(-key - 1, value);
    });
    expect(doubling).toMatchObject({ hung: 0, wrong: REPEATS, lost: 0, doubled: REPEATS * WORKERS });
  });
  it.each([
    ['busy', 'database is locked'],
    ['locked', 'database table is locked'],
    ['aborted', 'AbortError: aborted'],
    ['full', 'The quota is used up'],
    ['corrupt', 'database disk image is malformed'],
  ])('are refused as %s, and what was refused is not lost', async (kind, message) => {
    const refused = await tryIt((rows, items, count) => {
      if (count === 3) throw new Error(message);
      putAll(rows, items);
    }, 1);
    expect(refused).toMatchObject({ clean: 0, lost: 0, error: `Error: ${message}` });
    expect(refused.phases[1]?.errors).toEqual({ [kind]: WORKERS });
  });
  it('do not hang where each call takes nine seconds', async () => {
    const slow = await tryIt(async (rows, items) => {
      await sleep(9000);
      putAll(rows, items);
    }, 1);
    expect(slow).toMatchObject({ hung: 0, clean: 1 });
  });
});
