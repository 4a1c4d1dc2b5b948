/** What is listed stands on its boards at once: in its place by value, marked, found, and gone with its run. */
import { env } from 'cloudflare:workers';
import { type CellSummary, ModelView, type RunReceipt, RunView, Stats } from '@opfsmark/schema/api';
import { Board, BOARD_SUBJECTS, DeviceList, SubjectList } from '@opfsmark/schema/boards';
import { randomId } from '@opfsmark/schema/documents';
import { DELETION_KEY } from '@opfsmark/schema/test-support/upload';
import { beforeAll, describe, expect, it } from 'vitest';
import { countHourly } from '../src/aggregation/hourly.ts';
import { RECENT_PER_SCOPE } from '../src/store/listing.ts';
import { COUNTS_ROWS, ask, joinGroup, makeGroup, publish, put, readBoard, readGroup, rowsOf } from './client.ts';
import { copyRun, makeUpload, publishFromNetworks, publishTrusted, tagOf } from './runs.ts';

const METRIC_ID = 'seq1m_q8t1_write';
const METRIC = `${METRIC_ID}.shared`;
const OPEN = { TRUST_POLICY: 'open' } as const;

const boardOf = (subject = 'device', bindings = {}) => readBoard(`${subject}.${METRIC}`, bindings);

async function search(q: string, bindings = {}) {
  return DeviceList.parse(await (await ask(`/api/v1/devices?q=${encodeURIComponent(q)}`, {}, bindings)).json()).devices;
}

const uploadOf = (device: string, speed: number, declared = {}) =>
  makeUpload({ declared: { device, filesystem: 'ext4', ...declared }, speed, rig_id: randomId() });

/** From best to worst; Middle is ranked. */
const ids: Record<string, string> = {};

beforeAll(async () => {
  await publishFromNetworks(3, () => uploadOf('Middle', 1, { filesystem: 'XFS' }));
  ids['Slow'] = await publishTrusted(uploadOf('Slow', 0.25, { drive: 'Slow 870', interface: 'UFS' }), 1);
  ids['Quick'] = await publishTrusted(uploadOf('Quick', 1.8, { drive: 'Quick 990', interface: 'NVMe' }), 2);
  ids['Again'] = await publishTrusted(uploadOf('Slow', 0.5, { drive: 'slow-870', interface: 'UFS' }), 3);
  ids['Middle'] = await publishTrusted(uploadOf('Middle', 2, { filesystem: 'XFS' }), 4);
});

it('makes its device one like others only where everything that is listed counts', async () => {
  const statusWith = async (bindings: object) =>
    ModelView.parse(await (await ask('/api/v1/devices/quick', {}, bindings)).json()).status;
  expect(await statusWith({})).toBe('pending');
  expect(await statusWith(OPEN)).toBe('approved');
});

describe.each([
  ['guarded', {}],
  ['open', OPEN],
])('where the policy is %s, one function counts:', (_, bindings) => {
  const summaryOf = ({ networks, low, high, run_id }: Pick<CellSummary, 'networks' | 'low' | 'high' | 'run_id'>) => {
    return { networks, low, high, run_id };
  };
  const cellOf = (metrics: readonly CellSummary[]) => {
    const { p50, unconfirmed = false, ...cell } = metrics.find(({ metric }) => metric === METRIC_ID) ?? noMetric();
    return { ...summaryOf(cell), value: p50, unconfirmed };
  };
  const noMetric = (): never => {
    throw new Error(`nothing of ${METRIC_ID}`);
  };

  it.each(BOARD_SUBJECTS)('what a board by %s lists is what its statistics and its page say', async (subject) => {
    const { rows, unconfirmed = [] } = await boardOf(subject, bindings);
    const listedRows = [...rows, ...unconfirmed];
    expect(listedRows).not.toEqual([]);
    for (const row of listedRows) {
      const expected = { ...summaryOf(row), value: row.value, unconfirmed: !rows.some(({ key }) => key === row.key) };
      const cut = encodeURIComponent(`${subject}|2.shared|${row.key}`);
      const stats = Stats.parse(await (await ask(`/api/v1/stats?cut=${cut}`, {}, bindings)).json());
      expect(cellOf(stats.metrics)).toEqual(expected);
      if (subject !== 'device' && subject !== 'drive') continue;
      const answer = await ask(`/api/v1/${subject}s/${row.subject.slug}`, {}, bindings);
      const { name, layouts } = ModelView.parse(await answer.json());
      expect(name).toBe(row.subject.name);
      expect(cellOf(layouts.find(({ layout }) => layout === 'shared')?.metrics ?? [])).toEqual(expected);
    }
  });
});

