import { documentsInIndexedDb, mean, type PublishedTable } from '../table.ts';

/** As large as its small documents: ten tasks. */
const documentOf = (index: number) => ({
  id: `document-${index}`,
  tasks: Array.from({ length: 10 }, (_, at) => ({
    id: `task-${at}`,
    text: `Task ${at} of document ${index}, to be done`,
    completed: at % 2 === 0,
    by: 'somebody',
    at: 1_700_000_000_000 + at,
  })),
  version: { somebody: 10 },
});

async function writeFile(folder: FileSystemDirectoryHandle, name: string, value: unknown): Promise<void> {
  const file = await folder.getFileHandle(name, { create: true });
  const stream = await file.createWritable();
  await stream.write(JSON.stringify(value, null, 2));
  await stream.close();
}

export const table: PublishedTable = {
  source: {
    title: 'synckit, pull request 58: OPFS against IndexedDB',
    url: 'https://github.com/Dancode-188/synckit/pull/58',
    date: '2026-01-04',
    script: 'https://github.com/Dancode-188/synckit/blob/0d1b5b8/sdk/benchmarks/storage-comparison.ts',
    revision: '0d1b5b8 (2026-01-04)',
    machine: 'Chrome 143, Windows 10',
  },
  figures: [{ operation: 'write', contender: 'opfs-streams', ms: 0.52 }],
  mean,
  operations: [{ id: 'write', kind: 'write', calls: 100, counted: 20 }],
  contenders: [
    documentsInIndexedDb(documentOf, { method: 'put' }),
    {
      id: 'opfs-streams',
      package: null,
      durable: false,
      async open() {
        const folder = await navigator.storage.getDirectory();
        const names: string[] = [];
        return {
          async call(_operation, index) {
            const document = documentOf(index);
            await writeFile(folder, `${document.id}.json`, document);
            names.push(document.id);
            await writeFile(folder, 'list.json', { names });
            return 1;
          },
          close: () => undefined,
        };
      },
    },
  ],
  claims: [{ operation: 'write', slow: 'indexeddb', fast: 'opfs-streams', published: 30 }],
};
