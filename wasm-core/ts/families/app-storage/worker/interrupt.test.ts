import { afterEach, describe, expect, it, vi } from 'vitest';
import { MAX_RELOAD_ROWS } from '@opfsmark/schema/families';
import type { ContenderReply, ContenderRequest } from '../messages.ts';
import { type Asker, askForSurvivors, endWhilePutting, putAll, SILENCE_MS } from './interrupt.ts';

afterEach(() => {
  vi.useRealTimers();
});

const size = { batch_rows: 200, puts: 5, point_reads: 20, blob_bytes: 4096, loops: 2, seed: 7 };
const FAILED: ContenderReply = { type: 'failed', failure: { code: 'worker_died', detail: 'it failed' } };
const SURVIVED: ContenderReply = { type: 'survivors', survivors: { lost: 1, torn: 0, damaged: 0 } };

/** Every contender answers one put per turn until it is ended; `coop` fails after three. */
function puttingAsker(look: ContenderReply = SURVIVED) {
  const asked: ContenderRequest[] = [];
  const ask = async (request: ContenderRequest, onReply?: Parameters<Asker['ask']>[1]) => {
    asked.push(request);
    if (request.type !== 'put-on') return look;
    for (let count = 1; ; count++) {
      await Promise.resolve();
      if (request.contender === 'coop' && count > 3) return FAILED;
      const isPaused = 'pauseAfter' in request && count === request.pauseAfter;
      let isEnded = false;
      const going = new Promise<void>((goOn) => {
        isEnded = onReply?.({ type: 'acknowledged', count }, goOn) ?? false;
      });
      if (isEnded) return null;
      if (isPaused) await going;
    }
  };
  return { asked, ask: ask as Asker['ask'] };
}

describe('a worker that is ended while it puts', () => {
  it('is looked after with as many rows as it had answered', async () => {
    const asker = puttingAsker();
    const found = await endWhilePutting(asker, { contender: 'idb-strict', size });
    expect(found).toEqual({ acknowledged: 20, opened: true, lost: 1, torn: 0, damaged: 0 });
    expect(asker.asked.at(-1)).toMatchObject({ type: 'look', interruption: 'survival', acknowledged: 20 });
  });
  it('that failed by itself is not looked after', async () => {
    expect(await endWhilePutting(puttingAsker(), { contender: 'coop', size })).toBeNull();
  });
  it('whose store cannot be opened again has lost everything', async () => {
    const found = await askForSurvivors(puttingAsker(FAILED), 'reload', {
      contender: 'sahpool',
      size,
      acknowledged: 30,
    });
    expect(found).toEqual({ acknowledged: 30, opened: false, lost: 30, torn: 0, damaged: 0 });
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
    await vi.waitFor(() => {
      expect(putting.acknowledged()).toEqual({ 'idb-strict': MAX_RELOAD_ROWS, sahpool: MAX_RELOAD_ROWS });
    });
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
    const begun = vi.fn();
    const putting = putAll({ ask }, ['sahpool', 'idb-strict'], size);
    void putting.then(begun);
    putNext();
    await vi.advanceTimersByTimeAsync(SILENCE_MS / 2 - 1);
    expect(begun).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect(begun).toHaveBeenCalled();
    const { acknowledged, end } = await putting;
    expect(acknowledged()).toMatchObject({ 'idb-strict': 1 });
    const ended = end();
    putNext();
    await ended;
    expect(vi.getTimerCount()).toBe(0);
  });
});