describe('an unconfirmed result', () => {
  it('has its place by value among the ranked, with its interval and no rank', async () => {
    const { rows, unconfirmed = [], total, recent } = await boardOf();
    expect(rows.map(({ key, rank }) => [key, rank])).toEqual([['middle', 1]]);
    expect(unconfirmed.map(({ key, position, runs, networks }) => [key, position, runs, networks])).toEqual([
      ['quick', 1, 1, 1],
      ['slow', 3, 2, 2],
    ]);
    expect(total).toBe(3);
    const [quickRow, slowRow] = unconfirmed;
    expect(quickRow?.value).toBeGreaterThan(rows[0]?.value ?? Infinity);
    expect(slowRow?.high).toBeLessThan(rows[0]?.value ?? 0);
    expect(slowRow?.low).toBe(slowRow?.value);
    expect(slowRow?.high).toBeGreaterThan(slowRow?.low ?? Infinity);
    expect(recent).toEqual([]);
  });

  it.each([
    ['drive', ['Quick 990', 'Slow 870']],
    ['interface', ['UFS']],
    ['filesystem', ['ext4 · Linux']],
    // Ranked by the runs of Middle, as NVMe is.
    ['os', []],
    ['browser', []],
  ])('is listed by %s: %j', async (subject, names) => {
    const { unconfirmed } = await boardOf(subject);
    expect(unconfirmed?.map((row) => row.subject.name)).toEqual(names);
  });

  it('without evidence has no place, and stands under the rows with its reason', async () => {
    const { run_id } = await publish(uploadOf('No Ticket', 1.4));
    const { unconfirmed, recent } = await boardOf();
    expect(unconfirmed?.map(({ key }) => key)).toEqual(['quick', 'slow']);
    expect(recent.map((row) => [row.run_id, row.unranked_because])).toEqual([[run_id, ['no_ticket']]]);
  });

  it('is found by its name, after confirmed ones and marked', async () => {
    expect(await search('uick')).toEqual([{ slug: 'quick', name: 'Quick', unconfirmed: true }]);
    expect(await search('ＱＵＩＣＫ')).toEqual([{ slug: 'quick', name: 'Quick', unconfirmed: true }]);
    const all = await search('');
    expect(all.map(({ name, unconfirmed = false }) => [name, unconfirmed])).toEqual([
      ['Middle', false],
      ['No Ticket', true],
      ['Quick', true],
      ['Slow', true],
    ]);
    for (const { slug } of all) expect((await ask(`/api/v1/devices/${slug}`)).status).toBe(200);
    const drives = await ask(`/api/v1/boards/drive.${METRIC}/subjects?q=870+slow`);
    expect(SubjectList.parse(await drives.json()).subjects).toMatchObject([
      { key: 'slow-870', name: 'Slow 870', unconfirmed: true },
    ]);
  });

  it('has a rank where the service trusts all, as has a result without evidence', async () => {
    const { rows, unconfirmed, policy, total, recent } = await boardOf('device', OPEN);
    expect(rows.map(({ key, rank, tied }) => [key, rank, tied])).toEqual([
      ['quick', 1, false],
      ['no-ticket', 2, false],
      ['middle', 3, false],
      ['slow', 4, false],
    ]);
    expect([unconfirmed, policy, total, recent]).toEqual([undefined, 'open', 4, []]);
    expect(await search('quick', OPEN)).toEqual([{ slug: 'quick', name: 'Quick' }]);
  });

  it('of a rejected device is not listed', async () => {
    await publishTrusted(uploadOf('Rude', 1.3), 5);
    await env.DB.prepare("UPDATE device SET status = 'rejected' WHERE slug = 'rude'").run();
    expect(JSON.stringify(await boardOf())).not.toContain('Rude');
    expect(await search('rude')).toEqual([]);
  });

  it('is gone with its run', async () => {
    const authorization = `Bearer ${DELETION_KEY}`;
    const deletion = await ask(`/api/v1/runs/${ids['Quick']}`, { method: 'DELETE', headers: { authorization } });
    expect(deletion.status).toBe(204);
    const { unconfirmed, total } = await boardOf();
    expect(unconfirmed?.map(({ key, position }) => [key, position])).toEqual([['slow', 2]]);
    expect(total).toBe(2);
    expect(await search('quick')).toEqual([]);
    for (const subject of ['drive', 'interface'])
      expect(JSON.stringify(await boardOf(subject))).not.toContain(ids['Quick']);
  });
});

