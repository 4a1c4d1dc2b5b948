import { describe, expect, it } from 'vitest';
import type { ContenderReply, ContenderRequest } from '../messages.ts';
import type { Asker } from './ask.ts';
import { endWhilePutting, lookAfter, putAll } from './interrupt.ts';

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
      if (onReply?.({ type: 'acknowledged', count }, () => undefined)) return null;
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
    const found = await lookAfter(puttingAsker(FAILED), 'reload', { contender: 'sahpool', size, acknowledged: 30 });
    expect(found).toEqual({ acknowledged: 30, opened: false, lost: 30, torn: 0, damaged: 0 });
  });
});

describe('contenders that put until the page is gone', () => {
  it('are ready when each has answered enough, and one that failed has nothing to be looked for', async () => {
    const putting = putAll(puttingAsker(), ['idb-strict', 'coop', 'sahpool'], size);
    await putting.ready;
    const counts = putting.acknowledged();
    expect(Object.keys(counts).toSorted()).toEqual(['idb-strict', 'sahpool']);
    for (const count of Object.values(counts)) expect(count).toBeGreaterThanOrEqual(20);
    await putting.end();
  });
});
