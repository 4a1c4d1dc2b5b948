import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { MAX_RELOAD_ROWS } from '@opfsmark/schema/families/app-storage/contender-ids';
import type { ContenderReply, ContenderRequest, StarterRequest } from '../messages.ts';
import { askForSurvivors, Asker, endWhilePutting, putAll, SILENCE_MS, tryTwoTabs } from './interrupt.ts';

const SIZE = { batch_rows: 200, puts: 5, point_reads: 20, blob_bytes: 4096, loops: 2, seed: 7 };
const PUTS = { type: 'tab_puts', puts: { answered: [0, 1], refused: 0 } } as const;
const LEFT: ContenderReply = { type: 'tabs_left', left: { lost: 0, damaged: 0 } };

type Ask = Asker['ask'];
type Request = Parameters<Ask>[0];

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Both tabs open the store, one after so many milliseconds and the other after so many more. */
function openAfter(openMs: readonly [number, number]) {
  const ask = async (request: Request, onReply?: Parameters<Ask>[1]) => {
    if (request.type !== 'tab') return LEFT;
    await sleep(openMs[request.tab] ?? 0);
    await new Promise<void>((resolve) => onReply?.({ type: 'opened' }, resolve));
    onReply?.(PUTS, () => undefined);
    return { type: 'tab_closed' } as const;
  };
  return { ask: ask as Ask };
}

/** Both tabs open the store at once, if at all; the second one fails after the answers that it is given. */
function failAfter(answers: readonly ContenderReply[]) {
  const { ask } = openAfter([0, 0]);
  const failingAsk = async (request: Request, onReply?: Parameters<Ask>[1]) => {
    if (request.type !== 'tab' || request.tab === 0) return ask(request, onReply);
    for (const reply of answers) onReply?.(reply as Parameters<NonNullable<typeof onReply>>[0], () => undefined);
    return { type: 'failed', failure: { code: 'worker_died', detail: 'it failed' } } as const;
  };
  return { ask: failingAsk };
}

async function tryIt(asker: { readonly ask: Ask }) {
  const outcome = tryTwoTabs(asker, { contender: 'idb-strict', size: SIZE });
  await vi.runAllTimersAsync();
  return outcome;
}

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

describe('a second tab', () => {
  it.each([
    ['shares a store that it opens at once', [10, 10], 'shared'],
    ['shares a store that opens slowly for both, on a slow device', [4000, 8000], 'shared'],
    ['waits where it takes many times as long as the first one', [10, 4000], 'waits'],
    [
      'waits where the first one is as slow, and not for so long that it is taken for hanging',
      [40_000, 31_000],
      'waits',
    ],
  ] as const)('%s', async (_, openMs, second) => {
    expect(await tryIt(openAfter(openMs))).toMatchObject({ second, acknowledged: 4, lost: 0 });
  });

  it('is refused only where it could not open the store', async () => {
    expect(await tryIt(failAfter([]))).toMatchObject({ second: 'refused', acknowledged: 2 });
  });

  it('that opened the store and died is no answer, and is not said to be refused', async () => {
    expect(await tryIt(failAfter([{ type: 'opened' }]))).toBeNull();
  });

  it('that fails as it closes the store has its answered puts looked for', async () => {
    expect(await tryIt(failAfter([{ type: 'opened' }, PUTS]))).toMatchObject({ second: 'shared', acknowledged: 4 });
  });
});

describe('a contender that says nothing', () => {
  it.each([
    ['dexie-strict', 60],
    // It takes as long for a loop as others for three.
    ['opfs-writable', 180],
  ] as const)('%s is taken for hanging after %i s', async (contender, seconds) => {
    const { port1 } = new MessageChannel();
    const onBeat = vi.fn();
    const answer = new Asker(port1, onBeat).ask({ type: 'probe', contender, size: SIZE });
    await vi.advanceTimersByTimeAsync(1000 * (seconds + 1));
    expect(await answer).toMatchObject({ type: 'failed', failure: { detail: `no answer for ${seconds} s` } });
    expect(onBeat).toHaveBeenCalledTimes(seconds + 1);
    port1.close();
  });

  it('is waited for no longer in a trial, however slow its store is in a loop', async () => {
    const { port1 } = new MessageChannel();
    const asker = new Asker(port1, () => undefined);
    const head = { contender: 'opfs-writable', size: SIZE } as const;
    const outcomes = [tryTwoTabs(asker, head), askForSurvivors(asker, 'survival', { ...head, acknowledged: 20 })];
    await vi.advanceTimersByTimeAsync(SILENCE_MS + 2000);
    expect(await Promise.all(outcomes)).toEqual([null, expect.objectContaining({ opened: false, lost: 20 })]);
    port1.close();
  });
});

