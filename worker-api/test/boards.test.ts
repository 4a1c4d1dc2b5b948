import { env } from 'cloudflare:workers';
import {
  Board,
  BOARD_SORTS,
  BOARD_SUBJECTS,
  BoardList,
  formatBoardId,
  formatCut,
  METRIC_IDS,
  metricOf,
  metricsOf,
  SubjectList,
} from '@opfsmark/schema/boards';
import { type Client, type Declaration, randomId } from '@opfsmark/schema/documents';
import { ProfileId } from '@opfsmark/schema/families/matrix/plan-schema';
import { describe, expect, it } from 'vitest';
import { encodeCursor } from '../src/base/cursor.ts';
import { countUntil, inOrder, positionOf, type Sortable } from '../src/boards/order.ts';
import { ask, moderate } from './client.ts';
import { makeUpload, publishFromNetworks, publishTicketed, publishTrusted } from './runs.ts';

const WRITE = 'seq1m_q8t1_write.shared';

interface Machine {
  readonly os: Client['os']['family'];
  readonly browser: Client['browser']['family'];
  readonly major?: number;
  readonly device?: string;
  readonly drive?: string;
  readonly interface?: Declaration['interface'];
  readonly speed?: number;
}

function uploadOn({ os, browser, major = 156, device = 'Board Machine', speed = 1, ...disk }: Machine) {
  const client = { browser: { family: browser, major }, os: { family: os, major: null } };
  const declared = { device, filesystem: 'ext4' as const, ...disk };
  return makeUpload({ declared, environment: { client }, rig_id: randomId(), speed });
}

/** One run from each of three networks. */
const publishOn = (machine: Machine) => publishFromNetworks(3, () => uploadOn(machine));

async function boardOf(id: string): Promise<Board> {
  const response = await ask(`/api/v1/boards/${id}`);
  expect(response.status, id).toBe(200);
  return Board.parse(await response.json());
}

const keysOf = ({ rows }: Board) => rows.map(({ key }) => key);

describe('rows', () => {
  it('of one filesystem on two systems have one slug and two keys', async () => {
    await publishOn({ os: 'linux', browser: 'chrome' });
    await publishOn({ os: 'android', browser: 'chrome' });
    const { rows } = await boardOf('filesystem.rnd4k_q1t1_write.shared');
    const ext4Rows = rows.filter(({ subject }) => subject.slug === 'ext4');
    expect(ext4Rows.map(({ key }) => key).toSorted()).toEqual(['ext4|android', 'ext4|linux']);
  });

  it('are of every subject', async () => {
    const { boards } = BoardList.parse(await (await ask('/api/v1/boards')).json());
    expect(new Set(boards.map(({ subject }) => subject))).toEqual(new Set(BOARD_SUBJECTS));
  });
});

describe('boards by operating system', () => {
  const METRIC = 'seq1m_q8t1_write.shared';

  it('have one line per system, from the machines of all its browsers', async () => {
    const machines: Machine[] = [
      { os: 'windows', browser: 'chrome', speed: 0.5 },
      { os: 'windows', browser: 'edge', speed: 0.5 },
      { os: 'windows', browser: 'brave', speed: 0.5 },
    ];
    await publishFromNetworks(3, (i) => uploadOn(machines[i] ?? { os: 'windows', browser: 'opera' }), 2000);
    await publishOn({ os: 'macos', browser: 'edge', speed: 2 });

    const byOs = await boardOf(`os.${METRIC}`);
    const windows = byOs.rows.find(({ subject }) => subject.slug === 'windows');
    expect(windows).toMatchObject({ key: 'windows', subject: { name: 'Windows' }, providers: 3, runs: 3 });
    const macos = byOs.rows.find(({ subject }) => subject.slug === 'macos');
    expect(macos).toMatchObject({ key: 'macos', subject: { name: 'macOS' }, providers: 3 });
    expect(windows?.value).toBeLessThan(macos?.value ?? 0);

    const byBrowser = await boardOf(`browser.${METRIC}`);
    expect(keysOf(byBrowser)).toContain('macos|edge|156');
    expect(keysOf(byBrowser)).toContain('windows|edge|156');
  });

  it('are summarized at /stats by a cut of their own', async () => {
    const runsOf = async (cut: string) => (await (await ask(`/api/v1/stats?cut=${cut}`)).json<{ runs: number }>()).runs;
    await publishOn({ os: 'macos', browser: 'brave' });
    const before = await runsOf('os|2.shared|macos');
    await publishOn({ os: 'macos', browser: 'vivaldi' });
    expect(await runsOf('os|2.shared|macos')).toBe(before + 3);
    expect(await runsOf('browser|2.shared|macos|vivaldi|156')).toBe(3);
  });
});

