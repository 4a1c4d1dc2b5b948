import { describe, expect, it } from 'vitest';
import {
  AppStorageRow,
  CONTENDER_IDS,
  CONTENDERS,
  cellFigure,
  commitClass,
  conformanceOf,
  contradictions,
  DEFAULT_CONTENDERS,
  figuresOf,
  idbEngineOf,
  LIBRARIES,
  loopStepId,
  MEASURED_FACTS,
  orderOfLoop,
  placesOf,
  shippedBytes,
  SURVIVED_COUNTS,
  SYNC_COUNTS,
  TRANSACTION_COUNTS,
  standardPlan,
  stepsOf,
  survivedOf,
  syncsOf,
  isTried,
  USE_IDS,
  USES,
  sessionNs,
  verdictOf,
  WORKLOAD_IDS,
  workOfWorkload,
  workloadSize,
  type AppStoragePlan,
  type AppStorageResult,
  type ContenderId,
  type RunRecord,
  type UseId,
  type WorkloadId,
} from '../../src/families/index.ts';
import { intervalOf } from '../../src/figures/index.ts';
import { LANGUAGES } from '../../src/answer/words/languages.ts';
import { isTable } from '../../src/families/report.ts';
import common from '../../src/figures/words/en.ts';
import { englishOf, familyReport } from '../../src/report/families.ts';
import { tableText } from '../../src/report/format.ts';
import { englishFormat } from '../../src/report/report.ts';
import { measuredRun, storeFactsMarkdown } from '../../src/report/store-facts.ts';
import { contradictionsIn, makeRecord } from '../../test-support/record.ts';

const plan: AppStoragePlan = {
  ...standardPlan('app-storage'),
  contenders: ['idb-strict', 'sahpool-wal', 'opfs-sync'],
  loops: 5,
};

/** A row whose every operation takes `ns`, in each loop a little more or less. */
function rowOf(contender: ContenderId, ns: number, changes: Partial<Record<WorkloadId, number>> = {}): AppStorageRow {
  const cells = WORKLOAD_IDS.map((workload) => {
    const size = workloadSize(plan, workload);
    const each = changes[workload] ?? ns;
    const elapsed_ns = [0.98, 1.01, 1, 1.02, 0.99].map((factor) => each * size.ops * factor);
    return { workload, ...size, elapsed_ns, storage_ns: elapsed_ns.map((all) => all / 2), flushes: 5 };
  });
  return { contender, status: 'done', version: '', checksum: '0badcafe', cells, survival: null };
}

const INTACT = { acknowledged: 25, opened: true, lost: 0, torn: 0, damaged: 0 };

const resultOf = (...rows: AppStorageRow[]): AppStorageResult => ({ family: 'app-storage', rows });
const recordOf = (result: AppStorageResult): RunRecord => ({ ...makeRecord(), family: 'app-storage', plan, result });

describe('the order of contenders', () => {
  it('has each of them once in every loop', () => {
    for (let loop = 0; loop < 9; loop++) expect(orderOfLoop([1, 2, 3], loop).toSorted()).toEqual([1, 2, 3]);
  });
  it('lets none always follow the same one', () => {
    const before = new Set<number | undefined>();
    for (let loop = 1; loop <= 5; loop++) {
      const order = orderOfLoop([1, 2, 3, 4], loop);
      before.add(order[order.indexOf(3) - 1]);
    }
    expect(before.size).toBeGreaterThan(1);
  });
});

describe('the work of a loop', () => {
  it('is that of its workloads, so that none is left when the last is done', () => {
    for (const puts of [1, 1_000]) {
      const own = { ...plan, puts };
      const work = stepsOf(own).find(({ id }) => id === loopStepId('opfs-sync', 1))?.work;
      const ofWorkloads = WORKLOAD_IDS.map((id) => workOfWorkload(own, id));
      expect(ofWorkloads.reduce((sum, part) => sum + part, 0)).toBeCloseTo(work ?? 0, 9);
    }
  });
});

