import { env } from 'cloudflare:workers';
import { expect, it } from 'vitest';
import { STANDARD_SEED, SUITE_VERSION } from '@opfsmark/schema';
import { refreshBoards } from '../src/aggregation/refresh.ts';
import { randomId } from '../src/base/crypto.ts';
import { meteredDatabase } from '../src/middleware/metering.ts';
import { issueTicket } from '../src/intake/ticket.ts';
import { ask, publish, put } from './client.ts';
import { makePickedUpload } from './factory-picked.ts';
import { makeUpload } from './factory.ts';

const METERED = { METER_D1: '1' };

function rowsOf(response: Response): { read: number; written: number } {
  const found = /rows-read;dur=(\d+), rows-written;dur=(\d+)/.exec(response.headers.get('server-timing') ?? '');
  return { read: Number(found?.[1]), written: Number(found?.[2]) };
}

it('a permalink reads two rows and writes none', async () => {
  const { links } = await publish(makeUpload());
  expect(rowsOf(await ask(links.self, {}, METERED))).toEqual({ read: 2, written: 0 });
});

it('a trusted upload of a new machine on a new device writes at most 20 rows; its boards are what costs', async () => {
  const ticket = await issueTicket(env.DB, { suite: SUITE_VERSION, plan_seed: STANDARD_SEED }, Date.now() - 3600_000);
  const upload = { ...makeUpload({ declared: { device: 'Rows' }, rig_id: randomId() }), ticket };
  const init = { method: 'PUT', headers: { 'content-type': 'application/json' }, body: JSON.stringify(upload) };
  const response = await ask(`/api/v1/runs/${ticket.run_id}`, init, METERED);
  expect(response.status).toBe(201);
  expect(rowsOf(response).written).toBeLessThanOrEqual(20);

  const meter = { rowsRead: 0, rowsWritten: 0, calls: 0 };
  const at = `INSERT INTO dirty (keys, since_ms) SELECT scope || '|' || device || '|' || filesystem || '|' || os || '|' || browser, 1
              FROM run WHERE run_id = ?1`;
  await env.DB.batch([env.DB.prepare('DELETE FROM board'), env.DB.prepare(at).bind(ticket.run_id)]);
  await refreshBoards({ ...env, DB: meteredDatabase(env.DB, meter) }, Date.now());
  console.log(`boards of one upload, all new: ${JSON.stringify(meter)}`);
  expect(meter.rowsWritten).toBeLessThan(400);
});

it('a repeated upload writes nothing', async () => {
  const upload = makeUpload();
  const { run_id } = await publish(upload);
  const init = { method: 'PUT', headers: { 'content-type': 'application/json' }, body: JSON.stringify(upload) };
  expect((await put(run_id, upload)).status).toBe(200);
  expect(rowsOf(await ask(`/api/v1/runs/${run_id}`, init, METERED)).written).toBe(0);
});

it('a trusted upload of a picked folder writes no more', async () => {
  const ticket = await issueTicket(env.DB, { suite: SUITE_VERSION, plan_seed: STANDARD_SEED }, Date.now() - 3600_000);
  const upload = { ...makePickedUpload({ declared: { device: 'Rows of a stick' }, rig_id: randomId() }), ticket };
  const init = { method: 'PUT', headers: { 'content-type': 'application/json' }, body: JSON.stringify(upload) };
  const response = await ask(`/api/v1/runs/${ticket.run_id}`, init, METERED);
  expect(response.status).toBe(201);
  expect(rowsOf(response).written).toBeLessThanOrEqual(20);
});