it.runIf(COUNTS_ROWS)(
  'on a board of several pages, each has those whose values belong there, and places go on',
  async () => {
    const runId = await publishTrusted(uploadOf('Copied', 0.6), 6);
    await copyRun(env.DB, runId, RECENT_PER_SCOPE, {
      device: "'copied-' || n",
      name: "'Copied ' || n",
      network: tagOf('n'),
    });
    // Ranked rows on both sides of them.
    await env.DB.prepare(
      `WITH RECURSIVE more (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM more WHERE n < 60)
     INSERT INTO cohort (cut, runs, ranked, body, stale, counted_ms, version)
     SELECT 'device|2.shared|more-' || n, runs, 1, json_set(body, ?2,
              json_array(json_array(json_extract(body, ?3) + CASE WHEN n < 30 THEN n ELSE -100 - n END, 3))), 0, 1, 1
     FROM cohort CROSS JOIN more WHERE cut = ?1`,
    )
      .bind('device|2.shared|middle', `$.metrics.${METRIC_ID}.counts`, `$.metrics.${METRIC_ID}.counts[0][0]`)
      .run();
    await countHourly(env, Date.now(), 0, () => true);
    const first = await boardOf();
    const nextResponse = await ask(
      `/api/v1/boards/device.${METRIC}?cursor=${first.next_cursor}`,
      {},
      { METER_D1: '1' },
    );
    const second = Board.parse(await nextResponse.json());
    expect([first.rows.length, second.rows.length]).toEqual([50, 11]);
    const listedRows = [...(first.unconfirmed ?? []), ...(second.unconfirmed ?? [])];
    expect(new Set(listedRows.map(({ key }) => key)).size).toBe(listedRows.length);
    expect([first.total, second.total]).toEqual([61 + listedRows.length, 61 + listedRows.length]);
    // 30 ranked ones are quicker than the first of them.
    expect(listedRows[0]?.position).toBe(31);
    expect(listedRows.at(-1)?.position).toBeLessThanOrEqual(second.total ?? 0);
    const rowsRead = rowsOf(await ask(`/api/v1/boards/device.${METRIC}`, {}, { METER_D1: '1' })).read;
    console.log(`rows read by a page of a board with a full list: ${rowsRead}`);
    // The order, the key of cursors, the best values; each entry of the page and the first of the next, by its name.
    expect(rowsRead).toBeLessThanOrEqual(3 + 2 * 51 + RECENT_PER_SCOPE);
    expect(rowsOf(nextResponse).read).toBeLessThanOrEqual(3 + 2 * 11 + RECENT_PER_SCOPE);
  },
);