describe('figures', () => {
  it('are times per operation, with the interval of the loops and the share of storage', () => {
    const figure = cellFigure(rowOf('idb-strict', 2e6), 'put');
    expect(figure?.perOpNs).toEqual(intervalOf([1.96e6, 2.02e6, 2e6, 2.04e6, 1.98e6]));
    expect(figure?.storageShare).toBe(0.5);
  });
  it('are there for the loops of a run that was stopped, and not for a row that failed', () => {
    const failed: AppStorageRow = { ...rowOf('idb-strict', 1e6), status: 'failed' };
    expect(figuresOf(recordOf(resultOf(failed)))).toEqual([]);
    const stopped: AppStorageRow = { ...rowOf('opfs-sync', 1e6), status: 'stopped' };
    expect(figuresOf(recordOf(resultOf(stopped)))).toHaveLength(WORKLOAD_IDS.length);
  });
  it('share the first place where their intervals overlap', () => {
    const at = (value: number) => ({ perOpNs: { value, low: value * 0.95, high: value * 1.05 } });
    expect(placesOf([at(100), at(104), at(200), at(90)])).toEqual([2, 2, 4, 1]);
    expect(placesOf([at(100), at(104), at(200)])).toEqual([1, 1, 3]);
  });
});

describe('classes by what was observed', () => {
  it('call a contender without syncs unsynced, whatever its setting is called', () => {
    expect(commitClass({ per_put: 0, unsynced_puts: 50, puts: 50 })).toBe('unsynced');
    expect(commitClass({ per_put: 0.1, unsynced_puts: 0, puts: 50 })).toBe('unsynced');
  });
  it('call one ordered only where all that was written had been synced', () => {
    expect(commitClass({ per_put: 3, unsynced_puts: 50, puts: 50 })).toBe('synced');
    expect(commitClass({ per_put: 3, unsynced_puts: 2, puts: 50 })).toBe('ordered');
  });
  it('come from counts of every contender that a page can measure', () => {
    for (const id of CONTENDER_IDS.filter((one) => one !== 'local-storage')) {
      expect(syncsOf(id), id).not.toBeNull();
      if (CONTENDERS[id].library !== 'browser') expect(shippedBytes(id), id).toBeGreaterThan(10_000);
    }
    for (const { counts, version, method } of SYNC_COUNTS) {
      expect(counts.every(({ puts, unsynced_puts }) => puts >= 20 && unsynced_puts <= puts)).toBe(true);
      expect([version, method].every((text) => text !== '')).toBe(true);
    }
  });
  it('let the newest version of a browser that was looked at count', () => {
    const one = { contender: 'coop', per_put: 1, unsynced_puts: 0, puts: 20 } as const;
    const head = { browser: 'chromium', version: '', os: 'linux', method: '', date: '' };
    const all = [156, 160, 158].map((major) => ({ ...head, major, counts: [one] }));
    all.push({ ...head, browser: 'firefox', major: 170, counts: [one] });
    expect(syncsOf('coop', undefined, all)?.in.major).toBe(160);
    expect(syncsOf('coop', 'firefox', all)?.in.major).toBe(170);
    expect(syncsOf('cache', undefined, all)).toBeNull();
  });
});

describe('the version of a library', () => {
  const accepts = (version: string) => AppStorageRow.safeParse({ ...rowOf('coop', 1e6), version }).success;
  it.each([...Object.values(LIBRARIES).map(({ version }) => version), '5.0.0-alpha.1'])('may be "%s"', (version) => {
    expect(accepts(version)).toBe(true);
  });
  it.each(['newest', '4', '4.4.7 <b>', '4.4.7 fast', 'v4.4.7', '4.4.7-', `1.0-${'a'.repeat(40)}`])(
    'is not "%s"',
    (version) => {
      expect(accepts(version)).toBe(false);
    },
  );
});

