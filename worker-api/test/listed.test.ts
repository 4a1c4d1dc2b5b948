/** A run that counts stands on its boards at once: in its place by value, found, and gone with its run. */
import { env } from 'cloudflare:workers';
import { type CellSummary, ModelView, type RunReceipt, RunView, Stats } from '@opfsmark/schema/api';
import {
  Board,
  BOARD_SUBJECTS,
  DeviceList,
  formatBoardId,
  METRIC_IDS,
  metricOf,
  SubjectList,
} from '@opfsmark/schema/boards';
import { BROWSER_FAMILIES, FILESYSTEMS, OS_FAMILIES, randomId } from '@opfsmark/schema/documents';
import { DELETION_KEY } from '@opfsmark/schema/test-support/upload';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { packBoards, unpackBoards } from '../src/boards/stored-metrics.ts';
import { countHourly } from '../src/aggregation/hourly.ts';
import {
  COUNTS_ROWS,
  ask,
  joinGroup,
  makeGroup,
  moderate,
  publish,
  put,
  readBoard,
  readGroup,
  rowsOf,
} from './client.ts';
import { startEmpty } from './empty.ts';
import { confirm, copyRun, makeUpload, publishTrusted, publishVia, tagOf } from './runs.ts';

const METRIC_ID = 'seq1m_q8t1_write';
const METRIC = `${METRIC_ID}.shared`;
const OPEN = { TRUST_POLICY: 'open' } as const;

const boardOf = (subject = 'device', bindings = {}) => readBoard(`${subject}.${METRIC}`, bindings);

async function search(q: string, bindings = {}) {
  return DeviceList.parse(await (await ask(`/api/v1/devices?q=${encodeURIComponent(q)}`, {}, bindings)).json()).devices;
}

const uploadOf = (device: string, speed: number, declared = {}) =>
  makeUpload({ declared: { device, filesystem: 'ext4', ...declared }, speed, rig_id: randomId() });

const placesOf = ({ rows }: Board) => rows.map(({ key, position, ranked }) => [key, position, ranked?.place ?? null]);

