import { newRunId, randomId } from '@opfsmark/schema/documents';
import { env } from 'cloudflare:workers';
import { expect, it } from 'vitest';
import { RECENT_PER_SCOPE } from '../src/store/listing.ts';
import { jsonRequest } from '../tools/tickets.ts';
import { addressIn, ask, publish, put } from './client.ts';
import { copyRun, publishFromNetworks, sentFrom, ticketed } from './runs.ts';
import { makeAppStorageUpload } from '@opfsmark/schema/test-support/upload-app-storage';
import { makePickedUpload } from '@opfsmark/schema/test-support/upload-picked';
import { makeUpload } from '@opfsmark/schema/test-support/upload';

const METERED = { METER_D1: '1' };

function rowsOf(response: Response): { read: number; written: number } {
  const found = /rows-read;dur=(\d+), rows-written;dur=(\d+)/.exec(response.headers.get('server-timing') ?? '');
  return { read: Number(found?.[1]), written: Number(found?.[2]) };
}

it('a permalink reads one row and writes none', async () => {
  const { links } = await publish(makeUpload());
  expect(rowsOf(await ask(links.self, {}, METERED))).toEqual({ read: 1, written: 0 });
});

/** An upload's rows: run 1, its nine indexes, device and provider's day, and seven cohorts. */
const UPLOAD_ROWS = 1 + 9 + 2 + 7;
/** Where a network has recent runs already, one leaves the list: its row and an index. */
const TRIM_ROWS = 2;

it('a trusted upload of a new machine on a new device writes a bounded number of rows, counted with its lists', async () => {
  const upload = await ticketed(makeUpload({ declared: { device: 'Rows' }, rig_id: randomId() }));
  const { run_id } = upload.ticket;
  const response = await ask(`/api/v1/runs/${run_id}`, jsonRequest('PUT', JSON.stringify(upload)), METERED);
  expect(response.status).toBe(201);
  expect(rowsOf(response).written).toBe(UPLOAD_ROWS);
});

it('so does one of cohorts that are ranked', async () => {
  const made = (seed: number) => makeUpload({ declared: { device: 'All Boards' }, seed });
  await publishFromNetworks(4, made, 500);
  const upload = await ticketed(made(9), sentFrom(510));
  const init = jsonRequest('PUT', JSON.stringify(upload), { 'cf-connecting-ip': addressIn(510) });
  const { written } = rowsOf(await ask(`/api/v1/runs/${upload.ticket.run_id}`, init, METERED));
  expect(written).toBeLessThanOrEqual(UPLOAD_ROWS);
});

it('a trusted upload of storage for apps is in one cohort', async () => {
  const upload = await ticketed(makeAppStorageUpload({ declared: { device: 'Rows of apps' }, rig_id: randomId() }));
  const { run_id } = upload.ticket;
  const response = await ask(`/api/v1/runs/${run_id}`, jsonRequest('PUT', JSON.stringify(upload)), METERED);
  expect(rowsOf(response).written).toBeLessThanOrEqual(UPLOAD_ROWS - 6);
});

/** So many rows an upload reads where its scope, device, network and the list of recent runs are full. */
const MAX_ROWS_READ = 2_000;

it('a trusted upload reads a bounded number of rows, however many runs there are', async () => {
  const first = await ticketed(makeUpload({ declared: { device: 'Filled' }, rig_id: randomId() }));
  await ask(`/api/v1/runs/${first.ticket.run_id}`, jsonRequest('PUT', JSON.stringify(first)));
  await copyRun(env.DB, first.ticket.run_id, 4000, {
    created_ms: 'created_ms - n * 1000',
    listed: `n % 4 <> 0 AND n <= ${RECENT_PER_SCOPE}`,
    network: 'CASE WHEN n % 4 = 0 THEN network ELSE n END',
  });
  const next = await ticketed(makeUpload({ declared: { device: 'Filled' }, rig_id: randomId() }));
  const init = jsonRequest('PUT', JSON.stringify(next));
  const { read, written } = rowsOf(await ask(`/api/v1/runs/${next.ticket.run_id}`, init, METERED));
  console.log(`rows read by an upload among 4,000: ${read}, written: ${written}`);
  expect(read).toBeLessThanOrEqual(MAX_ROWS_READ);
  // Cohorts that become too large are marked, in an index too.
  expect(written).toBeLessThanOrEqual(UPLOAD_ROWS + 7 + TRIM_ROWS);
});

it('an upload that pushes another of its network off the list of recent runs writes two rows more, and none of others', async () => {
  for (let i = 0; i < 2; i++) await publish(makeUpload({ declared: { device: `Full ${i}` } }), newRunId(), 7);
  const id = newRunId();
  const init = jsonRequest('PUT', JSON.stringify(makeUpload({ declared: { device: 'Full 3' } })), {
    'cf-connecting-ip': addressIn(7),
  });
  const { written } = rowsOf(await ask(`/api/v1/runs/${id}`, init, METERED));
  // Without a ticket it is no peer of others, in one index less and in no cohort.
  expect(written).toBeGreaterThan(UPLOAD_ROWS - 1 - 7);
  expect(written).toBeLessThanOrEqual(UPLOAD_ROWS - 1 - 7 + TRIM_ROWS);
});

it('a board page reads its rows and the recent runs, which are bounded', async () => {
  const board = '/api/v1/boards/device.seq1m_q8t1_write.shared';
  await ask(board);
  const { read, written } = rowsOf(await ask(board, {}, METERED));
  expect(written).toBe(0);
  // Of a listed run a row is read, and none of its device.
  expect(read).toBeLessThanOrEqual(51 + RECENT_PER_SCOPE);
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