it('without evidence is not called unranked where everything that is listed counts', async () => {
  const { run_id } = await publish(uploadOf('Without a ticket', 1));
  const trustOf = async (bindings: object) => {
    const view = RunView.parse(await (await ask(`/api/v1/runs/${run_id}`, {}, bindings)).json());
    const { runs } = ModelView.parse(await (await ask('/api/v1/devices/without-a-ticket', {}, bindings)).json());
    return { trust: [view.trust, runs[0]?.trust], because: view.unranked_because };
  };
  expect(await trustOf({})).toEqual({ trust: [0, 0], because: ['no_ticket'] });
  expect(await trustOf(OPEN)).toEqual({ trust: [1, 1], because: [] });
});

it.each([
  ['published', {}, 70],
  ['held', { keptInMemory: true }, 72],
])('says the same everywhere of whether a %s one counts', async (status, options, network) => {
  const upload = makeUpload({ ...options, declared: { device: `Said alike ${status}` } });
  const group = await makeGroup();
  // Boards show two runs of a network, and of equal ones those that chance put first: each has a network of its own.
  for (const [index, bindings] of [{}, OPEN].entries()) {
    const { run_id, trust, unranked_because } = await publish(upload, undefined, network + index, bindings);
    await joinGroup(group, run_id);
    const repeatReceipt = await (await put(run_id, upload, {}, bindings)).json<RunReceipt>();
    const view = RunView.parse(await (await ask(`/api/v1/runs/${run_id}`, {}, bindings)).json());
    const inGroup = (await readGroup(group, bindings)).runs.find((run) => run.run_id === run_id);
    const onBoard = (await boardOf('device', bindings)).recent.find((run) => run.run_id === run_id);
    // Where everything that is listed counts, what is published has a place instead.
    const answers = [repeatReceipt, view, inGroup, ...(onBoard ? [onBoard] : [])];
    expect(status === 'held' || bindings !== OPEN).toBe(onBoard !== undefined);
    for (const one of answers) expect(one).toMatchObject({ trust, unranked_because });
    expect([view.status, trust]).toEqual([status, bindings === OPEN && status === 'published' ? 1 : 0]);
  }
});

it('has all of its newest runs on its page where everybody is trusted, and elsewhere two of each network', async () => {
  for (const factor of [0.7, 0.8, 0.9]) await publish(uploadOf('Lab', factor), undefined, 30);
  const runsWith = async (bindings: object) =>
    ModelView.parse(await (await ask('/api/v1/devices/lab', {}, bindings)).json()).runs.length;
  expect([await runsWith({}), await runsWith(OPEN)]).toEqual([2, 3]);
});

it('every device of a network is listed, and found, where everybody is trusted', async () => {
  const names = Array.from({ length: 18 }, (_, i) => `Class Desk ${i + 10}`);
  for (const name of names) await publish(uploadOf(name, 1), undefined, 40, OPEN);
  const { rows } = await boardOf('device', OPEN);
  expect(rows.map(({ subject }) => subject.name)).toEqual(expect.arrayContaining(names));
  expect((await search('desk', OPEN)).map(({ name }) => name)).toEqual(names);
});

it('the page of a device names its drives, each as most of its runs spell it', async () => {
  for (const drive of ['Spelt 9', 'SPELT 9', 'SPELT 9', 'Other 1']) {
    await publish(uploadOf('Many drives', 0.1, { drive }), undefined, 50);
  }
  const view = ModelView.parse(await (await ask('/api/v1/devices/many-drives')).json());
  expect(view.drives).toEqual([
    { slug: 'spelt-9', name: 'SPELT 9' },
    { slug: 'other-1', name: 'Other 1' },
  ]);
  const drive = ModelView.parse(await (await ask('/api/v1/drives/spelt-9')).json());
  expect(drive.name).toBe('SPELT 9');
});
