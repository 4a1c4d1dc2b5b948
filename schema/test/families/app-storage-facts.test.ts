import { describe, expect, it } from 'vitest';
import { AppStorageRow, type AppStorageContention } from '../../src/families/app-storage/schema.ts';
import { CONTENDER_IDS, CONTENDERS, type ContenderId } from '../../src/families/app-storage/contender-ids.ts';
import { syncsOf, shippedBytes } from '../../src/families/app-storage/contenders.ts';
import { contentionOf } from '../../src/families/app-storage/contention.ts';
import { costsOf } from '../../src/families/app-storage/costs.ts';
import { conformanceOf, MEASURED_FACTS, TRANSACTION_COUNTS } from '../../src/families/app-storage/facts.ts';
import { survivedOf } from '../../src/families/app-storage/survived.ts';
import { isTried, USE_IDS, USES, sessionNs, verdictOf, type UseId } from '../../src/families/app-storage/verdict.ts';
import { LANGUAGES } from '../../src/answer/words/languages.ts';
import { isTable } from '../../src/families/report.ts';
import english from '../../src/answer/words/en.ts';
import common from '../../src/figures/words/en.ts';
import { englishOf, familyReport } from '../../src/report/families.ts';
import { english as appStorageWords, storeTables } from '../../src/families/app-storage/report.ts';
import { tableText } from '../../src/report/format.ts';
import { englishFormat } from '../../src/report/report.ts';
import { measuredRun, storeFactsMarkdown } from '../../src/report/store-facts.ts';
import { rowOf, INTACT, resultOf } from '../../test-support/app-storage-rows.ts';

const SHARED = { second: 'shared', acknowledged: 20, refused: 0, lost: 0, damaged: 0 } as const;
const WORKER_ENDED = { ...INTACT, acknowledged: 20 };
/** A row with every trial of a run, in which nothing was lost. */
const triedRow = (contender: ContenderId, ns: number, changes: Partial<AppStorageRow> = {}): AppStorageRow => ({
  ...rowOf(contender, ns),
  survival: WORKER_ENDED,
  two_tabs: SHARED,
  ...changes,
});
const bestOf = (use: UseId, ...rows: AppStorageRow[]) => verdictOf(resultOf(...rows), use)?.best ?? null;

