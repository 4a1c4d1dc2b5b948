import { newRunId, randomId } from '@opfsmark/schema/documents';
import { env } from 'cloudflare:workers';
import { expect, it, vi } from 'vitest';
import { refreshBoards } from '../src/aggregation/refresh.ts';
import { meteredDatabase } from '../src/middleware/metering.ts';
import { RECENT_PER_SCOPE } from '../src/store/recent.ts';
import { jsonRequest } from '../tools/tickets.ts';
import { addressIn, ask, publish, put } from './client.ts';
import { copyRun } from './copies.ts';
import { makeAppStorageUpload } from '@opfsmark/schema/test-support/upload-app-storage';
import { makePickedUpload } from '@opfsmark/schema/test-support/upload-picked';
import { makeUpload } from '@opfsmark/schema/test-support/upload';
import { keyOfRun } from './keys.ts';
import { publishFromNetworks, publishTrusted, ticketed } from './trusted.ts';

const METERED = { METER_D1: '1' };

function rowsOf(response: Response): { read: number; written: number } {
  const found = /rows-read;dur=(\d+), rows-written;dur=(\d+)/.exec(response.headers.get('server-timing') ?? '');
  return { read: Number(found?.[1]), written: Number(found?.[2]) };
}

it('a permalink reads one row and writes none', async () => {
  const { links } = await publish(makeUpload());
  expect(rowsOf(await ask(links.self, {}, METERED))).toEqual({ read: 1, written: 0 });
});

/** An upload's rows: run 1, its nine indexes, device, quota and dirty key. */
const UPLOAD_ROWS = 1 + 9 + 3;
/** Counting it: the lease of its key, a vote and a cell for each of seven cuts, and the key off the list. */
const COUNT_ROWS = 1 + 2 * 7 + 1;
/** Of storage for apps there is one cut, and no board. */
const APP_STORAGE_COUNT_ROWS = 1 + 2 + 1;
/** A full list of recent runs: two runs leave it, each with its row and an index. */
const TRIM_ROWS = 2 * 2;

const newMeter = () => ({ rowsRead: 0, rowsWritten: 0, calls: 0 });

it('a trusted upload of a new machine on a new device writes a bounded number of rows', async () => {
  const upload = await ticketed(makeUpload({ declared: { device: 'Rows' }, rig_id: randomId() }));
  const { run_id } = upload.ticket;
  const response = await ask(`/api/v1/runs/${run_id}`, jsonRequest('PUT', JSON.stringify(upload)), METERED);
  expect(response.status).toBe(201);
  expect(rowsOf(response).written).toBe(UPLOAD_ROWS);

  const keys = await keyOfRun(env.DB, run_id);
  await env.DB.batch([
    env.DB.prepare('DELETE FROM cell'),
    env.DB.prepare('DELETE FROM vote'),
    env.DB.prepare('INSERT INTO dirty (keys, since_ms, first_ms) VALUES (?1, 1, 1)').bind(keys),
  ]);
  const meter = newMeter();
  await refreshBoards({ ...env, DB: meteredDatabase(env.DB, meter) }, Date.now());
  console.log(`counting one upload: ${JSON.stringify(meter)}`);
  expect(meter.rowsWritten).toBe(COUNT_ROWS);
});

it('a trusted upload of storage for apps writes no more, and counting it one vote and one cell', async () => {
  const upload = await ticketed(makeAppStorageUpload({ declared: { device: 'Rows of apps' }, rig_id: randomId() }));
  const { run_id } = upload.ticket;
  const response = await ask(`/api/v1/runs/${run_id}`, jsonRequest('PUT', JSON.stringify(upload)), METERED);
  expect(rowsOf(response).written).toBeLessThanOrEqual(UPLOAD_ROWS);

  const keys = await keyOfRun(env.DB, run_id);
  await env.DB.batch([
    env.DB.prepare("DELETE FROM cell WHERE cut LIKE 'client|%'"),
    env.DB.prepare("DELETE FROM vote WHERE cut LIKE 'client|%'"),
    env.DB.prepare('INSERT INTO dirty (keys, since_ms, first_ms) VALUES (?1, 1, 1)').bind(keys),
  ]);
  const meter = newMeter();
  await refreshBoards({ ...env, DB: meteredDatabase(env.DB, meter) }, Date.now());
  expect(meter.rowsWritten).toBe(APP_STORAGE_COUNT_ROWS);
});

/** So many rows an upload reads where the device, its network and the list of recent runs are full. */
const MAX_ROWS_READ = 800;
/** And counting it, most of them its network's runs, 200 per cut, and what its cells count. */
const MAX_ROWS_READ_COUNTING = 5_000;
/** The same where no other run of its network is like it. */
const MAX_ROWS_READ_COUNTING_ONE = 300;

