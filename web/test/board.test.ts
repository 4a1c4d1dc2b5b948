import {
  formatBoardId,
  METRIC_IDS,
  type MetricId,
  metricOf,
  OFFERED_METRIC_IDS,
  parseBoardId,
  type BoardParts,
  type Board,
  type BoardRow,
  type ReferenceRow,
} from '@opfsmark/schema/boards';
import { describe, expect, test, it, vi } from 'vitest';
import type { RunItem } from '@opfsmark/schema/api';
import { findBoard } from '../src/lib/features/board/board.server.ts';
import {
  boardAddress,
  LAYOUTS,
  leadingMetric,
  measuredMetrics,
  metricsOn,
  readBoardQuery,
  viewParameters,
  writtenMetric,
} from '../src/lib/features/board/query.ts';
import { isEmpty, rowsOf, crossTable } from '../src/lib/features/board/rows.ts';
import { driveDifferences } from '../src/lib/features/board/drive-differences.ts';
import { placeOnBoard } from '../src/lib/features/board/standing.ts';

const read = (address: string, boards: readonly BoardParts[] = []) =>
  readBoardQuery(new URLSearchParams(address), boards);
const idOf = (address: string) => formatBoardId(read(address));

test('every metric has a layout on whose boards it can be chosen, and no layout offers another one', () => {
  for (const layout of LAYOUTS) {
    expect(metricsOn(layout).length, layout).toBeGreaterThan(0);
    for (const id of metricsOn(layout)) expect(metricOf(id).layouts).toContain(layout);
  }
  expect(new Set(LAYOUTS.flatMap(metricsOn))).toEqual(new Set(METRIC_IDS));
});

test('a metric brings its layout, and a layout that was chosen decides which metrics there are', () => {
  expect(idOf('metric=picked_rnd_read')).toBe('device.picked_rnd_read.picked-folder');
  expect(idOf('metric=picked_file_wait')).toBe('device.picked_file_wait.picked-file');
  expect(idOf('metric=rnd4k_q1t1_write&layout=picked-folder')).toBe('device.picked_seq_read.picked-folder');
  expect(idOf('metric=picked_seq_read&layout=shared')).toBe('device.drive_score.shared');
  expect(idOf('metric=picked_create&layout=picked-folder&by=os')).toBe('os.picked_create.picked-folder');
});

test('the drive score comes first, then small reads, large reads and saves; where there is no score, small reads', () => {
  expect(metricsOn('shared').slice(0, 6)).toEqual([
    'drive_score',
    'rnd4k_q1t1_read',
    'rnd4k_q32t1_read',
    'seq1m_q1t1_read',
    'seq1m_q8t1_read',
    'rnd4k_q1t1_flush',
  ]);
  expect(metricsOn('node-direct')[0]).toBe('rnd4k_q1t1_read');
});

test('runs whose reads memory answered have a figure of what they wrote, on every layout where they write', () => {
  expect(LAYOUTS.map((layout) => [layout, writtenMetric(layout)])).toEqual([
    ['shared', 'seq1m_q1t1_write'],
    ['per-worker', 'seq1m_q1t1_write'],
    ['node', 'seq1m_q1t1_write'],
    ['node-direct', 'seq1m_q1t1_write'],
    ['picked-folder', 'picked_seq_write'],
    ['picked-file', null],
    ['app-storage', null],
    ['sustained', 'sustained_write'],
  ]);
});

test('what is unconfirmed is left out where the address says so, also on the next page and another board', () => {
  const query = read('by=drive&confirmed=1');
  expect([query.confirmedOnly, read('confirmed=yes').confirmedOnly]).toEqual([true, false]);
  for (const change of [{ cursor: 'abc' }, { subject: 'device' as const }])
    expect(read(boardAddress(query, change).split('?')[1] ?? '')).toEqual({ ...query, ...change });
});

