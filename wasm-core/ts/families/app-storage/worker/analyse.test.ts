import sqlite3InitModule from '@sqlite.org/sqlite-wasm';
import type { AppStorageAnalytics } from '@opfsmark/schema/families/app-storage/schema';
import { describe, expect, it } from 'vitest';
import { analyse, analyseAgain } from '../../../stores/analytics.ts';
import type { AppStore, SqlTables } from '../../../stores/store.ts';
import type { ContenderReply } from '../messages.ts';
import { tryAnalytics } from './analyse.ts';
import { SqliteStore } from './contenders/sahpool.ts';
import type { AnyAsker } from './interrupt.ts';

const SEED = 7;
const ROWS = 1000;
const size = { batch_rows: 100, puts: 1, point_reads: 10, blob_bytes: 1024, loops: 1, seed: SEED };
const head = { contender: 'sahpool', size, module: undefined } as const;

/** SQLite itself, in memory, whose database outlives the worker that was ended; `changes` are planted. */
async function sqliteInMemory(changes: Partial<SqlTables> = {}): Promise<AppStore> {
  const { oo1 } = await sqlite3InitModule();
  const store = new SqliteStore(new oo1.DB(':memory:'), () => undefined);
  const { sql } = store;
  // To sort a million texts takes a second or two, and nothing is to be learned from it here.
  const ask = (question: string) => (question.includes('row_number') ? [[1_000_000]] : sql.ask(question));
  return Object.assign(store, { sql: { ...sql, ask, ...changes }, close: () => undefined });
}

/** Asks the store here, and not in a worker. */
const askerOf = (store: AppStore): AnyAsker => ({
  ask: async (request, onReply) => {
    const onStep = (step: AppStorageAnalytics['steps'][number]) =>
      void onReply?.({ type: 'step', step }, () => undefined);
    const again = { open: () => Promise.resolve(store), storedBytes: () => Promise.resolve(4096), onStep };
    try {
      const left =
        request.type === 'analyse' ? await analyse(store, SEED, ROWS, onStep) : await analyseAgain(again, SEED, ROWS);
      return { type: 'analysed', left };
    } catch (error) {
      const failure = { code: 'worker_died', detail: String(error) } as const;
      return { type: 'failed', failure } satisfies ContenderReply;
    }
  },
});

const tried = async (changes?: Partial<SqlTables>) => tryAnalytics(askerOf(await sqliteInMemory(changes)), head, ROWS);
const errorsOf = (found: AppStorageAnalytics | null) =>
  Object.fromEntries((found?.steps ?? []).flatMap(({ step, error }) => (error === undefined ? [] : [[step, error]])));

describe('analytics', () => {
  it('times each step of a store with SQL, whose answers are right, and looks what is there afterwards', async () => {
    const found = await tried();
    expect(errorsOf(found)).toEqual({});
    expect(found?.steps.map(({ step, elapsed_ns }) => [step, elapsed_ns.length])).toEqual([
      ...[
        ['import', 1],
        ['scan', 5],
        ['top', 5],
        ['spill', 1],
        ['reopen', 1],
        ['checkpoint', 1],
      ],
    ]);
    expect(found).toMatchObject({ rows: ROWS, kept: ROWS, stored_bytes: 4096 });
  });
  it('is nothing of a store without SQL', async () => {
    const { sql: _, ...store } = await sqliteInMemory();
    expect(await tryAnalytics(askerOf(store as AppStore), head, ROWS)).toBeNull();
  });
  it('tells a wrong answer, an import that failed, and no room to sort, each in its place, and the rest goes on', async () => {
    expect(errorsOf(await tried({ ask: () => [[1, 2, 3]] }))).toMatchObject({ scan: '[[1,2,3]] is not the answer' });
    const unsorted = await tried({
      limitMemory: () => {
        throw new Error('out of memory');
      },
    });
    expect(errorsOf(unsorted)).toEqual({ spill: 'out of memory' });
    expect(unsorted?.kept).toBe(ROWS);
    const empty = await tried({ importCsv: () => Promise.reject(new Error('no room')) });
    expect(errorsOf(empty)).toMatchObject({
      import: 'no room',
      reopen: expect.stringContaining('no such table') as string,
    });
    expect(empty?.kept).toBe(0);
  });
  it('says of a worker that died at which step, and does not look', async () => {
    const died = { type: 'failed', failure: { code: 'worker_died', detail: 'no answer for 61 s' } } as const;
    const asker: AnyAsker = {
      ask: (_, onReply) => {
        onReply?.({ type: 'step', step: { step: 'import', elapsed_ns: [1] } }, () => undefined);
        return Promise.resolve(died);
      },
    };
    const found = await tryAnalytics(asker, head, ROWS);
    expect(errorsOf(found)).toEqual({ scan: 'no answer for 61 s' });
    expect(found?.kept).toBeNull();
  });
});
