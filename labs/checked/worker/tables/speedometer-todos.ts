import { ALL, completed, mean, type OpenContender, openDatabase, type PublishedTable, resultOf } from '../table.ts';

const ITEMS = 100;
const INDEXES = ['id', 'title', 'completed', 'priority'];

interface Todo {
  readonly number: number;
  readonly id: string;
  readonly title: string;
  readonly completed: boolean;
  readonly priority: number;
}

const todoOf = (number: number): Todo => ({
  number,
  id: `id-${number}`,
  title: `Task ${number}`,
  completed: false,
  priority: number % 3,
});

/** One store of tasks; each call is a transaction of its own, and resolves when it is answered. */
interface Todos {
  add(todo: Todo): Promise<unknown>;
  complete(number: number): Promise<unknown>;
  remove(number: number): Promise<unknown>;
  close(): void;
}

/**
 * A hundred calls are begun in a loop. The suite stops its clock there: the steps that wait for the answers are left out of
 * its score.
 */
function inLoops(todos: Todos): OpenContender {
  let calls: Promise<unknown>[] = [];
  const stepOf: Record<string, (number: number) => Promise<unknown>> = {
    add: (number) => todos.add(todoOf(number)),
    complete: (number) => todos.complete(number),
    remove: (number) => todos.remove(number),
  };
  return {
    call(operation, index) {
      calls = Array.from({ length: ITEMS }, (_, at) => stepOf[operation]?.(index * ITEMS + at) ?? Promise.resolve());
      return Promise.resolve(calls.length);
    },
    async finish() {
      await Promise.all(calls);
    },
    close: () => todos.close(),
  };
}

export const table: PublishedTable = {
  source: {
    title: 'Speedometer: tasks in IndexedDB, and in Dexie',
    url: 'https://github.com/WebKit/Speedometer/pull/531',
    date: '2025-12-12',
    script:
      'https://github.com/WebKit/Speedometer/blob/39469ce9/suites-experimental/javascript-wc-indexeddb/src/workload-test.mjs',
    revision: '39469ce9 (2026-05-07)',
    machine: 'MacBook Pro, M1, Chrome 143',
  },
  figures: [
    { operation: ALL, contender: 'indexeddb', ms: 35.61 },
    { operation: ALL, contender: 'dexie', ms: 41.2 },
  ],
  mean,
  operations: ['add', 'complete', 'remove'].map((id) => ({ id, kind: 'write', calls: 5, counted: 5 })),
  contenders: [
    {
      id: 'indexeddb',
      package: null,
      durable: false,
      async open(name) {
        const db = await openDatabase(name, 'number', INDEXES);
        const change = (use: (rows: IDBObjectStore) => unknown) => {
          const transaction = db.transaction('rows', 'readwrite');
          use(transaction.objectStore('rows'));
          return completed(transaction);
        };
        return inLoops({
          add: (todo) => change((rows) => rows.add(todo)),
          complete: (number) =>
            change(async (rows) => {
              const todo = (await resultOf(rows.get(number))) as Todo;
              rows.put({ ...todo, completed: true });
            }),
          remove: (number) => change((rows) => rows.delete(number)),
          close: () => db.close(),
        });
      },
    },
    {
      id: 'dexie',
      package: 'dexie',
      durable: false,
      async open(name) {
        const { Dexie } = await import('dexie');
        const db = new Dexie(name);
        db.version(1).stores({ rows: ['number', ...INDEXES].join(', ') });
        await db.open();
        const rows = db.table<Todo, number>('rows');
        return inLoops({
          add: (todo) => rows.add(todo),
          complete: (number) => rows.update(number, { completed: true }),
          remove: (number) => rows.delete(number),
          close: () => db.close(),
        });
      },
    },
  ],
  claims: [{ operation: ALL, slow: 'dexie', fast: 'indexeddb', published: 41.2 / 35.61 }],
};