test('the order of a board stays with another board, and in what a form sends', () => {
  const query = read('by=drive&sort=-name&confirmed=1&cursor=abc');
  expect(read(boardAddress(query, { subject: 'device' }).split('?')[1] ?? '').sort).toBe('-name');
  expect(viewParameters(query).toString()).toBe('by=drive&metric=drive_score&layout=shared&confirmed=1&sort=-name');
});

test('boards by drive and by interface have addresses like the others', () => {
  expect(idOf('by=drive&metric=drive_score')).toBe('drive.drive_score.shared');
  expect(idOf('by=interface&client=macos~chrome')).toBe('interface.drive_score.shared');
});

test('a page offers what it knows something of, from counted cells and from single runs, in the usual order', () => {
  const cells = [{ metric: 'seq1m_q1t1_write' }, { metric: 'of another time' }];
  const runs = [{ metrics: { rnd4k_q1t1_read: 1, picked_seq_read: 2 } }];
  expect(measuredMetrics(['shared'], cells, runs)).toEqual(['rnd4k_q1t1_read', 'seq1m_q1t1_write']);
  expect(measuredMetrics(['shared'], [], [])).toEqual([]);
});

test('an address that makes no sense is that of the default board', () => {
  expect(idOf('by=constructor&metric=toString&layout=__proto__')).toBe('device.drive_score.shared');
});

test('when something changes, the address begins at the first page', () => {
  const query = read('by=device&metric=rnd4k_q1t1_memory&client=linux~chrome&cursor=abc');
  const address = boardAddress(query, { layout: 'per-worker' });
  expect(read(address.split('?')[1] ?? '')).toEqual({ ...query, layout: 'per-worker', cursor: null });
});

describe('within one browser and system', () => {
  test('there is a filesystem, and only boards of devices', () => {
    expect(idOf('metric=drive_score&filesystem=apfs')).toBe('device.drive_score.shared');
    expect(idOf('by=os&client=macos~chrome&metric=nothing')).toBe('os.drive_score.shared');
    const query = read('metric=rnd4k_q1t1_read&client=macos~chrome&filesystem=apfs&q=%20Mac%20');
    expect(formatBoardId(query)).toBe('device.rnd4k_q1t1_read.shared.macos~chrome.apfs');
    expect(query.search).toBe('Mac');
    expect(idOf(boardAddress(query).split('?')[1] ?? '')).toBe(formatBoardId(query));
  });

  test('a metric that is comparable only there takes the first client that has a board', () => {
    const board = parseBoardId('device.rnd4k_q1t1_flush.shared.linux~firefox');
    if (!board) throw new Error('no board');
    expect(formatBoardId(read('by=os&metric=rnd4k_q1t1_flush', [board]))).toBe(formatBoardId(board));
    expect(parseBoardId(idOf('metric=rnd4k_q1t1_flush'))).not.toBeNull();
  });
});

test('a page opens with what is compared over all browsers, the drive first, and else with what there is', () => {
  const openingMetric = (...ids: MetricId[]) => leadingMetric(OFFERED_METRIC_IDS.filter((id) => ids.includes(id)));
  expect(openingMetric('rnd4k_q1t1_flush', 'rnd4k_q1t1_read', 'drive_score')).toBe('drive_score');
  expect(openingMetric('rnd4k_q1t1_flush', 'seq1m_q8t1_read', 'rnd4k_q1t1_read')).toBe('rnd4k_q1t1_read');
  // Where memory answered all reads, as its leaderboard does.
  expect(openingMetric('rnd4k_q1t1_flush', 'rnd4k_q1t1_memory', 'seq1m_q1t1_write')).toBe(writtenMetric('shared'));
  expect(openingMetric('app_put_coop')).toBe('app_put_coop');
  expect(openingMetric()).toBeNull();
});

