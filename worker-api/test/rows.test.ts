import { env } from 'cloudflare:workers';
import { expect, it } from 'vitest';
import { refreshBoards } from '../src/aggregation/refresh.ts';
import { randomId } from '../src/base/crypto.ts';
import { meteredDatabase } from '../src/middleware/metering.ts';
import { jsonRequest } from '../tools/tickets.ts';
import { ask, publish, put } from './client.ts';
import { makePickedUpload } from './factory-picked.ts';
import { makeUpload } from './factory.ts';
import { ticketed } from './trusted.ts';

const METERED = { METER_D1: '1' };

function rowsOf(response: Response): { read: number; written: number } {
  const found = /rows-read;dur=(\d+), rows-written;dur=(\d+)/.exec(response.headers.get('server-timing') ?? '');
  return { read: Number(found?.[1]), written: Number(found?.[2]) };
}

it('a permalink reads two rows and writes none', async () => {
  const { links } = await publish(makeUpload());
  expect(rowsOf(await ask(links.self, {}, METERED))).toEqual({ read: 2, written: 0 });
});

/**
 * An upload's rows: run 1, its seven indexes, document, device, quota, dirty keys, and a vote and a cell for each of five
 * cuts.
 */
const UPLOAD_ROWS = 1 + 7 + 4 + 2 * 5;
/** Two rows per entry, and one off the queue: 13 metrics stand on six boards each, 4 flush metrics on two each. */
const BOARD_ROWS = 2 * (13 * 6 + 4 * 2) + 1;

it('a trusted upload of a new machine on a new device writes a bounded number of rows', async () => {
  const upload = await ticketed(makeUpload({ declared: { device: 'Rows' }, rig_id: randomId() }));
  const { run_id } = upload.ticket;
  const response = await ask(`/api/v1/runs/${run_id}`, jsonRequest('PUT', JSON.stringify(upload)), METERED);
  expect(response.status).toBe(201);
  expect(rowsOf(response).written).toBe(UPLOAD_ROWS);

  const meter = { rowsRead: 0, rowsWritten: 0, calls: 0 };
  const at = `INSERT INTO dirty (keys, since_ms, first_ms) SELECT scope || '|' || device || '|' || filesystem || '|' || os || '|' || browser, 1, 1
              FROM run WHERE run_id = ?1`;
  await env.DB.batch([env.DB.prepare('DELETE FROM board'), env.DB.prepare(at).bind(run_id)]);
  await refreshBoards({ ...env, DB: meteredDatabase(env.DB, meter) }, Date.now());
  console.log(`boards of one upload, all new: ${JSON.stringify(meter)}`);
  expect(meter.rowsWritten).toBe(BOARD_ROWS);
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