describe('the verdict', () => {
  it('is the shortest session, as often as the use does what', () => {
    const slowToOpen = rowOf('sahpool-wal', 1e6, { open: 1e9 });
    const quickToOpen = rowOf('idb-strict', 5e6);
    expect(bestOf('notes', quickToOpen, slowToOpen)).toBe('idb-strict');
    expect(bestOf('analytics', quickToOpen, slowToOpen)).toBe('sahpool-wal');
    const { session } = USES.notes;
    expect(session).toEqual({ open: 1, read: 100, put: 20 });
    expect(sessionNs(rowOf('coop', 1e6, { read: 2e6 }), 'notes')).toBeCloseTo(1e6 + 100 * 2e6 + 20 * 1e6, 0);
  });
  it('is the smallest download of all that take at most twice as long as the quickest', () => {
    const quick = rowOf('sahpool-wal', 1e6);
    expect(bestOf('notes', quick, rowOf('idb-strict', 2e6))).toBe('idb-strict');
    expect(bestOf('notes', quick, rowOf('idb-strict', 2.01e6))).toBe('sahpool-wal');
  });
  it('is of equal downloads what survives a power cut, then what is usual, however the runs of a machine differ', () => {
    const [usual, wal, unsafe] = ['sahpool', 'sahpool-wal', 'sahpool-wal-normal'] as const;
    expect(bestOf('analytics', rowOf(unsafe, 1e6), rowOf(wal, 1.9e6))).toBe(wal);
    expect(bestOf('analytics', rowOf(wal, 1e6), rowOf(usual, 1.9e6))).toBe(usual);
    // 539 and 546 kB.
    expect(bestOf('analytics', rowOf('coop', 1e6), rowOf(usual, 1.9e6))).toBe(usual);
    expect(bestOf('analytics', rowOf(unsafe, 1e6), rowOf(wal, 2.1e6))).toBe(unsafe);
  });
  it('never names what keeps half a transaction, failed, or lacks a cell', () => {
    const failedRow: AppStorageRow = { ...rowOf('sahpool-wal', 1), status: 'failed' };
    const shortRow = rowOf('dexie-strict', 1);
    const partialRow = { ...shortRow, cells: shortRow.cells.filter(({ workload }) => workload !== 'open') };
    for (const use of USE_IDS) {
      expect(bestOf(use, rowOf('opfs-sync', 10), failedRow, partialRow, rowOf('idb-strict', 1e9))).toBe('idb-strict');
    }
    expect(verdictOf(resultOf(rowOf('opfs-sync', 10)), 'notes')).toBeNull();
  });
  it('leaves out a store of which a power cut took one put, except for what can be copied again', () => {
    expect(survivedOf('coop')?.count.power_cut.lost).toBeGreaterThan(0);
    const rows = [rowOf('coop', 1e3), rowOf('idb-strict', 1e6)];
    expect(USE_IDS.map((use) => bestOf(use, ...rows))).toEqual(['idb-strict', 'idb-strict', 'coop', 'idb-strict']);
    expect(bestOf('notes', rowOf('coop', 1e3))).toBeNull();
  });
  it.each([
    ['a second tab that cannot open it', { two_tabs: { ...SHARED, second: 'refused' } }],
    ['a second tab that waits', { two_tabs: { ...SHARED, second: 'waits' } }],
    ['one put that another tab lost', { two_tabs: { ...SHARED, lost: 1 } }],
    ['one older row that two tabs damaged', { two_tabs: { ...SHARED, damaged: 1 } }],
    ['two tabs that could not be tried with it, but with others', { two_tabs: undefined }],
  ] as const)('leaves out, where apps have two tabs, a store with %s', (_, { two_tabs }) => {
    const { two_tabs: _tabs, ...row } = triedRow('write-ahead', 1e3);
    const quick = two_tabs ? { ...row, two_tabs } : row;
    const best = USE_IDS.map((use) => bestOf(use, quick, triedRow('idb-strict', 1e6)));
    expect(best).toEqual(['idb-strict', 'idb-strict', 'write-ahead', 'write-ahead']);
  });
  it.each([
    ['one put was lost', { ...WORKER_ENDED, lost: 1 }],
    ['one value was half written', { ...WORKER_ENDED, torn: 1 }],
    ['one older row was damaged', { ...WORKER_ENDED, damaged: 1 }],
    ['it does not open again', { ...WORKER_ENDED, opened: false }],
    ['nobody could look', null],
  ])('names for no app a store of which, its worker killed, %s', (_, survival) => {
    const quick = triedRow('write-ahead', 1e3, { survival });
    for (const use of USE_IDS) expect(bestOf(use, quick, triedRow('idb-strict', 1e6))).toBe('idb-strict');
  });
  it('names for no app a store that lost puts when the browser was killed', () => {
    expect(survivedOf('duckdb')?.count.killed_browser.lost).toBeGreaterThan(0);
    for (const use of USE_IDS) {
      expect(bestOf(use, triedRow('duckdb', 1e3), triedRow('idb-strict', 1e9))).toBe('idb-strict');
    }
  });
  it('does not take puts that were answered with an error for lost ones', () => {
    const quick = triedRow('write-ahead', 1e3, { two_tabs: { ...SHARED, refused: 5 } });
    expect(bestOf('notes', quick, triedRow('idb-strict', 1e6))).toBe('write-ahead');
  });
});