const COMMON = { filesystem: null, p99_ns: null, providers: 3, runs: 3, run_id: 'r' } as const;
const baseRow = (slug: string, value: number) => ({
  ...COMMON,
  key: slug,
  subject: { slug, name: slug },
  value,
  low: value,
  high: value,
});
const rowAt = (slug: string, value: number, position: number, place?: number): BoardRow => ({
  ...baseRow(slug, value),
  position,
  ranked: place === undefined ? null : { place, rank: place, tied: false },
});

const BOARD: Board = {
  id: 'device.drive_score.shared',
  subject: 'device',
  metric: 'drive_score',
  unit: 'points',
  better: 'higher',
  generated_at: '2026-01-01T00:00:00.000Z',
  rows: [rowAt('a', 100, 1, 1), rowAt('b', 70, 2), rowAt('c', 50, 3, 2), rowAt('d', 10, 4)],
  total: 4,
  recent: [],
  next_cursor: null,
};
const QUERY = { confirmedOnly: false, sort: null };
const keysOf = (board: Board, query = QUERY) => rowsOf(board, query).map(({ key, ranked }) => [key, ranked?.place]);

describe('rows', () => {
  it('stand by value, and what is unconfirmed has no number', () => {
    expect(keysOf(BOARD)).toEqual([
      ['a', 1],
      ['b', undefined],
      ['c', 2],
      ['d', undefined],
    ]);
    expect(rowsOf(BOARD, QUERY).find(({ key }) => key === 'b')?.position).toBe(2);
  });

  it('are the confirmed ones alone where the switch says so', () =>
    expect(keysOf(BOARD, { confirmedOnly: true, sort: null })).toEqual([
      ['a', 1],
      ['c', 2],
    ]));

  it('are there without a single number', () => {
    const youngBoard: Board = { ...BOARD, rows: [rowAt('b', 70, 1)] };
    expect(keysOf(youngBoard)).toEqual([['b', undefined]]);
    expect([isEmpty(youngBoard), isEmpty({ ...youngBoard, rows: [] })]).toEqual([false, true]);
  });

  it('are joined by references in their place by value, which are no results and have no place', () => {
    const reference: ReferenceRow = {
      ...{ key: 'a', name: 'Virtual machine', measured_at: '2026-11-22T00:00:00Z' },
      ...{ os: 'linux', browser: 'chrome', version: '156', filesystem: 'ext4', value: 25, p99_ns: null },
    };
    const board: Board = { ...BOARD, references: [reference] };
    const rows = rowsOf(board, { confirmedOnly: false, sort: null });
    expect(rows.map(({ value }) => value)).toEqual(rows.map(({ value }) => value).toSorted((a, b) => b - a));
    const [referenceRow, ...otherRows] = rows.filter((row) => row.reference);
    expect(referenceRow).toMatchObject({ position: null, ranked: null, low: 25, high: 25, reference });
    expect(otherRows).toEqual([]);
    expect(keysOf(board, { confirmedOnly: true, sort: null })).toEqual(
      keysOf(BOARD, { confirmedOnly: true, sort: null }),
    );
    expect(isEmpty({ ...board, rows: [] })).toBe(true);
  });

  it('that are folded are there, and have no place among the others', () => {
    const folded: BoardRow[] = [{ ...baseRow('far', 900), position: null, ranked: null, fold: 'far' }];
    expect([isEmpty({ ...BOARD, rows: [], folded }), keysOf({ ...BOARD, rows: [], folded })]).toEqual([false, []]);
    expect(placeOnBoard({ ...BOARD, folded }, 'far', 900)).toBe('far');
  });
});