it('a trusted upload reads a bounded number of rows, however many runs there are', async () => {
  const first = await ticketed(makeUpload({ declared: { device: 'Filled' }, rig_id: randomId() }));
  await ask(`/api/v1/runs/${first.ticket.run_id}`, jsonRequest('PUT', JSON.stringify(first)));
  await copyRun(env.DB, first.ticket.run_id, 4000, {
    created_ms: 'created_ms - n * 1000',
    listed: `n % 4 <> 0 AND n <= ${RECENT_PER_SCOPE}`,
    network: 'CASE WHEN n % 4 = 0 THEN network ELSE n END',
  });
  const mark = env.DB.prepare('INSERT INTO dirty (keys, since_ms, first_ms) VALUES (?1, 1, 1)');
  await mark.bind(await keyOfRun(env.DB, first.ticket.run_id)).run();
  await refreshBoards(env, Date.now());

  const next = await ticketed(makeUpload({ declared: { device: 'Filled' }, rig_id: randomId() }));
  const log = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  const init = jsonRequest('PUT', JSON.stringify(next));
  const { read } = rowsOf(await ask(`/api/v1/runs/${next.ticket.run_id}`, init, METERED));
  const counted = JSON.parse(String(log.mock.calls[0]?.[0])) as { read: number };
  log.mockRestore();
  console.log(`rows read by an upload: ${read}, by counting it: ${counted.read}`);
  expect(read).toBeLessThanOrEqual(MAX_ROWS_READ);
  expect(counted.read).toBeLessThanOrEqual(MAX_ROWS_READ_COUNTING);
});

it('counting an upload reads no runs of other machines of its network, however many there are', async () => {
  const environment = {
    client: { browser: { family: 'edge', major: 150 }, os: { family: 'windows', major: 11 } },
  } as const;
  const declared = { device: 'Single', drive: 'Single PRO', filesystem: 'NTFS', interface: 'SATA' } as const;
  const first = await publishTrusted(makeUpload(), 77);
  await copyRun(env.DB, first, 2000, {
    created_ms: 'created_ms - n * 1000',
    run_id: "printf('OTHER%011d', n)",
    device: "'other-' || n",
    drive: "'other-' || n",
    rig: "printf('%011d', n)",
  });
  const next = await ticketed(makeUpload({ declared, environment, rig_id: randomId() }));
  const log = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  const init = jsonRequest('PUT', JSON.stringify(next), { 'cf-connecting-ip': addressIn(77) });
  await ask(`/api/v1/runs/${next.ticket.run_id}`, init, METERED);
  const counted = JSON.parse(String(log.mock.calls[0]?.[0])) as { read: number };
  log.mockRestore();
  console.log(`rows read by counting an upload among 2,000 of other machines: ${counted.read}`);
  expect(counted.read).toBeLessThanOrEqual(MAX_ROWS_READ_COUNTING_ONE);
});

it('an upload that pushes two others off the list of recent runs writes four rows more', async () => {
  for (let i = 0; i < 2; i++) await publish(makeUpload({ declared: { device: `Full ${i}` } }), newRunId(), 7);
  const id = newRunId();
  const init = jsonRequest('PUT', JSON.stringify(makeUpload({ declared: { device: 'Full 3' } })), {
    'cf-connecting-ip': addressIn(7),
  });
  const { written } = rowsOf(await ask(`/api/v1/runs/${id}`, init, METERED));
  // Without a ticket it is no peer of others, and in one index less.
  expect(written).toBeGreaterThan(UPLOAD_ROWS - 1);
  expect(written).toBeLessThanOrEqual(UPLOAD_ROWS + TRIM_ROWS);
});

/** Every row of every board that a run can stand on, taken off and written again. */
const MAX_BOARD_ROWS = 470;

it('boards write a bounded number of rows, also where an upload changes every row that it can', async () => {
  const [first = ''] = await publishFromNetworks(3, () => makeUpload({ declared: { device: 'All Boards' } }), 500);
  const keys = await keyOfRun(env.DB, first);
  await env.DB.batch([
    env.DB.prepare(`UPDATE board SET row = json_set(row, '$.runs', 0)`),
    env.DB.prepare('INSERT INTO dirty (keys, since_ms, first_ms) VALUES (?1, 1, 1)').bind(keys),
  ]);
  const entries = await env.DB.prepare('SELECT count(*) AS n FROM board WHERE row LIKE \'%"runs":0%\'').first<number>(
    'n',
  );
  const meter = newMeter();
  await refreshBoards({ ...env, DB: meteredDatabase(env.DB, meter) }, Date.now());
  console.log(`rows written for ${entries} rows of boards: ${meter.rowsWritten}`);
  expect(entries).toBeGreaterThan(100);
  expect(meter.rowsWritten).toBeLessThanOrEqual(MAX_BOARD_ROWS);
});

it('a board page reads its rows and the recent runs, which are bounded', async () => {
  const board = '/api/v1/boards/device.seq1m_q8t1_write.shared';
  await ask(board);
  const { read, written } = rowsOf(await ask(board, {}, METERED));
  expect(written).toBe(0);
  // Of a listed run a row is read, and one of its subject where that is ranked; none of its device.
  expect(read).toBeLessThanOrEqual(51 + 2 * RECENT_PER_SCOPE);
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
