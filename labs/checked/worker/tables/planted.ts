import { mean, type PublishedTable } from '../table.ts';

/** A table of fixed rows in one file, and what can be wrong with measuring it. */
const ROW_BYTES = 1024;

type Contender = PublishedTable['contenders'][number];

/** `flushes`: so many in each call. `where`: which row a call overwrites; none where it has not been added. */
function inFile(id: string, flushes: number, where: (index: number) => number): Contender {
  return {
    id,
    package: null,
    durable: true,
    async open() {
      const folder = await navigator.storage.getDirectory();
      const file = await folder.getFileHandle('rows', { create: true });
      const handle = await file.createSyncAccessHandle();
      const row = new Uint8Array(ROW_BYTES);
      handle.write(new Uint8Array(10 * ROW_BYTES), { at: 0 });
      handle.flush();
      return {
        call(_operation, index) {
          const at = where(index) * ROW_BYTES;
          if (at >= handle.getSize()) return Promise.resolve(0);
          handle.write(row.fill(index + 1), { at });
          for (let time = 0; time < flushes; time++) {
            handle.write(row.fill(time + 1), { at });
            handle.flush();
          }
          return Promise.resolve(1);
        },
        close: () => handle.close(),
      };
    },
  };
}

const inRange = (index: number) => index % 10;

const plantedTable = (changes: Partial<PublishedTable>): PublishedTable => ({
  source: { title: 'Planted', url: '', date: '', script: '', revision: '', machine: '' },
  figures: [],
  mean,
  operations: [{ id: 'write', kind: 'write', calls: 20, counted: 6 }],
  contenders: [inFile('one', 1, inRange), inFile('other', 1, inRange)],
  claims: [{ operation: 'write', slow: 'one', fast: 'other', published: 1 }],
  ...changes,
});

/** Nothing is wrong with it. */
export const sound = plantedTable({});

/** Rows that nobody has added. */
export const noRows = plantedTable({
  contenders: [inFile('one', 1, inRange), inFile('other', 1, (index) => index + 333)],
});

/** A commit that never syncs. */
export const noSync = plantedTable({ contenders: [inFile('one', 1, inRange), inFile('other', 0, inRange)] });

/** Calls that commit once beside calls that commit many times. */
export const manySyncs = plantedTable({ contenders: [inFile('one', 20, inRange), inFile('other', 1, inRange)] });

/** A mean that leaves out its slowest fifth. */
export const trimmedMean = plantedTable({
  mean: (samples) => mean(samples.toSorted((a, b) => a - b).slice(0, Math.ceil(samples.length * 0.8))),
});

const brokenStore = (id: string, open: Contender['open']): Contender => ({ id, package: null, durable: false, open });

const openWith = (call: () => Promise<number>) => Promise.resolve({ call, close: () => undefined });

/** What does not open, throws, or never answers, beside what works. */
export const failures = plantedTable({
  contenders: [
    inFile('one', 1, inRange),
    inFile('other', 1, inRange),
    brokenStore('missing', async () => {
      // @ts-expect-error A package that nobody has.
      await import('opfsmark-is-not-installed');
      throw new Error('it is there');
    }),
    brokenStore('throwing', () => openWith(() => Promise.reject(new Error('the call failed')))),
    brokenStore('hanging', () => openWith(() => new Promise(() => undefined))),
  ],
});
