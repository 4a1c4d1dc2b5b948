import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ContenderReply } from '../messages.ts';
import { type Asker, tryTwoTabs } from './interrupt.ts';

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
  const failing = async (request: Request, onReply?: Parameters<Ask>[1]) => {
    if (request.type !== 'tab' || request.tab === 0) return ask(request, onReply);
    for (const reply of answers) onReply?.(reply as Parameters<NonNullable<typeof onReply>>[0], () => undefined);
    return { type: 'failed', failure: { code: 'worker_died', detail: 'it failed' } } as const;
  };
  return { ask: failing };
}

async function tryIt(asker: { readonly ask: Ask }) {
  const found = tryTwoTabs(asker, { contender: 'idb-strict', size: SIZE });
  await vi.runAllTimersAsync();
  return found;
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
      [20_000, 16_000],
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