describe.each([
  ['guarded', {}],
  ['open', OPEN],
])('where the policy is %s', (policy, bindings) => {
  const isOpen = policy === 'open';
  const ids: Record<string, string> = {};

  beforeAll(async () => {
    await startEmpty();
    ids['Slow'] = await publishTrusted(uploadOf('Slow', 0.25, { drive: 'Slow 870', interface: 'UFS' }), 1, bindings);
    ids['Quick'] = await publishTrusted(uploadOf('Quick', 1.8, { drive: 'Quick 990', interface: 'NVMe' }), 2, bindings);
    ids['Again'] = await publishTrusted(uploadOf('Slow', 0.5, { drive: 'slow-870', interface: 'UFS' }), 3, bindings);
    ids['Middle'] = await publishTrusted(uploadOf('Middle', 1, { filesystem: 'XFS' }), 4, bindings);
  });

  it('every row has its place by value, with an interval, and a number where one is due', async () => {
    const board = await boardOf('device', bindings);
    expect(placesOf(board)).toEqual([
      ['quick', 1, isOpen ? 1 : null],
      ['middle', 2, isOpen ? 2 : null],
      ['slow', 3, isOpen ? 3 : null],
    ]);
    const slow = board.rows.at(-1);
    expect(slow).toMatchObject({ providers: 2, runs: 2, value: slow?.low, run_id: ids['Slow'] });
    expect(slow?.high).toBeGreaterThan(slow?.low ?? Infinity);
    expect([board.total, board.policy, board.folded, board.recent]).toEqual([
      3,
      isOpen ? 'open' : undefined,
      undefined,
      [],
    ]);
  });

  it.each(BOARD_SUBJECTS)('what a board by %s lists is what its statistics and its page say', async (subject) => {
    const summaryOf = ({
      providers,
      low,
      high,
      run_id,
    }: Pick<CellSummary, 'providers' | 'low' | 'high' | 'run_id'>) => {
      return { providers, low, high, run_id };
    };
    const cellOf = (metrics: readonly CellSummary[]) => {
      const cell = metrics.find(({ metric }) => metric === METRIC_ID);
      return cell && { ...summaryOf(cell), value: cell.p50, unconfirmed: cell.unconfirmed ?? false, of: cell.of };
    };
    const { rows } = await boardOf(subject, bindings);
    expect(rows).not.toEqual([]);
    for (const row of rows) {
      const of = isOpen ? 'machines' : 'providers';
      const expected = { ...summaryOf(row), value: row.value, unconfirmed: row.ranked === null, of };
      const cut = encodeURIComponent(`${subject}|2.shared|${row.key}`);
      const stats = Stats.parse(await (await ask(`/api/v1/stats?cut=${cut}`, {}, bindings)).json());
      expect(cellOf(stats.metrics)).toEqual(expected);
      if (subject !== 'device' && subject !== 'drive') continue;
      const answer = await ask(`/api/v1/${subject}s/${row.subject.slug}`, {}, bindings);
      const { name, layouts, status } = ModelView.parse(await answer.json());
      expect([name, status]).toEqual([row.subject.name, isOpen ? 'approved' : 'pending']);
      expect(cellOf(layouts.find(({ layout }) => layout === 'shared')?.metrics ?? [])).toEqual(expected);
    }
  });

  it('a run without evidence counts where everybody is trusted, and else stands under the rows with its reason', async () => {
    const { run_id } = await publish(uploadOf('No Ticket', 1.4), undefined, 5, bindings);
    const board = await boardOf('device', bindings);
    expect(board.rows.map(({ key }) => key)).toEqual(
      isOpen ? ['quick', 'no-ticket', 'middle', 'slow'] : ['quick', 'middle', 'slow'],
    );
    expect(board.recent.map((row) => [row.run_id, row.unranked_because])).toEqual(
      isOpen ? [] : [[run_id, ['no_ticket']]],
    );
    const { runs } = ModelView.parse(await (await ask('/api/v1/devices/no-ticket', {}, bindings)).json());
    expect(runs[0]?.trust).toBe(isOpen ? 1 : 0);
  });

  it.each([
    ['published', {}],
    ['in memory', { keptInMemory: true }],
  ])('answers say the same everywhere of whether a run counts that was %s', async (how, options) => {
    const upload = makeUpload({ ...options, declared: { device: `Said alike ${how}` } });
    const group = await makeGroup();
    const { run_id, trust, unranked_because, status } = await publish(upload, undefined, 70, bindings);
    await joinGroup(group, run_id);
    const repeatReceipt = await (await put(run_id, upload, {}, bindings)).json<RunReceipt>();
    const view = RunView.parse(await (await ask(`/api/v1/runs/${run_id}`, {}, bindings)).json());
    const inGroup = (await readGroup(group, bindings)).runs.find((run) => run.run_id === run_id);
    const onBoard = (await boardOf('device', bindings)).recent.find((run) => run.run_id === run_id);
    const counts = isOpen && how === 'published';
    expect([status, trust, onBoard === undefined]).toEqual(['published', counts ? 1 : 0, counts]);
    // Where everybody is trusted nobody is asked for a ticket, and nothing is deleted for want of one.
    expect(unranked_because.includes('no_ticket')).toBe(!isOpen);
    for (const one of [repeatReceipt, view, inGroup, ...(onBoard ? [onBoard] : [])])
      expect(one).toMatchObject({ trust, unranked_because });
  });

  it('is found by its name, marked where nobody has confirmed it', async () => {
    const mark = isOpen ? {} : { unconfirmed: true };
    for (const q of ['uick', 'ＱＵＩＣＫ'])
      expect(await search(q, bindings)).toEqual([{ slug: 'quick', name: 'Quick', ...mark }]);
    for (const { slug } of await search('', bindings))
      expect((await ask(`/api/v1/devices/${slug}`, {}, bindings)).status).toBe(200);
    const drives = await ask(`/api/v1/boards/drive.${METRIC}/subjects?q=870+slow`, {}, bindings);
    expect(SubjectList.parse(await drives.json()).subjects).toMatchObject([
      { key: 'slow-870', name: 'Slow 870', ...mark },
    ]);
  });

  it('a rejected device is not listed', async () => {
    await publishTrusted(uploadOf('Rude', 1.3), 6, bindings);
    expect(JSON.stringify(await boardOf('device', bindings))).toContain('Rude');
    expect((await moderate('POST', '/devices/rude/status', { status: 'rejected' }, bindings)).status).toBe(200);
    expect(JSON.stringify(await boardOf('device', bindings))).not.toContain('Rude');
    expect(await search('rude', bindings)).toEqual([]);
  });

  it('a deleted run is gone at once', async () => {
    expect(
      (await ask(`/api/v1/runs/${ids['Quick']}`, { method: 'DELETE', headers: deletion() }, bindings)).status,
    ).toBe(204);
    expect((await boardOf('device', bindings)).rows.map(({ key }) => key)).not.toContain('quick');
    expect(await search('quick', bindings)).toEqual([]);
    for (const subject of ['drive', 'interface'])
      expect(JSON.stringify(await boardOf(subject, bindings))).not.toContain(ids['Quick']);
  });
});