describe('the place of a result on a board', () => {
  it('is by its own value among the others, whether or not its device is listed', () => {
    expect(placeOnBoard(BOARD, 'new', 60)).toEqual({ position: 3, total: 5 });
    expect(placeOnBoard(BOARD, 'd', 60)).toEqual({ position: 3, total: 4 });
    expect(placeOnBoard({ ...BOARD, better: 'lower' }, 'new', 60)).toEqual({ position: 3, total: 5 });
  });

  it('is not known behind the first page, and nobody is first alone', () => {
    const longBoard: Board = { ...BOARD, total: 90, next_cursor: 'x' };
    expect(placeOnBoard(longBoard, 'new', 60)).toEqual({ position: 3, total: 91 });
    expect(placeOnBoard(longBoard, 'new', 1)).toBeNull();
    expect(placeOnBoard({ ...BOARD, rows: [rowAt('d', 10, 1)], total: 1 }, 'd', 12)).toBeNull();
  });
});

function item(filesystem: string | null, browser: string, value?: number): RunItem {
  return {
    run_id: '0123456789ABCDEF',
    created_at: '2026-11-21T10:00:00.000Z',
    trust: 1,
    device: { slug: 'mac-mini', name: 'Mac mini' },
    drive: null,
    filesystem,
    os: 'macos',
    browser,
    family: 'matrix',
    profile: 'quick',
    metrics: value === undefined ? {} : { drive_score: value },
    links: { self: '/api', html: '/r' },
  };
}

test('medians of what both properties are known of, the most frequent first', () => {
  const runs = [
    item('APFS', 'chrome', 1),
    item('exFAT', 'chrome', 10),
    item('exFAT', 'chrome', 30),
    item('exFAT', 'firefox', 5),
    item(null, 'chrome', 100),
    item('APFS', 'safari'),
  ];
  expect(
    crossTable(
      runs,
      'drive_score',
      (run) => run.filesystem,
      (run) => run.browser,
    ),
  ).toEqual({
    columns: ['chrome', 'firefox'],
    rows: [
      {
        name: 'exFAT',
        cells: [
          { value: 20, runs: 2 },
          { value: 5, runs: 1 },
        ],
      },
      { name: 'APFS', cells: [{ value: 1, runs: 1 }, null] },
    ],
  });
});

test('names with as many runs stand in one order, whatever language the computer has that draws the table', () => {
  const ofEstonia = new Intl.Collator('et').compare;
  const compare = vi.spyOn(String.prototype, 'localeCompare').mockImplementation(function (
    this: string,
    other,
    locale,
  ) {
    return locale === 'en' ? new Intl.Collator('en').compare(this, other) : ofEstonia(this, other);
  });
  const runs = [item('ZFS', 'chrome', 1), item('XFS', 'chrome', 1)];
  const { rows } = crossTable(
    runs,
    'drive_score',
    (run) => run.filesystem,
    (run) => run.browser,
  );
  expect(rows.map(({ name }) => name)).toEqual(['XFS', 'ZFS']);
  compare.mockRestore();
});

test('an address reads at most four boards however empty they are, and one with a filter reads of its layout alone', async () => {
  const boards = LAYOUTS.flatMap((layout) => {
    const [metric] = metricsOn(layout);
    return metric ? [{ subject: 'device' as const, metric, layout, client: null, filesystem: null }] : [];
  });
  const requestedLayouts = async (address: string) => {
    const ids: string[] = [];
    const fetch = (request: Request) => {
      ids.push(decodeURIComponent(new URL(request.url).pathname.split('/').at(-1) ?? ''));
      return Promise.resolve(Response.json({ rows: [], recent: [] }));
    };
    const platform = { env: { API: { fetch } } } as unknown as Readonly<App.Platform>;
    const url = new URL(`https://site.example/leaderboard?${address}`);
    await findBoard(platform, url, readBoardQuery(url.searchParams, boards), boards);
    return ids.map((id) => parseBoardId(id)?.layout);
  };
  expect((await requestedLayouts('')).length).toBeLessThanOrEqual(4);
  expect(new Set(await requestedLayouts('')).size).toBe(2);
  expect(new Set(await requestedLayouts('client=linux~firefox'))).toEqual(new Set(['shared']));
  expect(new Set(await requestedLayouts('layout=app-storage'))).toEqual(new Set(['app-storage']));
  expect((await requestedLayouts('metric=rnd4k_q1t1_write')).length).toBe(1);
});