describe('the facts', () => {
  const words = englishOf('app-storage');
  const tableOf = (...rows: AppStorageRow[]) => {
    const run = measuredRun({ browser: 'chromium', counts: rows });
    const [table] = familyReport('app-storage', run, words, common).parts.filter(isTable);
    if (!table) throw new Error('there is no table');
    return tableText(table, englishFormat(0));
  };
  it('are one row per store, in units that people read', () => {
    const cells = { open: 9e6, put: 4e5, 'put-batch': 3.5e7, read: 2e5, 'blob-write': 6e7, 'blob-read': 3e7 };
    const { columns, rows } = tableOf(
      triedRow('idb-strict', 1e6, { cells: rowOf('idb-strict', 1, cells).cells }),
      triedRow('coop', 1e6, { two_tabs: { ...SHARED, lost: 3 }, survival: { ...WORKER_ENDED, torn: 1 } }),
    );
    const { lost, acknowledged } = survivedOf('coop')?.count.power_cut ?? {};
    expect(rows.map((row) => row.length)).toEqual([columns.length, columns.length]);
    expect(columns).toHaveLength(6);
    expect(rows[0]?.slice(3)).toEqual(['all or nothing', '400 µs', `${shippedBytes('idb-strict')} B`]);
    expect(rows[1]?.slice(0, 2)).toEqual(['wa-sqlite OPFSCoopSync', `${lost} of ${acknowledged} lost`]);
    // A page for each store has all of them.
    const factsOf = (changes: Partial<AppStorageRow>) => {
      const [row] = measuredRun({ browser: 'chromium', counts: [triedRow('coop', 1e6, changes)] }).result.rows;
      const [facts] = row ? storeTables(row, appStorageWords) : [];
      return facts ? tableText(facts, englishFormat(0)).rows.map(([, value]) => value) : [];
    };
    const idbCells = rowOf('coop', 1, cells).cells;
    const facts = factsOf({
      cells: idbCells,
      two_tabs: { ...SHARED, lost: 3 },
      survival: { ...WORKER_ENDED, torn: 1 },
    });
    expect(facts[1]).toBe('3 of 20 lost');
    expect(facts.slice(3, 13)).toEqual([
      ...['1 damaged', '0 of 28 lost', 'all or nothing', '3', '9 ms', '400 µs', '35 ms', '200 µs', '60 ms · 30 ms'],
      `${Math.round(shippedBytes('coop') / 1000)} kB`,
    ]);
    expect(facts).toHaveLength(16);
    // A store of somebody's own in its place has what a run sees, and nothing that was counted of the contender.
    const [ownFacts] = storeTables(triedRow('coop', 1e6), appStorageWords, true);
    const ownNames = ownFacts ? tableText(ownFacts, englishFormat(0)).rows.map(([name]) => name) : [];
    expect(ownNames).toEqual([
      ...['Two tabs', 'Several at once', 'Worker killed', 'Cold open', 'One save', 'Many saves', 'Read', 'Large value'],
    ]);
  });
  it('say after how many power cuts a store did not open again, and not that it never does', () => {
    const { unopened = 0, trials = 0 } = survivedOf('duckdb')?.count.power_cut ?? {};
    expect(unopened).toBeLessThan(trials);
    expect(tableOf(triedRow('duckdb', 1e6)).rows[0]?.[1]).toBe(`not opened in ${unopened} of ${trials}`);
  });
  it('say on the page of a store of how many rows and of which large value they are', () => {
    const { cells, ...row } = triedRow('idb-strict', 1e6);
    const smallCells = cells.map((cell) => ({ ...cell, bytes: cell.workload === 'blob-write' ? 2 ** 20 : 200 * 1024 }));
    const [table] = storeTables({ ...row, cells: smallCells }, appStorageWords, true);
    const hint = table && tableText(table, englishFormat(0)).hint;
    expect(hint).toContain('many saves: 200 in one transaction; large value: 1 MiB');
    const [unmeasured] = storeTables({ ...row, cells: [] }, appStorageWords, true);
    expect(unmeasured && tableText(unmeasured, englishFormat(0)).hint).toBe('');
  });
  it('name a store for each app when the run is over, and none while it goes on', () => {
    const run = measuredRun({ browser: 'chromium', counts: [triedRow('coop', 1e6)] });
    const leadOf = (isRunning: boolean) =>
      familyReport('app-storage', { ...run, isRunning }, words, common).lead.map((line) =>
        englishFormat(0).phrase(line),
      );
    const [none, coop] = ['none of these', 'wa-sqlite OPFSCoopSync'];
    expect(leadOf(true)).toEqual([]);
    expect(leadOf(false)).toEqual([
      `Notes: ${none}`,
      `Offline sync: ${none}`,
      `Analytics, rows of 1 KiB: ${coop}`,
      `Files: ${none}`,
    ]);
  });
  it('of a browser in which no power was cut are not those of another one', () => {
    const run = measuredRun({ browser: 'webkit', counts: [triedRow('idb-strict', 1e6)] });
    const { lead, parts } = familyReport('app-storage', run, words, common);
    const [table] = parts.filter(isTable).map((one) => tableText(one, englishFormat(0)));
    expect(lead.map((line) => englishFormat(0).phrase(line))).toEqual([
      ...[
        'Notes: not counted',
        'Offline sync: not counted',
        'Analytics, rows of 1 KiB: IndexedDB strict',
        'Files: not counted',
      ],
    ]);
    expect(table?.rows[0]?.slice(0, 5)).toEqual([
      ...['IndexedDB strict', 'not counted', 'not counted', 'not counted', '1 ms'],
    ]);
    expect(table?.hint).not.toContain('Chromium');
  });
  it('have one row for a store that failed, and all of the others', () => {
    const failure = { code: 'worker_died', detail: 'no answer | for 30 s' } as const;
    const failedRow: AppStorageRow = { ...rowOf('sahpool', 1), cells: [], status: 'failed', failure };
    const { rows } = tableOf(failedRow, triedRow('idb-strict', 1e6));
    const { lost, acknowledged } = survivedOf('sahpool')?.count.power_cut ?? {};
    expect(rows[0]?.slice(0, 3)).toEqual([
      ...['SQLite opfs-sahpool', `${lost} of ${acknowledged} lost`, 'no answer | for 30 s'],
    ]);
    expect(rows[1]?.[4]).toBe('1 ms');
    const head = { browser: 'chromium', version: '156.0.1', major: 156, os: 'linux', date: '2026-11-26', method: '' };
    const entry = { ...head, machine: '2 x CPU', counts: [failedRow, triedRow('idb-strict', 1e6)] };
    const markdown = storeFactsMarkdown(entry, words, { ...common, origins: english.origins }, LANGUAGES.en);
    const lines = markdown.split('\n').filter((line) => line.startsWith('|'));
    // The sign that ends a cell is escaped.
    expect(lines.map((line) => line.replaceAll(String.raw`\|`, '').split('|').length)).toEqual([8, 8, 8, 8]);
    expect(markdown).toContain('- Notes: IndexedDB strict\n');
  });
  it('say why a store is not in a browser, and count nothing of it', () => {
    const missingRow: AppStorageRow = {
      ...rowOf('write-ahead', 1),
      cells: [],
      status: 'missing',
      missing: 'no_shared_handles',
    };
    const run = measuredRun({ browser: 'firefox', counts: [missingRow, triedRow('idb-strict', 1e6)] });
    const [table] = familyReport('app-storage', run, words, common).parts.filter(isTable);
    expect(table && tableText(table, englishFormat(0)).rows[0]?.slice(1, 5)).toEqual([
      ...['no shared handles', '–', '–', '–'],
    ]);
  });
  it('of this project are valid rows of every store that a page can measure, and lead to a choice for each app', () => {
    expect(MEASURED_FACTS.length).toBeGreaterThan(0);
    for (const entry of MEASURED_FACTS) {
      const { counts, machine } = entry;
      expect(machine).not.toBe('');
      const measured = counts.map(({ contender }) => contender);
      expect(measured).toEqual(CONTENDER_IDS.filter((id) => measured.includes(id)));
      expect(measured).toHaveLength(CONTENDER_IDS.length - 1);
      for (const row of counts) expect(AppStorageRow.safeParse(row).success, row.contender).toBe(true);
      const { rows } = measuredRun(entry).result;
      // What no page can see was counted for each store that the browser has.
      for (const { contender, status } of rows.filter((row) => row.status !== 'missing')) {
        const facts = [syncsOf, survivedOf, conformanceOf].map((countOf) => countOf(contender, entry.browser));
        expect(facts, `${contender}, ${entry.browser}, ${status}`).not.toContain(null);
        // What is written can only be told of Chromium's processes.
        if (entry.browser === 'chromium') expect(costsOf(contender), contender).not.toBeNull();
      }
      for (const use of USE_IDS.filter((id) => isTried(rows, id))) expect(verdictOf({ rows }, use), use).not.toBeNull();
    }
  });
});

