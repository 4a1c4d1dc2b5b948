import { env } from 'cloudflare:workers';
import { BOARD_LAYOUTS, METRIC_IDS, type MetricId, metricsOf, scopeOf } from '@opfsmark/schema/boards';
import { newRunId, randomId, SUITE_VERSION } from '@opfsmark/schema/documents';
import { REAL_RECORDS } from '@opfsmark/schema/test-support/real-records';
import { makeAppStorageUpload, makePickedUpload } from '@opfsmark/schema/test-support/upload-families';
import { beforeAll, describe, expect, it } from 'vitest';
import { packMetrics, readableMetrics, unpackMetrics } from '../src/boards/stored-metrics.ts';
import { jsonRequest } from './tickets.ts';
import { addressIn, ask, BOARD, joinGroup, makeGroup, publish, put, readBoard, rowsOf } from './client.ts';
import { startEmpty } from './empty.ts';
import { copyRun, makeUpload, ONCE, publishFromNetworks, publishTrusted, sentFrom, tagOf, ticketed } from './runs.ts';

describe('rows of requests', () => {
  beforeAll(startEmpty);

  /** As a service counts that takes no result twice. */
  const METERED = { METER_D1: '1', ...ONCE };

  it('a permalink reads one row, a second one where moderators warn of something, and writes none', async () => {
    const { links } = await publish(makeUpload());
    expect(rowsOf(await ask(links.self, {}, METERED))).toEqual({ read: 1, written: 0 });
  });

  /** An upload's rows: run 1, its nine indexes, device, the budgets of provider and service, and seven cohorts. */
  const UPLOAD_ROWS = 1 + 9 + 3 + 7;
  /** Where a provider has enough runs without a place already, one leaves the list: its row and an index. */
  const TRIM_ROWS = 2;

  it('a trusted upload of a new machine on a new device writes a bounded number of rows, counted with its lists', async () => {
    const send = async (device: string, seed: number) => {
      const upload = await ticketed(makeUpload({ declared: { device }, rig_id: randomId(), seed }));
      const init = jsonRequest('PUT', JSON.stringify(upload));
      return ask(`/api/v1/runs/${upload.ticket.run_id}`, init, METERED);
    };
    // The first that is compared with others makes the service's key for that.
    await send('First', 2);
    const response = await send('Rows', 1);
    expect(response.status).toBe(201);
    expect(rowsOf(response).written).toBe(UPLOAD_ROWS);
  });

  it('so does one of cohorts that have runs', async () => {
    const seededUpload = (seed: number) => makeUpload({ declared: { device: 'All Boards' }, seed });
    await publishFromNetworks(4, seededUpload, 500);
    const upload = await ticketed(seededUpload(9), sentFrom(510));
    const init = jsonRequest('PUT', JSON.stringify(upload), { 'cf-connecting-ip': addressIn(510) });
    const { written } = rowsOf(await ask(`/api/v1/runs/${upload.ticket.run_id}`, init, METERED));
    expect(written).toBeLessThanOrEqual(UPLOAD_ROWS);
  });

  it('a trusted upload of storage for apps is in one cohort', async () => {
    const upload = await ticketed(makeAppStorageUpload({ declared: { device: 'Rows of apps' }, rig_id: randomId() }));
    const { run_id } = upload.ticket;
    const response = await ask(`/api/v1/runs/${run_id}`, jsonRequest('PUT', JSON.stringify(upload)), METERED);
    expect(rowsOf(response).written).toBeLessThanOrEqual(UPLOAD_ROWS - 5);
  });

  /** So many rows an upload reads where its scope, device, network and the list of recent runs are full. */
  const MAX_ROWS_READ = 2_000;

  it('a trusted upload reads a bounded number of rows, however many runs there are, and however many are like it', async () => {
    const first = await ticketed(makeUpload({ declared: { device: 'Filled' }, rig_id: randomId(), seed: 3 }));
    await ask(`/api/v1/runs/${first.ticket.run_id}`, jsonRequest('PUT', JSON.stringify(first)), ONCE);
    await copyRun(env.DB, first.ticket.run_id, 4000, {
      created_ms: 'created_ms - n * 1000',
      network: `CASE WHEN n % 4 = 0 THEN network ELSE ${tagOf('n')} END`,
      like_1: 'like_1',
      like_2: 'like_2',
    });
    // The copies are older, so that they are read before the first, and have no document to be compared with.
    const nextUpload = await ticketed(makeUpload({ declared: { device: 'Filled' }, rig_id: randomId(), seed: 3 }));
    const init = jsonRequest('PUT', JSON.stringify(nextUpload));
    const response = await ask(`/api/v1/runs/${nextUpload.ticket.run_id}`, init, METERED);
    expect(response.status).toBe(201);
    const { read, written } = rowsOf(response);
    console.log(`rows read by an upload among 4,000: ${read}, written: ${written}`);
    expect(read).toBeLessThanOrEqual(MAX_ROWS_READ);
    // Cohorts that become too large are marked, in an index too.
    expect(written).toBeLessThanOrEqual(UPLOAD_ROWS + 7 + TRIM_ROWS);
  });

  it('an upload that pushes another of its provider off the list of runs without a place writes two rows more, and none of others', async () => {
    for (let i = 0; i < 5; i++) await publish(makeUpload({ declared: { device: `Full ${i}` } }), newRunId(), 7);
    const id = newRunId();
    const init = jsonRequest('PUT', JSON.stringify(makeUpload({ declared: { device: 'Full 5' }, seed: 11 })), {
      'cf-connecting-ip': addressIn(7),
    });
    const { written } = rowsOf(await ask(`/api/v1/runs/${id}`, init, METERED));
    // Without a ticket it is in one more index, and in no cohort.
    expect(written).toBeGreaterThan(UPLOAD_ROWS + 1 - 7);
    expect(written).toBeLessThanOrEqual(UPLOAD_ROWS + 1 - 7 + TRIM_ROWS);
  });

  it('a board page reads the rows of a short list, which are bounded', async () => {
    const board = '/api/v1/boards/device.seq1m_q8t1_write.shared';
    await ask(board);
    const { read, written } = rowsOf(await ask(board, {}, METERED));
    expect(written).toBe(0);
    expect(read).toBeLessThanOrEqual(306);
  });

  it('a repeated upload writes nothing', async () => {
    const upload = makeUpload();
    const { run_id } = await publish(upload);
    const init = jsonRequest('PUT', JSON.stringify(upload));
    expect((await put(run_id, upload)).status).toBe(200);
    expect(rowsOf(await ask(`/api/v1/runs/${run_id}`, init, METERED)).written).toBe(0);
  });

  it('a trusted upload of a picked folder writes no more', async () => {
    const upload = await ticketed(makePickedUpload({ declared: { device: 'Rows of a stick' }, rig_id: randomId() }));
    const init = jsonRequest('PUT', JSON.stringify(upload));
    const response = await ask(`/api/v1/runs/${upload.ticket.run_id}`, init, METERED);
    expect(response.status).toBe(201);
    expect(rowsOf(response).written).toBeLessThanOrEqual(UPLOAD_ROWS);
  });
});

