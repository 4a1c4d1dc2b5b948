import { type OpenContender, openWaSqlite, type PublishedTable } from '../table.ts';

/** A tenth of the source's, so that a run takes seconds. */
const ROWS = 300_000;

type Around = <T>(use: () => Promise<T>) => Promise<T>;

async function open(around: Around): Promise<OpenContender> {
  const { OPFSWriteAheadVFS } = await import('@journeyapps/wa-sqlite/src/examples/OPFSWriteAheadVFS.js');
  const db = await openWaSqlite((module) => OPFSWriteAheadVFS.create('write-ahead', module));
  await db.exec('PRAGMA wal_autocheckpoint = 0');
  await db.exec('CREATE TABLE numbers (n INTEGER, name TEXT)');
  return {
    /** Fills the log: new rows every time, so that there are pages to copy. */
    async prepare(_operation, index) {
      const first = index * ROWS;
      await db.exec(
        `WITH RECURSIVE count (n) AS (VALUES (${first}) UNION ALL SELECT n + 1 FROM count WHERE n < ${first + ROWS - 1})
         INSERT INTO numbers SELECT n, 'number ' || n FROM count`,
      );
    },
    async call() {
      await around(() => db.exec('PRAGMA wal_checkpoint'));
      return db.value('PRAGMA page_count');
    },
    close: () => db.close(),
  };
}

export const table: PublishedTable = {
  source: {
    title: 'wa-sqlite, pull request 361: a checkpoint in few calls',
    url: 'https://github.com/rhashimoto/wa-sqlite/pull/361',
    date: '2026-09-23',
    script: 'https://github.com/rhashimoto/wa-sqlite/pull/361',
    revision: 'e98c65de; 68db49b3 (2026-09-26)',
    machine: 'Chromium 151, Linux container',
  },
  figures: [
    { operation: 'checkpoint', contender: 'page-by-page', ms: 7285 },
    { operation: 'checkpoint', contender: 'gathered', ms: 170 },
  ],
  mean: ([only = Number.NaN]) => only,
  operations: [{ id: 'checkpoint', kind: 'write', calls: 1, counted: 3 }],
  contenders: [
    {
      id: 'page-by-page',
      package: '@journeyapps/wa-sqlite',
      durable: true,
      open: () => open((use) => use()),
    },
    {
      id: 'gathered',
      package: '@journeyapps/wa-sqlite',
      durable: true,
      async open() {
        const { withGatheredCalls } = await import('../gather.ts');
        return open(withGatheredCalls);
      },
    },
  ],
  alsoPrivate: true,
  claims: [{ operation: 'checkpoint', slow: 'page-by-page', fast: 'gathered', published: 7285 / 170 }],
};