describe('a transaction that is interrupted', () => {
  const undoneResult = { rows: 20, answered: false, kept: 0, damaged: 0, failure: null };
  const results = {
    aborted: undoneResult,
    reopened: { ...undoneResult, answered: true, kept: 20 },
    reloaded: undoneResult,
    full: undoneResult,
  };
  const conformanceIn = (changes: Partial<typeof results> | { full: object }) => {
    const counts = [{ contender: 'coop', ...results, ...changes }] as (typeof TRANSACTION_COUNTS)[number]['counts'];
    const where = { browser: 'chromium', version: '156.0.1', major: 156, os: 'linux', date: '', method: '' };
    return conformanceOf('coop', undefined, [{ ...where, counts }]);
  };

  it('is there wholly where it was answered, and not at all where it was not', () => {
    expect(conformanceIn({})).toMatchObject({ broken: [], stuck: [] });
    const halfResult = { ...undoneResult, kept: 7 };
    const lostResult = { ...undoneResult, answered: true, kept: 19 };
    expect(conformanceIn({ aborted: halfResult, reopened: lostResult })?.broken).toEqual(['aborted', 'reopened']);
    expect(conformanceIn({ full: { ...undoneResult, damaged: 1 } })?.broken).toEqual(['full']);
    expect(conformanceIn({ full: { ...undoneResult, failure: 'no answer for 20 s' } })?.stuck).toEqual(['full']);
  });
  it('after which a store cannot be used keeps it from being named, and the table says after which', () => {
    const rows = [triedRow('idb-batch-atomic', 1e6)];
    expect(USE_IDS.map((use) => verdictOf({ rows: [triedRow('idb-strict', 1e6)] }, use))).not.toContain(null);
    expect(USE_IDS.map((use) => verdictOf({ rows }, use))).toEqual(USE_IDS.map(() => null));
    const run = measuredRun({ browser: 'chromium', counts: rows });
    const table = familyReport('app-storage', run, englishOf('app-storage'), common).parts.find(isTable);
    expect(table && tableText(table, englishFormat(0)).rows[0]).toContain('unusable after quota');
  });
  it('is why a contender may be named at all', () => {
    for (const contender of new Set(TRANSACTION_COUNTS.flatMap(({ counts }) => counts.map((one) => one.contender)))) {
      // In Firefox IDBMirror keeps no transaction that the quota refused, and in Chromium it does.
      const broken = ['chromium', 'firefox'].flatMap((browser) => conformanceOf(contender, browser)?.broken ?? []);
      expect(broken.length === 0, contender).toBe(CONTENDERS[contender].atomic);
    }
  });
  it('is a fact of its own in the table of this project, and no run of a page has it', () => {
    const cellsOf = (rows: AppStorageRow[], isCounted: boolean) => {
      const run = isCounted
        ? measuredRun({ browser: 'chromium', counts: rows })
        : { ...measuredRun({ browser: 'chromium', counts: [] }), result: resultOf(...rows) };
      const table = familyReport('app-storage', run, englishOf('app-storage'), common).parts.find(isTable);
      return table ? tableText(table, englishFormat(0)) : null;
    };
    const rows = [rowOf('opfs-sync', 1e6), rowOf('idb-strict', 1e6)];
    const countedTable = cellsOf(rows, true);
    const at = countedTable?.columns.indexOf('Cut off') ?? -1;
    expect(countedTable?.rows.map((row) => row[at])).toEqual(['half kept', 'all or nothing']);
    expect(cellsOf(rows, false)?.columns).not.toContain('Cut off');
  });
});