describe('other orders of a board', () => {
  const rowOf = (n: number): Sortable => ({
    ...{ cut: formatCut('device', { scope: '2.shared', device: `d${n}` }), sort: n, name: `N ${(n * 7) % 5}` },
    ...{ filesystem: '', providers: n % 3, p99_ns: n % 2, spread: n % 4, ranked: n % 2 === 0 ? { rank: n } : null },
  });
  const rows = Array.from({ length: 20 }, (_, n) => rowOf(n));

  it.each(BOARD_SORTS.flatMap((by) => [false, true].map((isReversed) => ({ by, isReversed }))))(
    '$by, reversed: $isReversed, gives each row once, page by page, whatever comes between',
    (order) => {
      const sorted = inOrder(rows, order);
      for (const [i, row] of sorted.entries()) {
        expect(countUntil(sorted, order, positionOf(row, order))).toBe(i + 1);
        const without = sorted.filter((other) => other !== row);
        expect(countUntil(without, order, positionOf(row, order))).toBe(i);
      }
      expect(sorted.map((row) => positionOf(row, order).key)).toEqual(
        sorted
          .map((row) => positionOf(row, order).key)
          .toSorted((a, b) => (a === b ? 0 : (a < b ? -1 : 1) * (order.isReversed ? -1 : 1))),
      );
    },
  );

  it('leave a row its position by value, and have cursors of their own', async () => {
    for (const [i, device] of ['Sorted B', 'Sorted A', 'Sorted C'].entries())
      await publishTrusted(uploadOn({ os: 'windows', browser: 'opera', device, speed: 3 - i }), i);
    const id = `device.${WRITE}.windows~opera`;
    const read = async (sort: string) =>
      (await boardOf(`${id}?sort=${sort}`)).rows.map(({ subject, position }) => [subject.name, position]);
    const [b, a, c] = [
      ['Sorted B', 1],
      ['Sorted A', 2],
      ['Sorted C', 3],
    ];
    expect(await read('value')).toEqual([b, a, c]);
    expect(await read('-value')).toEqual([c, a, b]);
    expect(await read('name')).toEqual([a, b, c]);
    expect(await read('-name')).toEqual([c, b, a]);
    expect(await read('place')).toEqual([b, a, c]);
    // One run has no interval: of those alike the best come first.
    expect(await read('interval')).toEqual([b, a, c]);
    const cursor = encodeCursor(['name', 'sorted a', 1e15, 'sorted-a|ext4']);
    expect((await boardOf(`${id}?sort=name&cursor=${cursor}`)).rows.map(({ position }) => position)).toEqual([1, 3]);
    for (const query of ['sort=size', `sort=-name&cursor=${cursor}`, `cursor=${cursor}`])
      expect((await ask(`/api/v1/boards/${id}?${query}`)).status, query).toBe(400);
  });
});

describe('boards by drive and by interface', () => {
  it('have the model once, whatever the device and spelling, under the name that most providers use', async () => {
    const names = ['Tested 990 PRO', 'tested-990 pro', 'Tested 990 PRO'];
    await publishFromNetworks(3, (i) =>
      uploadOn({ os: 'linux', browser: 'chrome', device: `Host ${i}`, drive: names[i] ?? '', interface: 'SD card' }),
    );
    const [drive] = (await boardOf(`drive.${WRITE}`)).rows.filter(({ key }) => key === 'tested-990-pro');
    expect(drive).toMatchObject({ subject: { slug: 'tested-990-pro', name: 'Tested 990 PRO' }, providers: 3 });
    const [card] = (await boardOf(`interface.${WRITE}`)).rows.filter(({ key }) => key === 'sd-card');
    expect(card).toMatchObject({ subject: { slug: 'sd-card', name: 'SD card' }, providers: 3 });
  });

  it('name the drives of a device, as most spell them, and none that a moderator has rejected', async () => {
    const device = 'Rebuilt Tower';
    const drives = ['Rebuilt 970 EVO', 'rebuilt 970 evo', 'Rebuilt 970 EVO', 'Rebuilt 990 PRO'];
    await publishFromNetworks(drives.length, (i) =>
      uploadOn({ os: 'linux', browser: 'chrome', device, drive: drives[i] ?? '' }),
    );
    const drivesOn = async (board: string) =>
      (await boardOf(board)).rows.find(({ subject }) => subject.slug === 'rebuilt-tower')?.drives;
    const named = [
      { slug: 'rebuilt-970-evo', name: 'Rebuilt 970 EVO' },
      { slug: 'rebuilt-990-pro', name: 'Rebuilt 990 PRO' },
    ];
    expect(await drivesOn(`device.${WRITE}`)).toEqual(named);
    expect(await drivesOn(`device.${WRITE}.linux~chrome`)).toEqual(named);
    await moderate('POST', '/drives/rebuilt-990-pro/status', { status: 'rejected' });
    expect(await drivesOn(`device.${WRITE}`)).toEqual(named.slice(0, 1));
    await moderate('POST', '/drives/rebuilt-970-evo/rename', { name: 'Rebuilt SSD 970 EVO' });
    expect(await drivesOn(`device.${WRITE}`)).toEqual([{ slug: 'rebuilt-970-evo', name: 'Rebuilt SSD 970 EVO' }]);
  });

  it('find a model by any part of its name, as it is shown or as it is compared', async () => {
    const drive = 'Sought SSD 990 PRO';
    await publishFromNetworks(3, (i) => uploadOn({ os: 'linux', browser: 'chrome', device: `Owner ${i}`, drive }));
    const findNames = async (q: string, board = `drive.${WRITE}`) => {
      const response = await ask(`/api/v1/boards/${board}/subjects?q=${encodeURIComponent(q)}`);
      return SubjectList.parse(await response.json()).subjects.map(({ name }) => name);
    };
    for (const q of [
      'sought',
      'ght ssd 99',
      'ght 990 pro 4TB',
      'pro sought',
      '990 ught',
      'Sought-990',
      'NVMe sought 990',
      ' SOUGHT ',
      'ｓｏｕｇｈｔ',
      'ssd990',
      'sought990pro',
    ]) {
      expect(await findNames(q), q).toEqual([drive]);
    }
    for (const q of ['owner 1', 'sought 980', 'pro sought 980', '%', '_', '!!!', "' OR 1 --"])
      expect(await findNames(q), q).toEqual([]);
    const { rows } = await boardOf(`drive.${WRITE}`);
    expect(await findNames('')).toEqual(rows.map(({ subject }) => subject.name));
    expect(await findNames('sought', 'drive.seq1m_q8t1_write.per-worker')).toEqual([]);
  });

  it.each([
    ['/api/v1/boards/nothing/subjects?q=a', 404],
    [`/api/v1/boards/drive.${WRITE}/subjects?q=${'a'.repeat(81)}`, 400],
  ])('search %s: %d', async (path, status) => expect((await ask(path)).status).toBe(status));

  it('have nothing of whoever said nothing', async () => {
    const upload = uploadOn({ os: 'linux', browser: 'opera' });
    const { drive: _drive, interface: _interface, ...declared } = upload.declared;
    const runId = await publishTrusted({ ...upload, declared }, 42);
    for (const subject of ['drive', 'interface']) {
      const { recent, rows } = await boardOf(`${subject}.${WRITE}`);
      expect([...recent, ...rows].map(({ run_id }) => run_id)).not.toContain(runId);
    }
  });
});

