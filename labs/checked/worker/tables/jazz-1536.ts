import { completed, mean, type OpenContender, openDatabase, type PublishedTable, resultOf } from '../table.ts';

const PAGE_BYTES = 4096;
/** Pages that a tree of 4,096 rows of 256 bytes has; 7919 has no divisor in common with it. */
const TREE_PAGES = 450;
const shuffled = (at: number) => (at * 7919) % TREE_PAGES;

/** One operation is what 256 puts or reads of the tree make of its store. */
const PAGES_OF: Readonly<Record<string, (index: number) => number[]>> = {
  'commit-200': (index) => Array.from({ length: 200 }, (_, at) => shuffled(index * 200 + at)),
  'commit-8': (index) => Array.from({ length: 8 }, (_, at) => TREE_PAGES + index * 8 + at),
  'load-256': (index) => Array.from({ length: 256 }, (_, at) => shuffled(index * 256 + at)),
};

/** The time of 256 puts or reads, from a rate per second. */
const msOf = (perSecond: number) => (256 * 1000) / perSecond;

interface Pages {
  load(page: number): Promise<Uint8Array>;
  commit(pages: readonly { readonly page: number; readonly bytes: Uint8Array }[]): Promise<void>;
  close(): void;
}

function inPages(store: Pages): OpenContender {
  return {
    async call(operation, index) {
      const pages = PAGES_OF[operation]?.(index) ?? [];
      if (operation !== 'load-256') {
        await store.commit(pages.map((page) => ({ page, bytes: new Uint8Array(PAGE_BYTES).fill(index + 1) })));
        return pages.length;
      }
      for (const page of pages) {
        if ((await store.load(page)).every((byte) => byte === 0)) throw new Error(`page ${page} is empty`);
      }
      return pages.length;
    },
    close: () => store.close(),
  };
}

/** One open file; `isFlushed`: each commit. */
const inFile = (id: string, isFlushed: boolean): PublishedTable['contenders'][number] => ({
  id,
  package: null,
  durable: false,
  async open() {
    const folder = await navigator.storage.getDirectory();
    const file = await folder.getFileHandle('pages', { create: true });
    const handle = await file.createSyncAccessHandle();
    return inPages({
      load(page) {
        const bytes = new Uint8Array(PAGE_BYTES);
        handle.read(bytes, { at: page * PAGE_BYTES });
        return Promise.resolve(bytes);
      },
      commit(pages) {
        for (const { page, bytes } of pages) handle.write(bytes, { at: page * PAGE_BYTES });
        if (isFlushed) handle.flush();
        return Promise.resolve();
      },
      close: () => handle.close(),
    });
  },
});

export const table: PublishedTable = {
  source: {
    title: 'jazz, pull request 1536: IndexedDB and OPFS page stores',
    url: 'https://github.com/garden-co/jazz/pull/1536',
    date: '2026-08-15',
    script: 'https://github.com/garden-co/jazz/blob/b43cc4a7/crates/opfs-btree/wasm-bench/async-page-stores-worker.js',
    revision: 'b43cc4a7 (2026-08-15)',
    machine: 'Chromium',
  },
  figures: [
    { operation: 'commit-200', contender: 'indexeddb-pages', ms: msOf(1321) },
    { operation: 'commit-200', contender: 'opfs-pages', ms: msOf(3015) },
    { operation: 'commit-8', contender: 'indexeddb-pages', ms: msOf(44_594) },
    { operation: 'commit-8', contender: 'opfs-pages', ms: msOf(37_509) },
    { operation: 'load-256', contender: 'indexeddb-pages', ms: msOf(4725) },
    { operation: 'load-256', contender: 'opfs-pages', ms: msOf(2990) },
  ].map(({ ms, ...figure }) => ({ ...figure, ms: Number(ms.toPrecision(3)) })),
  mean,
  operations: [
    { id: 'commit-200', kind: 'write', calls: 10, counted: 5 },
    { id: 'commit-8', kind: 'write', calls: 20, counted: 10 },
    { id: 'load-256', kind: 'read', calls: 10, counted: 2 },
  ],
  contenders: [
    {
      id: 'indexeddb-pages',
      package: null,
      durable: false,
      async open(name) {
        const db = await openDatabase(name, 'page');
        return inPages({
          async load(page) {
            const transaction = db.transaction('rows');
            const row = (await resultOf(transaction.objectStore('rows').get(page))) as { bytes: Uint8Array };
            await completed(transaction);
            return row.bytes;
          },
          commit(pages) {
            const transaction = db.transaction('rows', 'readwrite', { durability: 'relaxed' });
            for (const page of pages) transaction.objectStore('rows').put(page);
            return completed(transaction);
          },
          close: () => db.close(),
        });
      },
    },
    inFile('opfs-pages', true),
    inFile('opfs-pages-unflushed', false),
  ],
  claims: [
    { operation: 'commit-200', slow: 'indexeddb-pages', fast: 'opfs-pages', published: 3015 / 1321 },
    { operation: 'commit-8', slow: 'opfs-pages', fast: 'indexeddb-pages', published: 44_594 / 37_509 },
    { operation: 'load-256', slow: 'opfs-pages', fast: 'indexeddb-pages', published: 4725 / 2990 },
    { operation: 'commit-8', slow: 'opfs-pages-unflushed', fast: 'indexeddb-pages', published: null },
  ],
};