const deletion = () => ({ authorization: `Bearer ${DELETION_KEY}` });

describe('a number', () => {
  let slowId = '';
  beforeAll(async () => {
    await startEmpty();
    slowId = await publishTrusted(uploadOf('Slow', 0.25), 1);
    await publishTrusted(uploadOf('Slow', 0.5), 2);
    await publishTrusted(uploadOf('Quick', 1.8), 3);
  });

  it('is for a row that a moderator has confirmed, whose value is then of its confirmed runs', async () => {
    const before = (await boardOf()).rows.find(({ key }) => key === 'slow');
    expect(before).toMatchObject({ ranked: null, providers: 2 });
    await confirm(slowId);
    const board = await boardOf();
    expect(placesOf(board)).toEqual([
      ['quick', 1, null],
      ['slow', 2, 1],
    ]);
    expect(board.rows[1]).toMatchObject({ run_id: slowId, providers: 1, runs: 2, ranked: { rank: 1, tied: false } });
    const view = RunView.parse(await (await ask(`/api/v1/runs/${slowId}`)).json());
    expect(view).toMatchObject({ confirmed: true, confirmed_by: null });
    expect((await search('low')).map(({ slug, unconfirmed = false }) => [slug, unconfirmed])).toEqual([
      ['slow', false],
    ]);
  });

  it('moves by nothing that nobody has confirmed, and goes when it is taken back', async () => {
    const confirmedRow = async () => (await boardOf()).rows.find(({ key }) => key === 'slow');
    const before = await confirmedRow();
    for (let network = 10; network < 20; network++) await publishTrusted(uploadOf('Slow', 0.02), network);
    expect(await confirmedRow()).toEqual({ ...before, runs: 12 });
    expect((await moderate('POST', `/runs/${slowId}/status`, { status: 'published', reason: 'checked' })).status).toBe(
      200,
    );
    expect(await confirmedRow()).toMatchObject({ ranked: null, providers: 12 });
  });

  it('is also for a run without a ticket, or of a hosting provider, that a person has confirmed', async () => {
    const ticketless = (await publish(uploadOf('Lab', 0.8), undefined, 30)).run_id;
    const hosted = await publishVia(uploadOf('Hosted', 0.4), { network: 31, asn: 24_940 });
    const { recent, rows } = await boardOf();
    expect(recent.map(({ run_id, unranked_because }) => [run_id, unranked_because])).toEqual([
      [ticketless, ['no_ticket']],
      [hosted, ['hosting']],
    ]);
    expect(rows.map(({ key }) => key)).not.toContain('lab');
    for (const id of [ticketless, hosted]) await confirm(id);
    const after = await boardOf();
    expect(after.recent).toEqual([]);
    expect(after.rows.filter(({ ranked }) => ranked).map(({ key }) => key)).toEqual(['lab', 'hosted']);
  });
});