describe('boards by browser', () => {
  const METRIC = 'browser.seq1m_q8t1_write.shared';

  it('have a row per major version, and a new one beside the others', async () => {
    await publishFromNetworks(3, () => uploadOn({ os: 'chromeos', browser: 'chrome', major: 155 }));
    await publishFromNetworks(3, () => uploadOn({ os: 'chromeos', browser: 'chrome', major: 156 }));
    await publishTrusted(uploadOn({ os: 'chromeos', browser: 'chrome', major: 157 }), 43);
    const { rows } = await boardOf(METRIC);
    const names = rows.map(({ subject }) => subject.name).filter((name) => name.endsWith('ChromeOS'));
    expect(names.toSorted()).toEqual([155, 156, 157].map((major) => `Chrome ${major} · ChromeOS`));
  });

  it('have no row of a version that does not exist', async () => {
    const upload = uploadOn({ os: 'linux', browser: 'chrome', major: 4711, device: 'From the Future' });
    await publishTicketed(upload, 44);
    const version = await env.DB.prepare("SELECT version FROM run WHERE device = 'from-the-future'").first('version');
    expect(version).toBe('');
  });
});

describe('metrics', () => {
  it('that are computed all have an address', async () => {
    const profiles = ProfileId.options.map((profile) =>
      makeUpload({ profile, plan: { directions: ['read', 'write', 'mix'] } }),
    );
    const computedIds = new Set(profiles.flatMap(({ record }) => Object.keys(metricsOf(record))));
    expect(computedIds.size).toBeGreaterThan(0);
    const client = { os: 'linux', browser: 'chrome' };
    for (const metric of METRIC_IDS) {
      for (const layout of metricOf(metric).layouts) {
        const id = formatBoardId({ subject: 'device', metric, layout, client, filesystem: null });
        expect((await ask(`/api/v1/boards/${id}`)).status, id).toBe(200);
      }
    }
  });

  it.each(['rnd4k_q1t1_mix', 'rnd4k_q64t1_write', 'seq128k_q32t1_read'])(
    '%s is not computed and has none',
    async (metric) => {
      expect(METRIC_IDS).not.toContain(metric);
      expect((await ask(`/api/v1/boards/device.${metric}.shared`)).status).toBe(404);
    },
  );
});

it('a run that cannot be read is as if it had measured nothing', async () => {
  const brokenId = await publishTrusted(uploadOn({ os: 'windows', browser: 'vivaldi', device: 'Broken' }), 77);
  await env.DB.prepare(`UPDATE run SET metrics = 'null' WHERE run_id = ?1`).bind(brokenId).run();
  await publishOn({ os: 'linux', browser: 'chrome', device: 'Sound' });
  expect(keysOf(await boardOf('os.seq1m_q8t1_write.shared'))).toContain('linux');
});