describe('what survived a power cut', () => {
  const counted = SURVIVED_COUNTS.flatMap(({ browser, counts }) => counts.map((count) => ({ browser, ...count })));
  it('was counted after enough puts, with its method', () => {
    for (const { contender, power_cut, killed } of counted) {
      expect(power_cut.acknowledged, contender).toBeGreaterThanOrEqual(100);
      expect(killed.acknowledged, contender).toBeGreaterThanOrEqual(25);
    }
    for (const { version, method } of SURVIVED_COUNTS) expect([version, method]).not.toContain('');
  });
  it('is every answered put in the class that syncs in order, and not in the one that does not sync', () => {
    for (const { browser, contender, power_cut } of counted) {
      const syncs = syncsOf(contender, browser)?.count;
      const [of, harm] = [syncs && commitClass(syncs), power_cut.lost + power_cut.torn];
      if (of === 'ordered') expect(harm, `${contender}, ${browser}`).toBe(0);
      if (of === 'unsynced') expect(harm, `${contender}, ${browser}`).toBeGreaterThan(0);
    }
  });
  it('is everything where only the browser was killed', () => {
    for (const { counts } of SURVIVED_COUNTS)
      for (const { killed, contender } of counts) expect(killed.lost, contender).toBe(0);
  });
});

describe('the engine of IndexedDB', () => {
  const client = (family: 'edge' | 'firefox') =>
    ({ browser: { family, major: 1 }, os: { family: 'linux', major: null } }) as const;
  const probed = (ratios: readonly number[], family: 'edge' | 'firefox' = 'edge') => {
    const get_all_ns = ratios.map(() => 4e6);
    const clear_ns = ratios.map((ratio) => ratio * 4e6 - 1e5);
    const idb_probe = { get_all_ns, clear_ns, count_ns: ratios.map(() => 1e5) };
    return idbEngineOf({ environment: { client: client(family) }, result: { ...resultOf(), idb_probe } });
  };
  it('is told from how long clearing and counting take beside reading all', () => {
    expect(probed([0.2, 0.3, 0.3, 0.3, 1.5, 0.2, 0.3])).toEqual({ engine: 'sqlite', agreeing: 6, rounds: 7 });
    expect(probed([1.2, 1.8, 0.9, 1.3, 1.7, 1.2, 1.3])).toEqual({ engine: 'leveldb', agreeing: 7, rounds: 7 });
  });
  it('is unknown where the quickest lie between the two, or most rounds say something else', () => {
    expect(probed([0.4, 0.45, 0.4, 0.4, 0.4, 0.4, 0.4])?.engine).toBe('unknown');
    expect(probed([0.3, 0.9, 1.5, 1.6, 1.5, 0.3, 1.3])?.engine).toBe('unknown');
    expect(probed([])?.engine).toBe('unknown');
  });
  it('is asked of browsers on Chromium only', () => {
    expect(probed([0.2, 0.3, 0.5], 'firefox')).toBeNull();
    expect(idbEngineOf({ environment: { client: client('edge') }, result: resultOf() })).toBeNull();
  });
});

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
    const failed: AppStorageRow = { ...rowOf('sahpool-wal', 1), status: 'failed' };
    const short = rowOf('dexie-strict', 1);
    const partial = { ...short, cells: short.cells.filter(({ workload }) => workload !== 'open') };
    for (const use of USE_IDS) {
      expect(bestOf(use, rowOf('opfs-sync', 10), failed, partial, rowOf('idb-strict', 1e9))).toBe('idb-strict');
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
    expect(rows[0]?.slice(2)).toEqual([
      ...['both write', '0 of 20 lost', 'all or nothing', '1', '9 ms', '400 µs', '35 ms', '200 µs'],
      ...['60 ms · 30 ms', '570 B'],
    ]);
    expect(rows[1]?.slice(0, 6)).toEqual([
      'wa-sqlite OPFSCoopSync',
      `${lost} of ${acknowledged} lost`,
      '3 of 20 lost',
      '1 damaged',
      'all or nothing',
      '3',
    ]);
  });
  it('name a store for each app when the run is over, and none while it goes on', () => {
    const run = measuredRun({ browser: 'chromium', counts: [triedRow('coop', 1e6)] });
    const leadOf = (isRunning: boolean) =>
      familyReport('app-storage', { ...run, isRunning }, words, common).lead.map((line) =>
        englishFormat(0).phrase(line),
      );
    const [none, coop] = ['none of these', 'wa-sqlite OPFSCoopSync'];
    expect(leadOf(true)).toEqual([]);
    expect(leadOf(false)).toEqual([`Notes: ${none}`, `Offline sync: ${none}`, `Analytics: ${coop}`, `Files: ${none}`]);
  });
  it('of a browser in which no power was cut are not those of another one', () => {
    const run = measuredRun({ browser: 'webkit', counts: [triedRow('idb-strict', 1e6)] });
    const { lead, parts } = familyReport('app-storage', run, words, common);
    const [table] = parts.filter(isTable).map((one) => tableText(one, englishFormat(0)));
    expect(lead.map((line) => englishFormat(0).phrase(line))).toEqual([
      ...['Notes: not counted', 'Offline sync: not counted', 'Analytics: IndexedDB strict', 'Files: not counted'],
    ]);
    expect(table?.rows[0]?.slice(0, 5)).toEqual([
      ...['IndexedDB strict', 'not counted', 'both write', '0 of 20 lost', 'not counted'],
    ]);
    expect(table?.hint).not.toContain('Chromium');
  });
  it('have one row for a store that failed, and all of the others', () => {
    const failure = { code: 'worker_died', detail: 'no answer | for 30 s' } as const;
    const failed: AppStorageRow = { ...rowOf('sahpool', 1), cells: [], status: 'failed', failure };
    const { rows } = tableOf(failed, triedRow('idb-strict', 1e6));
    const { lost, acknowledged } = survivedOf('sahpool')?.count.power_cut ?? {};
    expect(rows[0]?.slice(0, 4)).toEqual([
      ...['SQLite opfs-sahpool', `${lost} of ${acknowledged} lost`, 'no answer | for 30 s', '–'],
    ]);
    expect(rows[1]?.[6]).toBe('1 ms');
    const head = { browser: 'chromium', version: '156.0.1', major: 156, os: 'linux', date: '2026-11-26', method: '' };
    const entry = { ...head, machine: '2 x CPU', counts: [failed, triedRow('idb-strict', 1e6)] };
    const markdown = storeFactsMarkdown(entry, words, common, LANGUAGES.en);
    const lines = markdown.split('\n').filter((line) => line.startsWith('|'));
    // The sign that ends a cell is escaped.
    expect(lines.map((line) => line.replaceAll(String.raw`\|`, '').split('|').length)).toEqual([14, 14, 14, 14]);
    expect(markdown).toContain('- Notes: IndexedDB strict\n');
  });
  it('say why a store is not in a browser, and count nothing of it', () => {
    const missing: AppStorageRow = {
      ...rowOf('write-ahead', 1),
      cells: [],
      status: 'missing',
      missing: 'no_shared_handles',
    };
    const run = measuredRun({ browser: 'firefox', counts: [missing, triedRow('idb-strict', 1e6)] });
    const [table] = familyReport('app-storage', run, words, common).parts.filter(isTable);
    expect(table && tableText(table, englishFormat(0)).rows[0]?.slice(1, 6)).toEqual([
      ...['no shared handles', '–', '–', '–', '–'],
    ]);
  });
  it('of this project are valid rows of every store that a page can measure, and lead to a choice for each app', () => {
    expect(MEASURED_FACTS.length).toBeGreaterThan(0);
    for (const entry of MEASURED_FACTS) {
      const { counts, machine } = entry;
      expect(machine).not.toBe('');
      expect(counts.map(({ contender }) => contender)).toEqual(CONTENDER_IDS.filter((id) => id !== 'local-storage'));
      for (const row of counts) expect(AppStorageRow.safeParse(row).success, row.contender).toBe(true);
      const { rows } = measuredRun(entry).result;
      // What no page can see was counted for each store that the browser has.
      for (const { contender, status } of rows.filter((row) => row.status !== 'missing')) {
        const found = [syncsOf, survivedOf, conformanceOf].map((countOf) => countOf(contender, entry.browser));
        expect(found, `${contender}, ${entry.browser}, ${status}`).not.toContain(null);
      }
      for (const use of USE_IDS.filter((id) => isTried(rows, id))) expect(verdictOf({ rows }, use), use).not.toBeNull();
    }
  });
});