it('what is far better than others is folded from the first hour, and counts', async () => {
  await startEmpty();
  for (let i = 0; i < 6; i++) await publishTrusted(uploadOf(`Owner ${i}`, 0.1 + i / 100), i);
  const runId = await publishTrusted(uploadOf('Far', 1), 20);
  const { rows, folded = [], total } = await boardOf();
  expect([rows.length, total]).toEqual([6, 6]);
  expect(folded.map(({ run_id, fold, position }) => [run_id, fold, position])).toEqual([[runId, 'far', null]]);
  const stats = Stats.parse(await (await ask(`/api/v1/stats?cut=${encodeURIComponent('os|2.shared|linux')}`)).json());
  expect(stats.runs).toBe(7);
});

it('of runs without a place each provider shows a few, whatever it sends', async () => {
  await startEmpty();
  const honest = (await publish(uploadOf('Honest', 1), undefined, 1)).run_id;
  for (let i = 0; i < 25; i++) await publish(uploadOf(`Junk ${i}`, 2), undefined, 2);
  const { recent } = await boardOf();
  expect(recent.map(({ run_id }) => run_id)).toContain(honest);
  expect(recent).toHaveLength(6);
});

it.runIf(COUNTS_ROWS)(
  'a list of several pages goes on where the last one ended, and a page reads its rows alone',
  async () => {
    await startEmpty();
    const runId = await publishTrusted(uploadOf('Copied', 0.6), 6);
    await copyRun(env.DB, runId, 200, {
      device: "'copied-' || n",
      name: "'Copied ' || n",
      network: tagOf('n'),
      provider: tagOf('n'),
      metrics: "replace(metrics, substr(metrics, 1, instr(metrics, '/') - 1), 1000 + n)",
    });
    await env.DB.prepare(
      `INSERT INTO cohort (cut, runs, confirmed, body, stale, counted_ms, version)
     SELECT 'device|2.shared|' || device, 0, 0, '{}', 1, 0, 0 FROM run WHERE device LIKE 'copied-%'`,
    ).run();
    await countHourly(env, Date.now(), 0, () => true);
    const keys: string[] = [];
    let cursor = '';
    for (let page = 0; page < 5; page++) {
      const answer = await ask(`/api/v1/boards/device.${METRIC}${cursor}`, {}, { METER_D1: '1' });
      const board = Board.parse(await answer.json());
      // The order, warnings and runs without a place; of each entry of the page its name, its row and its only run.
      expect(rowsOf(answer).read).toBeLessThanOrEqual(4 + 3 * 50);
      expect(board.rows.map(({ position }) => position)).toEqual(board.rows.map((_, i) => keys.length + i + 1));
      keys.push(...board.rows.map(({ key }) => key));
      cursor = board.next_cursor === null ? '' : `?cursor=${board.next_cursor}`;
      if (cursor === '') break;
    }
    expect([keys.length, new Set(keys).size]).toEqual([201, 201]);
  },
);

it('the order of long lists is written in few calls, and what it has no more is gone', async () => {
  await startEmpty();
  const runId = await publishTrusted(uploadOf('Copied', 0.6), 6);
  await copyRun(env.DB, runId, 60, { device: "'copied-' || n", network: tagOf('n'), provider: tagOf('n') });
  await env.DB.prepare(
    `INSERT INTO cohort (cut, runs, confirmed, body, stale, counted_ms, version)
     SELECT 'device|2.shared|' || device, 0, 0, '{}', 1, 0, 0 FROM run WHERE device LIKE 'copied-%'`,
  ).run();
  await countHourly(env, Date.now(), 0, () => true);
  const parts = async () =>
    (await env.DB.prepare('SELECT prefix, metric, part FROM list ORDER BY 1, 2, 3').all()).results;
  const ordered = await parts();
  expect(ordered.length).toBeGreaterThan(5);
  await env.DB.prepare('INSERT INTO list SELECT prefix, metric, part + 7, entries FROM list').run();
  const batch = vi.fn(async (statements: D1PreparedStatement[]) => env.DB.batch(statements));
  const DB = { prepare: (sql: string) => env.DB.prepare(sql), batch } as unknown as D1Database;
  await countHourly({ ...env, DB }, Date.now(), 0, () => true);
  // One marks what has become too old, one is of the list, and one of what there is at all.
  expect(batch).toHaveBeenCalledTimes(3);
  expect(await parts()).toEqual(ordered);
});