test('an address without a figure opens the first board that has references, where nothing is listed', async () => {
  const fetch = ({ url }: Request) => {
    const references = url.includes('seq1m_q1t1_write') ? { references: [{}] } : {};
    return Promise.resolve(Response.json({ rows: [], recent: [], ...references }));
  };
  const platform = { env: { API: { fetch } } } as unknown as Readonly<App.Platform>;
  const openingMetric = async (address: string) => {
    const url = new URL(`https://site.example/leaderboard?${address}`);
    return (await findBoard(platform, url, readBoardQuery(url.searchParams), [])).query.metric;
  };
  expect(await openingMetric('')).toBe('seq1m_q1t1_write');
  expect(await openingMetric('metric=drive_score')).toBe('drive_score');
});

test.each([
  ['a text', 'cursor=bogus'],
  ['one of another order', 'sort=name&metric=drive_score&cursor=AAAA'],
  ['nothing', 'cursor='],
])('a cursor that is %s opens the first page, and no cursor is left of it', async (_, address) => {
  const fetch = ({ url }: Request) =>
    Promise.resolve(
      new URL(url).searchParams.has('cursor')
        ? Response.json({ type: 'about:blank', title: 'A parameter is not valid', status: 400 }, { status: 400 })
        : Response.json({ rows: [{}], recent: [] }),
    );
  const platform = { env: { API: { fetch } } } as unknown as Readonly<App.Platform>;
  const url = new URL(`https://site.example/leaderboard?${address}`);
  const { query, answer } = await findBoard(platform, url, readBoardQuery(url.searchParams), []);
  expect([answer.ok, query.cursor]).toEqual([true, null]);
});

test('a service that is down is not asked for the first page too', async () => {
  let asked = 0;
  const fetch = () => Promise.resolve(Response.json({ asked: ++asked }, { status: 503 }));
  const platform = { env: { API: { fetch } } } as unknown as Readonly<App.Platform>;
  const url = new URL('https://site.example/leaderboard?cursor=abc');
  const { answer } = await findBoard(platform, url, readBoardQuery(url.searchParams), []);
  expect([answer.ok, asked]).toEqual([false, 1]);
});

test('the drives of a device are set apart by what clearly differs, saves within one browser and system', () => {
  const drives = [
    { slug: 'old', name: 'Old' },
    { slug: 'new', name: 'New' },
  ];
  const runOf = (slug: string, rate: number, wait: number, browser = 'chrome') =>
    ({
      drive: { slug, name: slug },
      ...{ os: 'linux', browser },
      metrics: { seq1m_q8t1_read: rate, rnd4k_q1t1_flush: wait },
    }) as unknown as RunItem;
  const runs = [
    ...[100, 101, 99, 100].map((rate) => runOf('old', rate, 9e6)),
    ...[102, 98, 100, 101].map((rate) => runOf('new', rate, 3e6)),
    runOf('new', 100, 1, 'firefox'),
  ];
  const differences = driveDifferences(runs, drives, ['seq1m_q8t1_read', 'rnd4k_q1t1_flush', 'drive_score']);
  expect(differences).toEqual([
    { metric: 'rnd4k_q1t1_flush', values: [9e6, 3e6], ratio: 3 },
    { metric: 'seq1m_q8t1_read', values: [100, 100], ratio: null },
  ]);
  // The range of many runs is far wider than what their median may be.
  const many = (slug: string, rate: number) =>
    Array.from({ length: 40 }, (_, run) => runOf(slug, rate * (0.75 + run / 78), 9e6));
  const [found] = driveDifferences([...many('old', 100), ...many('new', 130)], drives, ['seq1m_q8t1_read']);
  expect(found?.ratio).toBeCloseTo(1.3);
});