describe('a transaction that is interrupted', () => {
  const undone = { rows: 20, answered: false, kept: 0, damaged: 0, failure: null };
  const whole = { aborted: undone, reopened: { ...undone, answered: true, kept: 20 }, reloaded: undone, full: undone };
  const conformanceIn = (changes: Partial<typeof whole> | { full: object }) => {
    const counts = [{ contender: 'coop', ...whole, ...changes }] as (typeof TRANSACTION_COUNTS)[number]['counts'];
    const where = { browser: 'chromium', version: '156.0.1', major: 156, os: 'linux', date: '', method: '' };
    return conformanceOf('coop', undefined, [{ ...where, counts }]);
  };

  it('is there wholly where it was answered, and not at all where it was not', () => {
    expect(conformanceIn({})).toMatchObject({ broken: [], failure: null });
    const half = { ...undone, kept: 7 };
    const lost = { ...undone, answered: true, kept: 19 };
    expect(conformanceIn({ aborted: half, reopened: lost })?.broken).toEqual(['aborted', 'reopened']);
    expect(conformanceIn({ full: { ...undone, damaged: 1 } })?.broken).toEqual(['full']);
    expect(conformanceIn({ full: { ...undone, failure: 'no answer for 20 s' } })?.failure).toBe('no answer for 20 s');
  });
  it('is why a contender may be named at all', () => {
    for (const { browser, counts } of TRANSACTION_COUNTS) {
      for (const { contender } of counts) {
        const found = conformanceOf(contender, browser);
        expect(found?.failure, contender).toBeNull();
        expect(found?.broken.length === 0, contender).toBe(CONTENDERS[contender].atomic);
      }
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
    const counted = cellsOf(rows, true);
    const at = counted?.columns.indexOf('Cut off') ?? -1;
    expect(counted?.rows.map((row) => row[at])).toEqual(['half kept', 'all or nothing']);
    expect(cellsOf(rows, false)?.columns).not.toContain('Cut off');
  });
});

describe('what was left after the page reloaded itself', () => {
  const accepts = (reload: unknown) => AppStorageRow.safeParse({ ...rowOf('coop', 1e6), reload }).success;
  it('is accepted, lost rows or not, and may be missing', () => {
    expect([INTACT, { ...INTACT, lost: 25 }, undefined].map(accepts)).toEqual([true, true, true]);
    const result = resultOf({ ...rowOf('idb-strict', 1e6), reload: { ...INTACT, lost: 24, torn: 2 } });
    expect(contradictionsIn(plan, result, { wall_ms: 1e6 })).toEqual([]);
  });
  it.each([
    null,
    {},
    { ...INTACT, acknowledged: -1 },
    { ...INTACT, lost: 0.5 },
    { ...INTACT, torn: 1e300 },
    { ...INTACT, opened: 'yes' },
    { ...INTACT, note: '<script>' },
  ])('is refused as %j', (reload) => {
    expect(accepts(reload)).toBe(false);
  });
});

describe('identities', () => {
  const honest = resultOf(rowOf('idb-strict', 1e6), rowOf('sahpool-wal', 2e6));
  it('hold for an honest result', () => {
    expect(contradictions({ ...recordOf(honest), wall_ms: 1e6 })).toEqual([]);
  });
  it.each<[string, (row: AppStorageRow, rows: AppStorageRow[]) => void]>([
    ['/rows', (row, rows) => rows.push(structuredClone(row))],
    ['/rows', (row) => (row.checksum = '00000001')],
    ['/rows/0/contender', (row) => (row.contender = 'cache')],
    ['/rows/0/status', (row) => (row.missing = 'page_only')],
    ['/rows/0/cells', (row) => row.cells.pop()],
    ['/rows/0/cells/1/ops', ({ cells }) => cells[1] && (cells[1].ops = 1)],
    ['/rows/0/cells/1/bytes', ({ cells }) => cells[1] && (cells[1].bytes = 1)],
    ['/rows/0/cells/1/storage_ns', ({ cells }) => cells[1]?.storage_ns.fill(1e12)],
    ['/rows/0/cells/1/flushes', ({ cells }) => cells[1] && (cells[1].flushes = null)],
    [
      '/rows/0/two_tabs/lost',
      (row) => (row.two_tabs = { second: 'shared', acknowledged: 20, refused: 0, lost: 21, damaged: 0 }),
    ],
    [
      '/rows/0/survival/lost',
      (row) => (row.survival = { acknowledged: 2, opened: true, lost: 3, torn: 0, damaged: 0 }),
    ],
    ['/rows/0/reload/lost', (row) => (row.reload = { ...INTACT, lost: 26 })],
    ['/rows/0/reload/torn', (row) => (row.reload = { ...INTACT, torn: 1001 })],
    ['/rows/0/reload/damaged', (row) => (row.reload = { ...INTACT, damaged: plan.batch_rows + 1 })],
    ['/rows/0/reload/opened', (row) => (row.reload = { ...INTACT, opened: false })],
    ['/rows/0/reload/opened', (row) => (row.reload = { ...INTACT, opened: false, lost: 25, torn: 1 })],
    ['/rows/0/reload/acknowledged', (row) => (row.reload = { ...INTACT, acknowledged: 1001 })],
    ['/rows/0/survival/damaged', (row) => (row.survival = { ...INTACT, damaged: plan.batch_rows + 1 })],
    [
      '/rows/0/two_tabs/damaged',
      (row) => (row.two_tabs = { second: 'shared', acknowledged: 20, refused: 0, lost: 0, damaged: 1e6 }),
    ],
    [
      '/rows/0/status',
      (row) => {
        row.status = 'stopped';
        row.reload = INTACT;
        row.cells[0]?.elapsed_ns.pop();
      },
    ],
  ])('%s is refused when it is forged', (pointer, forge) => {
    const forged = structuredClone(honest);
    const [first] = forged.rows;
    if (first) forge(first, forged.rows);
    expect(contradictionsIn(plan, forged, { wall_ms: 1e6 })).toContain(`/result${pointer}`);
  });
});

it('a probe of IndexedDB is of every round, and only there where a contender uses it', () => {
  const idb_probe = { clear_ns: [1e6], count_ns: [1e6], get_all_ns: [1e6] };
  const result = { ...resultOf(), idb_probe };
  expect(contradictionsIn(plan, result, { wall_ms: 1e6 })).toEqual([]);
  expect(contradictionsIn({ ...plan, contenders: ['coop'] }, result, { wall_ms: 1e6 })).toEqual(['/result/idb_probe']);
  const uneven = { ...result, idb_probe: { ...idb_probe, count_ns: [] } };
  expect(contradictionsIn(plan, uneven, { wall_ms: 1e6 })).toEqual(['/result/idb_probe']);
});

it('the standard plan compares the default set', () => {
  expect(standardPlan('app-storage').contenders).toEqual(DEFAULT_CONTENDERS);
});
