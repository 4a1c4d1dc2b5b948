import { describe, expect, it } from 'vitest';
import { analyticsNs, stepNs } from '../../src/families/app-storage/analytics.ts';
import { ANALYTICS_STEPS, AppStorageRow } from '../../src/families/app-storage/schema.ts';
import {
  CONTENDER_IDS,
  CONTENDERS,
  LIBRARIES,
  type ContenderId,
} from '../../src/families/app-storage/contender-ids.ts';
import { commitClass, shippedBytes, SYNC_COUNTS, syncsOf } from '../../src/families/app-storage/contenders.ts';
import { cellFigure, idbEngineOf, placesOf } from '../../src/families/app-storage/figures.ts';
import { contradictions } from '../../src/families/record-checks.ts';
import {
  DEFAULT_CONTENDERS,
  loopsOfContender,
  loopStepId,
  orderOfLoop,
  WORKLOAD_IDS,
  workOfWorkload,
} from '../../src/families/app-storage/plan.ts';
import type { FamilyId } from '../../src/families/ids.ts';
import { figuresOf, standardPlan, stepsOf, familyOf } from '../../src/families/families.ts';
import { SURVIVED_COUNTS } from '../../src/families/app-storage/survived.ts';
import { intervalOf } from '../../src/figures/index.ts';
import { contradictionsIn } from '../../test-support/record.ts';
import { plan, rowOf, INTACT, resultOf, recordOf } from '../../test-support/app-storage-rows.ts';

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

describe('analytics', () => {
  const analytics = {
    rows: 10_000,
    steps: ANALYTICS_STEPS.map((step) => ({ step, elapsed_ns: [3e6, 1e6, 2e6] })),
    kept: 10_000,
    stored_bytes: 300_000,
  };
  const contradictionsOf = (changes: object, rows: number | undefined = 10_000) => {
    const result = resultOf({ ...rowOf('sahpool-wal', 1e6), analytics: { ...analytics, ...changes } });
    return contradictionsIn({ ...plan, ...(rows && { analytics: rows }) }, result, { wall_ms: 1e6 });
  };

  it('is that of the planned rows, with a time or an error for each step', () => {
    expect(contradictionsOf({})).toEqual([]);
    expect(contradictionsOf({}, 0)).toContain('/result/rows/0/analytics/rows');
    expect(contradictionsOf({ kept: 10_001 })).toContain('/result/rows/0/analytics/kept');
    expect(contradictionsOf({ steps: [{ step: 'scan', elapsed_ns: [] }] })).toContain('/result/rows/0/analytics/steps');
    expect(contradictionsOf({ steps: [{ step: 'scan', elapsed_ns: [], error: 'no room' }] })).toEqual([]);
  });
  it('takes as long as an import, a restart and ten questions of each kind; nothing where rows were lost', () => {
    expect(stepNs(analytics, 'scan')).toBe(2e6);
    expect(analyticsNs(analytics)).toBe(22 * 2e6);
    expect(analyticsNs({ ...analytics, kept: 9_999 })).toBeNull();
    expect(analyticsNs({ ...analytics, steps: analytics.steps.slice(1) })).toBeNull();
  });
});

describe('the loops of a contender', () => {
  it('are fewer where one takes as long as several of another, and at least one', () => {
    const loopsBy = (loops: number) =>
      (['idb-strict', 'cache'] as const).map((id) => loopsOfContender({ ...plan, loops }, id));
    expect([1, 2, 3, 5, 7].map(loopsBy)).toEqual([
      [1, 1],
      [2, 1],
      [3, 1],
      [5, 2],
      [7, 2],
    ]);
  });
  it('are those in which its step is planned, with all others in their turn', () => {
    const changedPlan = { ...plan, contenders: ['cache', 'sahpool', 'idb-strict'] as ContenderId[] };
    const ids = stepsOf(familyOf<FamilyId>(changedPlan.family), changedPlan).map(({ id }) => id);
    for (const contender of changedPlan.contenders) {
      const loops = Array.from({ length: 9 }, (_, loop) => loop).filter((loop) =>
        ids.includes(loopStepId(contender, loop)),
      );
      expect(loops).toEqual(Array.from({ length: loopsOfContender(changedPlan, contender) }, (_, index) => index + 1));
    }
  });
});