/** However much junk there is, whoever reads a page reads a bounded number of rows. */
describe('a flood', () => {
  beforeAll(startEmpty);

  const MAX_ROWS = 400;
  const JUNK = 4_000;
  const RUNS_PER_GROUP = 190;
  const scopes = BOARD_LAYOUTS.map((layout, i) => `WHEN ${i} THEN '${scopeOf(SUITE_VERSION, layout)}'`);
  let group = '';

  beforeAll(async () => {
    const { run_id } = await publish(
      makeUpload({ declared: { device: 'Junk', filesystem: 'ext4', interface: 'NVMe', drive: 'Junk Drive' } }),
    );
    await copyRun(env.DB, run_id, JUNK, {
      network: tagOf('n'),
      provider: tagOf('n % 3'),
      scope: `CASE n % ${scopes.length} ${scopes.join(' ')} END`,
      device: "CASE WHEN n % 2 THEN 'junk' ELSE 'junk-' || n END",
      status: "CASE n % 5 WHEN 0 THEN 'published' WHEN 1 THEN 'held' ELSE 'hidden' END",
    });
    await env.DB.prepare(
      'INSERT INTO device (slug, name, created_ms) SELECT DISTINCT device, device, 1 FROM run WHERE true ON CONFLICT DO NOTHING',
    ).run();
    group = await makeGroup();
    await joinGroup(group, run_id);
    await env.DB.prepare(
      `INSERT INTO group_run (group_id, run_id, origin, figures) SELECT ?1, run_id, '0123456789A', '[]' FROM run WHERE run_id <> ?2 LIMIT ${RUNS_PER_GROUP - 1}`,
    )
      .bind(group, run_id)
      .run();
  });

  it.each([
    ...['/api/v1/boards', `/api/v1/boards/${BOARD}`, `/api/v1/boards/${BOARD}/subjects?q=junk`, '/api/v1/devices'],
    ...[
      '/api/v1/devices?q=junk',
      '/api/v1/devices?q=unk',
      '/api/v1/devices/junk',
      '/api/v1/devices/junk-2',
      '/api/v1/drives/junk-drive',
      '/api/v1/runs',
    ],
    ...[
      '/api/v1/runs?device=junk',
      '/api/v1/runs?filesystem=ext4',
      '/api/v1/runs?os=linux&browser=chrome',
      '/sitemap.xml',
    ],
    ...['/api/v1/export.ndjson', '/api/v1/export.csv', '/api/v1/filesystems/ext4', '/api/v1/snapshot/manifest.json'],
  ])(`%s reads at most ${MAX_ROWS} rows`, async (path) => {
    await ask(path);
    const response = await ask(path, {}, { METER_D1: '1' });
    expect([200, 404]).toContain(response.status);
    expect(rowsOf(response).read).toBeLessThanOrEqual(MAX_ROWS);
  });

  it(`a full group reads at most ${MAX_ROWS} rows`, async () => {
    const response = await ask(`/api/v1/groups/${group}`, {}, { METER_D1: '1' });
    expect(rowsOf(response).read).toBeLessThanOrEqual(MAX_ROWS);
  });

  it('of runs without a place shows five of a provider, best first, whoever sent last', async () => {
    const sendVia = async (asn: number, network: number, speed: number) => {
      const upload = makeUpload({ declared: { device: `Via ${asn}` }, speed });
      const response = await put(newRunId(), upload, { ...sentFrom(network), cf: { asn } }, { BEHIND_CLOUDFLARE: '1' });
      expect([response.status, response.ok ? '' : await response.text()]).toEqual([201, '']);
    };
    for (const [i, asn] of [3320, 3320, 3215, 3215, 3215].entries())
      await sendVia(asn, asn === 3320 ? 910 + i : 900, 2 + i / 10);
    for (let i = 0; i < 7; i++) await sendVia(7922, 1000 + i, 1 + i / 100);
    const { recent } = await readBoard();
    const runs = recent.map(({ device, value }) => ({ name: device.name, value }));
    const counts = ['Via 7922', 'Via 3320', 'Via 3215'].map((name) => runs.filter((row) => row.name === name).length);
    expect(counts).toEqual([5, 2, 3]);
    expect(runs.map(({ value }) => value)).toEqual(runs.map(({ value }) => value).toSorted((a, b) => b - a));
  });
});