describe('several at once', () => {
  const trial: AppStorageContention = {
    ...{
      workers: 2,
      place: 'workers',
      repeats: 30,
      hung: 0,
      clean: 30,
      unopened: 0,
      writes_watched: 0,
      read_during: 0,
    },
    ...{ lost: 0, doubled: 0, wrong: 0 },
    phases: [{ phase: 'write', asked: 600, answered: 600, errors: {}, longest_ns: [9e6, 8e6], p99_ns: [7e6, 6e6] }],
  };
  const cellOf = (...contention: AppStorageContention[]) => {
    const run = measuredRun({ browser: 'webkit', counts: [triedRow('coop', 1e6, { contention })] });
    const [table] = familyReport('app-storage', run, englishOf('app-storage'), common).parts.filter(isTable);
    return table ? tableText(table, englishFormat(0)).rows[0]?.[2] : '';
  };
  const hungTrial = { ...trial, workers: 4, hung: 7, clean: 20 };

  it('is told by the worst that came of it', () => {
    expect(cellOf(trial)).toBe('all answered');
    expect(cellOf(trial, hungTrial)).toBe('hung in 7 of 30');
    expect(cellOf({ ...trial, lost: 2, doubled: 1, wrong: 2 })).toBe('2 lost, 1 doubled');
    expect(cellOf(trial, { ...hungTrial, unopened: 3 })).toBe('not opened in 3 of 60');
    const [write] = trial.phases;
    const phases = write ? [{ ...write, answered: 590, errors: { busy: 10 } }] : [];
    expect(cellOf({ ...trial, phases })).toBe('10 of 600 calls refused');
  });
  it('keeps a store from being named for an app with two tabs where two hung, or lost a row', () => {
    const bestWith = (...contention: AppStorageContention[]) =>
      bestOf('notes', triedRow('sahpool', 1e6, { contention }));
    expect(bestWith(trial, hungTrial)).toBe('sahpool');
    expect(bestWith({ ...trial, hung: 1, clean: 29 })).toBeNull();
    expect(bestWith({ ...trial, lost: 1, wrong: 1 })).toBeNull();
    expect(bestWith({ ...trial, unopened: 1 })).toBeNull();
  });

  it.each(['chromium', 'firefox'])('was counted in two tabs where the method says so: in %s', (browser) => {
    const counted = contentionOf('coop', browser);
    const isInTabs = counted?.count.contention.some(({ place }) => place === 'tabs');
    expect(counted?.in.method.includes('2 tabs')).toBe(isInTabs);
  });
});