describe('the work of a loop', () => {
  it('is that of its workloads, so that none is left when the last is done', () => {
    for (const puts of [1, 1_000]) {
      const changedPlan = { ...plan, puts };
      const work = stepsOf(familyOf<FamilyId>(changedPlan.family), changedPlan).find(
        ({ id }) => id === loopStepId('opfs-sync', 1),
      )?.work;
      const ofWorkloads = WORKLOAD_IDS.map((id) => workOfWorkload(changedPlan, id));
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
    const failedRow: AppStorageRow = { ...rowOf('idb-strict', 1e6), status: 'failed' };
    expect(figuresOf(recordOf(resultOf(failedRow)))).toEqual([]);
    const stoppedRow: AppStorageRow = { ...rowOf('opfs-sync', 1e6), status: 'stopped' };
    expect(figuresOf(recordOf(resultOf(stoppedRow)))).toHaveLength(WORKLOAD_IDS.length);
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
      if (CONTENDERS[id].library !== 'browser') expect(shippedBytes(id), id).toBeGreaterThan(5_000);
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
  const browserCounts = SURVIVED_COUNTS.flatMap(({ browser, counts }) =>
    counts.map((count) => ({ browser, ...count })),
  );
  it('was counted after enough puts, with its method', () => {
    for (const { contender, power_cut, killed_browser } of browserCounts) {
      expect(power_cut.acknowledged, contender).toBeGreaterThanOrEqual(100);
      expect(killed_browser.acknowledged, contender).toBeGreaterThanOrEqual(25);
    }
    for (const { version, method } of SURVIVED_COUNTS) expect([version, method]).not.toContain('');
  });
  it('is every answered put in the class that syncs in order, and not in the one that does not sync', () => {
    for (const { browser, contender, power_cut } of browserCounts) {
      const syncs = syncsOf(contender, browser)?.count;
      const [of, harm] = [syncs && commitClass(syncs), power_cut.lost + power_cut.torn];
      if (of === 'ordered') expect(harm, `${contender}, ${browser}`).toBe(0);
      if (of === 'unsynced') expect(harm, `${contender}, ${browser}`).toBeGreaterThan(0);
    }
  });
  it('is everything where only the browser was killed, but for DuckDB, which did not replay its log', () => {
    for (const { counts } of SURVIVED_COUNTS)
      for (const { killed_browser, contender } of counts) {
        expect(killed_browser.lost, contender).toBe(contender === 'duckdb' ? killed_browser.acknowledged : 0);
      }
  });
});

describe('the engine of IndexedDB', () => {
  const client = (family: 'edge' | 'firefox') =>
    ({ browser: { family, major: 1 }, os: { family: 'linux', major: null } }) as const;
  const engineOfRatios = (ratios: readonly number[], family: 'edge' | 'firefox' = 'edge') => {
    const get_all_ns = ratios.map(() => 4e6);
    const clear_ns = ratios.map((ratio) => ratio * 4e6 - 1e5);
    const idb_probe = { get_all_ns, clear_ns, count_ns: ratios.map(() => 1e5) };
    return idbEngineOf({ environment: { client: client(family) }, result: { ...resultOf(), idb_probe } });
  };
  it('is told from how long clearing and counting take beside reading all', () => {
    expect(engineOfRatios([0.2, 0.3, 0.3, 0.3, 1.5, 0.2, 0.3])).toEqual({ engine: 'sqlite', agreeing: 6, rounds: 7 });
    expect(engineOfRatios([1.2, 1.8, 0.9, 1.3, 1.7, 1.2, 1.3])).toEqual({ engine: 'leveldb', agreeing: 7, rounds: 7 });
  });
  it('is unknown where the quickest lie between the two, or most rounds say something else', () => {
    expect(engineOfRatios([0.4, 0.45, 0.4, 0.4, 0.4, 0.4, 0.4])?.engine).toBe('unknown');
    expect(engineOfRatios([0.3, 0.9, 1.5, 1.6, 1.5, 0.3, 1.3])?.engine).toBe('unknown');
    expect(engineOfRatios([])?.engine).toBe('unknown');
  });
  it('is asked of browsers on Chromium only', () => {
    expect(engineOfRatios([0.2, 0.3, 0.5], 'firefox')).toBeNull();
    expect(idbEngineOf({ environment: { client: client('edge') }, result: resultOf() })).toBeNull();
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
  it('hold where a slow contender ends after fewer loops, with other rows', () => {
    const changedPlan = { ...plan, contenders: ['sahpool-wal', 'cache'] as ContenderId[] };
    const slow = rowOf('cache', 5e6);
    slow.checksum = '00000002';
    for (const cell of slow.cells)
      Object.assign(cell, { elapsed_ns: cell.elapsed_ns.slice(0, 2), storage_ns: [], flushes: null });
    const pointersOf = (row: AppStorageRow) => contradictionsIn(changedPlan, resultOf(rowOf('sahpool-wal', 2e6), row));
    expect(pointersOf(slow)).toEqual([]);
    expect(pointersOf({ ...rowOf('cache', 5e6), checksum: slow.checksum })).toContain(
      '/result/rows/1/cells/0/elapsed_ns',
    );
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
    const forgedResult = structuredClone(honest);
    const [first] = forgedResult.rows;
    if (first) forge(first, forgedResult.rows);
    expect(contradictionsIn(plan, forgedResult, { wall_ms: 1e6 })).toContain(`/result${pointer}`);
  });
});

it('a probe of IndexedDB is of every round, and only there where a contender uses it', () => {
  const idb_probe = { clear_ns: [1e6], count_ns: [1e6], get_all_ns: [1e6] };
  const result = { ...resultOf(), idb_probe };
  expect(contradictionsIn(plan, result, { wall_ms: 1e6 })).toEqual([]);
  expect(contradictionsIn({ ...plan, contenders: ['coop'] }, result, { wall_ms: 1e6 })).toEqual(['/result/idb_probe']);
  const unevenResult = { ...result, idb_probe: { ...idb_probe, count_ns: [] } };
  expect(contradictionsIn(plan, unevenResult, { wall_ms: 1e6 })).toEqual(['/result/idb_probe']);
});

it('the standard plan compares the default set', () => {
  expect(standardPlan('app-storage').contenders).toEqual(DEFAULT_CONTENDERS);
});