describe('what is stored', () => {
  beforeAll(startEmpty);

  const MAX_ROW_BYTES = 700;
  const MAX_COHORT_BYTES = 300;

  /** Rows of runs hold metrics in this order. A new metric comes after these. */
  const ORDER: readonly MetricId[] = [
    'rnd4k_q1t1_write',
    'rnd4k_q32t1_write',
    'seq1m_q1t1_write',
    'seq1m_q8t1_write',
    'rnd4k_q1t1_read',
    'rnd4k_q32t1_read',
    'seq1m_q1t1_read',
    'seq1m_q8t1_read',
    'rnd4k_q1t1_memory',
    'rnd4k_q32t1_memory',
    'seq1m_q1t1_memory',
    'seq1m_q8t1_memory',
    'rnd4k_q1t1_buffered',
    'rnd4k_q32t1_buffered',
    'seq1m_q1t1_buffered',
    'seq1m_q8t1_buffered',
    'rnd4k_q1t1_flush',
    'rnd4k_q32t1_flush',
    'seq1m_q1t1_flush',
    'seq1m_q8t1_flush',
    'drive_score',
    'app_feel_score',
    'picked_seq_read',
    'picked_seq_write',
    'picked_rnd_read',
    'picked_create',
    'picked_delete',
    'picked_file_read',
    'picked_file_wait',
  ];

  it('what is stored keeps its metrics when one is added', () => {
    expect(METRIC_IDS.slice(0, ORDER.length)).toEqual(ORDER);
  });

  it('has room for more metrics than a number has bits', () => {
    const order = Array.from({ length: 200 }, (_, i) => `metric_${i}`);
    for (const id of ['metric_53', 'metric_59', 'metric_64', 'metric_199']) {
      const metrics = { metric_0: { value: 2, p99_ns: null }, [id]: { value: 3, p99_ns: 4 } };
      expect(unpackMetrics(packMetrics(metrics, order), order)).toEqual(metrics);
    }
  });

  describe('metrics of a run', () => {
    it.each(REAL_RECORDS)('%s: are read as they were derived', (_, record) => {
      const metrics = metricsOf(record);
      expect(unpackMetrics(packMetrics(metrics))).toEqual(metrics);
    });

    it('of every size are read as they were derived', () => {
      for (const value of [1e-9, 0.5, 1, 999, 1000, 12e5, 123457e3, 1.23457e9, 1e18]) {
        const metrics = { picked_file_wait: { value, p99_ns: null, ceiling: value } } as const;
        expect(unpackMetrics(packMetrics(metrics))).toEqual(metrics);
      }
    });

    it.each([
      { metric_set: '11', metrics: '1' },
      { metric_set: '1', metrics: 'null' },
      { metric_set: '1', metrics: '' },
    ])('$metrics of set $metric_set cannot be read, and stops nobody else', (storedRow) => {
      expect(() => unpackMetrics(storedRow)).toThrow(RangeError);
      expect(readableMetrics(storedRow)).toEqual({});
    });
  });

  /** Bytes of a row's values, as SQLite stores them: numbers take up to eight. */
  function bytesOf(row: object): number {
    const values: unknown[] = Object.values(row);
    return values.reduce((sum: number, value) => sum + (typeof value === 'string' ? new Blob([value]).size : 8), 0);
  }

  it('a run takes less than 700 bytes as a row, a cohort of one run less than 300', async () => {
    const note = 'x'.repeat(280);
    await publishTrusted(makeUpload({ declared: { device: 'Typical Laptop 14 Gen 3', drive: 'A drive', note } }));
    await publishTrusted(makePickedUpload({ declared: { device: 'Picked' } }), 2);
    await publishTrusted(makeAppStorageUpload({ declared: { device: 'Apps' }, engine: 'sqlite' }), 3);
    const runs = await env.DB.prepare('SELECT * FROM run').all();
    const cohorts = await env.DB.prepare('SELECT * FROM cohort').all();
    console.log(`rows: ${runs.results.map(bytesOf).join(', ')}; cohorts: ${cohorts.results.map(bytesOf).join(', ')}`);
    for (const row of runs.results) expect(bytesOf(row)).toBeLessThan(MAX_ROW_BYTES);
    for (const cohort of cohorts.results) expect(bytesOf(cohort)).toBeLessThan(MAX_COHORT_BYTES);
  });
});