describe('a worker that has answered', () => {
  const LOOK = { type: 'look-contention', answered: [], contender: 'cache', size: SIZE } as const;
  const SEEN = { type: 'contention_left', left: { lost: 0, doubled: 0 } } as const;
  const DIED = { type: 'failed', failure: { code: 'worker_died', detail: 'it failed' } } as const;

  it.each([
    ['rests, if it is of a crew and may stay', { crew: 'cache' }, { ...SEEN, mayStay: true }, 'rest'],
    ['is ended, if it may not', { crew: 'cache' }, { ...SEEN, mayStay: false }, 'end'],
    ['is ended, if it failed', { crew: 'cache' }, DIED, 'end'],
    ['is ended, if it is of no crew', {}, { ...SEEN, mayStay: true }, 'end'],
  ] as const)('%s', async (_, crew, reply, way) => {
    vi.useRealTimers();
    const { port1, port2 } = new MessageChannel();
    const ways: string[] = [];
    const whenOver = new Promise<void>((resolve) => {
      port2.onmessage = ({ data }: MessageEvent<StarterRequest>) => {
        ways.push(data.type);
        if (data.type === 'start') data.port.postMessage(reply);
        else resolve();
      };
    });
    expect(await new Asker(port1, () => undefined).ask({ ...LOOK, ...crew })).toEqual(reply);
    await whenOver;
    expect(ways).toEqual(['start', way]);
    port1.close();
  });
});

afterEach(() => {
  vi.useRealTimers();
});

const size = { batch_rows: 200, puts: 5, point_reads: 20, blob_bytes: 4096, loops: 2, seed: 7 };
const FAILED: ContenderReply = { type: 'failed', failure: { code: 'worker_died', detail: 'it failed' } };
const SURVIVED: ContenderReply = { type: 'survivors', survivors: { lost: 1, torn: 0, damaged: 0 } };

/** Every contender answers one put per turn until it is ended; `coop` fails after three. */
function puttingAsker(look: ContenderReply = SURVIVED) {
  const requests: ContenderRequest[] = [];
  const ask = async (request: ContenderRequest, onReply?: Parameters<Asker['ask']>[1]) => {
    requests.push(request);
    if (request.type !== 'put-on') return look;
    for (let count = 1; ; count++) {
      await Promise.resolve();
      if (request.contender === 'coop' && count > 3) return FAILED;
      const isPaused = 'pauseAfter' in request && count === request.pauseAfter;
      let isEnded = false;
      const whenResumed = new Promise<void>((goOn) => {
        isEnded = onReply?.({ type: 'acknowledged', count }, goOn) ?? false;
      });
      if (isEnded) return null;
      if (isPaused) await whenResumed;
    }
  };
  return { requests, ask: ask as Asker['ask'] };
}

describe('a worker that is ended while it puts', () => {
  it('is looked after with as many rows as it had answered', async () => {
    const asker = puttingAsker();
    const survival = await endWhilePutting(asker, { contender: 'idb-strict', size });
    expect(survival).toEqual({ acknowledged: 20, opened: true, lost: 1, torn: 0, damaged: 0 });
    expect(asker.requests.at(-1)).toMatchObject({ type: 'look', interruption: 'survival', acknowledged: 20 });
  });
  it('that failed by itself is not looked after', async () => {
    expect(await endWhilePutting(puttingAsker(), { contender: 'coop', size })).toBeNull();
  });
  it('whose store cannot be opened again has lost everything', async () => {
    const survival = await askForSurvivors(puttingAsker(FAILED), 'reload', {
      contender: 'sahpool',
      size,
      acknowledged: 30,
    });
    expect(survival).toEqual({ acknowledged: 30, opened: false, lost: 30, torn: 0, damaged: 0 });
  });
});

describe('contenders that put until the page is gone', () => {
  it('wait for one another, then go on at once; one that failed has nothing to be looked for', async () => {
    const putting = await putAll(puttingAsker(), ['idb-strict', 'coop', 'sahpool'], size);
    expect(putting.acknowledged()).toEqual({ 'idb-strict': 20, sahpool: 20 });
    await putting.end();
  });

  it('have ended by themselves after their last row, so that a page that stays does not wait for them', async () => {
    const putting = await putAll(puttingAsker(), ['idb-strict', 'sahpool'], size);
    const isOver = () => {
      expect(putting.acknowledged()).toEqual({ 'idb-strict': MAX_RELOAD_ROWS, sahpool: MAX_RELOAD_ROWS });
    };
    // By itself it waits for a second.
    await vi.waitFor(isOver, { timeout: 60_000 });
    await putting.end();
  });

  it('go on without a slow one before they are taken for hanging', async () => {
    vi.useFakeTimers();
    const asker = puttingAsker();
    let putNext: () => void = () => undefined;
    const ask: Asker['ask'] = (request, onReply) => {
      if (request.contender !== 'idb-strict') return asker.ask(request, onReply);
      let count = 0;
      return new Promise((resolve) => {
        putNext = () => {
          if (onReply?.({ type: 'acknowledged', count: ++count }, () => undefined)) resolve(null);
        };
      });
    };
    const onBegun = vi.fn();
    const putting = putAll({ ask }, ['sahpool', 'idb-strict'], size);
    void putting.then(onBegun);
    putNext();
    await vi.advanceTimersByTimeAsync(SILENCE_MS / 2 - 1);
    expect(onBegun).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect(onBegun).toHaveBeenCalled();
    const { acknowledged, end } = await putting;
    expect(acknowledged()).toMatchObject({ 'idb-strict': 1 });
    const whenEnded = end();
    putNext();
    await whenEnded;
    expect(vi.getTimerCount()).toBe(0);
  });
});