it('all boards that there can be are one value of the database, which has 2 MB', () => {
  const clients = OS_FAMILIES.flatMap((os) => BROWSER_FAMILIES.map((browser) => ({ os, browser })));
  const ids = METRIC_IDS.flatMap((metric) =>
    metricOf(metric).layouts.flatMap((layout) => [
      ...BOARD_SUBJECTS.map((subject) => formatBoardId({ subject, metric, layout, client: null, filesystem: null })),
      ...clients.flatMap((client) =>
        [null, ...FILESYSTEMS.map((name) => name.toLowerCase())].map((filesystem) =>
          formatBoardId({ subject: 'device', metric, layout, client, filesystem }),
        ),
      ),
    ]),
  );
  const sets = packBoards(ids);
  expect(unpackBoards(sets).toSorted()).toEqual(ids.toSorted());
  expect(JSON.stringify(ids).length).toBeGreaterThan(2_000_000);
  expect(JSON.stringify(sets).length).toBeLessThan(1_000_000);
});

it('the page of a device has the runs and the drive that stand for its figures, the newest of each provider that counts, and few of one, whatever it sends', async () => {
  await startEmpty();
  const honest = [
    await publishTrusted(uploadOf('Shared', 1, { drive: 'True 870' }), 1),
    await publishTrusted(uploadOf('Shared', 1.1, { drive: 'True 870' }), 2),
    await publishTrusted(uploadOf('Shared', 2, { drive: 'True 870' }), 3),
    await publishTrusted(uploadOf('Shared', 3, { drive: 'True 870' }), 4),
  ];
  const junk = await publishTrusted(uploadOf('Shared', 0.9, { drive: 'Junk 0' }), 5);
  const junkDrives = { drive: "'junk-' || (n % 9)", drive_name: "'Junk ' || (n % 9)" };
  await copyRun(env.DB, junk, 150, { created_ms: 'created_ms + n', evidence: '1', ...junkDrives });
  const { runs, drives } = ModelView.parse(await (await ask('/api/v1/devices/shared')).json());
  expect(runs.map(({ run_id }) => run_id)).toEqual(expect.arrayContaining(honest));
  expect(runs.filter(({ drive }) => drive?.slug.startsWith('junk'))).toHaveLength(5);
  expect(drives.map(({ slug }) => slug)).toContain('true-870');
});

it('a device is found by any word of its name, whatever one provider sends', async () => {
  await startEmpty();
  await publishTrusted(uploadOf('Honest Notebook E15', 1), 1);
  await publish(uploadOf('Ticketless Notebook E16', 1), undefined, 2);
  const junk = (await publish(uploadOf('Junk', 0.9), undefined, 3)).run_id;
  await copyRun(env.DB, junk, 150, { created_ms: 'created_ms + n', device: "'junk-' || n", listed: '0' });
  expect((await search('notebook')).map(({ slug }) => slug)).toEqual([
    'honest-notebook-e15',
    'ticketless-notebook-e16',
  ]);
});

it('the page of a device names its drives, each as most of its runs spell it', async () => {
  for (const drive of ['Spelt 9', 'SPELT 9', 'SPELT 9', 'Other 1'])
    await publish(uploadOf('Many drives', 0.1, { drive }), undefined, 50);
  const view = ModelView.parse(await (await ask('/api/v1/devices/many-drives')).json());
  expect(view.drives).toEqual([
    { slug: 'spelt-9', name: 'SPELT 9' },
    { slug: 'other-1', name: 'Other 1' },
  ]);
});
