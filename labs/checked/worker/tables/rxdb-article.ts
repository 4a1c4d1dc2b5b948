import { documentsInIndexedDb, mean, type PublishedTable } from '../table.ts';

/** As large as the article's documents: a thousand letters and a few fields. */
const documentOf = (index: number) => ({
  id: `document-${index}`,
  age: index % 100,
  list: Array.from({ length: 5 }, (_, at) => ({ value: `value ${index} ${at}` })),
  text: 'text '.repeat(200),
  nested: { number: index },
});

const encoder = new TextEncoder();
const bytesOf = (index: number) => encoder.encode(JSON.stringify(documentOf(index)));

export const table: PublishedTable = {
  source: {
    title: 'RxDB: LocalStorage, IndexedDB, cookies, OPFS and SQLite compared',
    url: 'https://rxdb.info/articles/localstorage-indexeddb-cookies-opfs-sqlite-wasm.html',
    date: '2024-10-16',
    script: 'https://github.com/pubkey/localstorage-indexeddb-cookies-opfs-sqlite-wasm',
    revision: '5083894 (2024-10-15)',
    machine: '',
  },
  figures: [
    { operation: 'write', contender: 'indexeddb', ms: 0.17 },
    { operation: 'write', contender: 'opfs-file-each', ms: 1.54 },
  ],
  mean,
  operations: [{ id: 'write', kind: 'write', calls: 100, counted: 20 }],
  contenders: [
    documentsInIndexedDb(documentOf, { method: 'add', indexes: ['age'] }),
    {
      id: 'opfs-file-each',
      package: null,
      durable: false,
      async open() {
        const folder = await navigator.storage.getDirectory();
        return {
          async call(_operation, index) {
            const file = await folder.getFileHandle(`document-${index}`, { create: true });
            const handle = await file.createSyncAccessHandle();
            handle.write(bytesOf(index), { at: handle.getSize() });
            handle.close();
            return 1;
          },
          close: () => undefined,
        };
      },
    },
    {
      id: 'opfs-open-file',
      package: null,
      durable: false,
      async open() {
        const folder = await navigator.storage.getDirectory();
        const file = await folder.getFileHandle('documents', { create: true });
        const handle = await file.createSyncAccessHandle();
        return {
          call(_operation, index) {
            handle.write(bytesOf(index), { at: handle.getSize() });
            return Promise.resolve(1);
          },
          close: () => handle.close(),
        };
      },
    },
  ],
  claims: [
    { operation: 'write', slow: 'opfs-file-each', fast: 'indexeddb', published: 1.54 / 0.17 },
    { operation: 'write', slow: 'opfs-open-file', fast: 'indexeddb', published: null },
  ],
};
