import { env } from 'cloudflare:workers';
import { describe, expect, it } from 'vitest';
import type { Ticket } from '@opfsmark/schema/api';
import { newRunId, STANDARD_SEED, SUITE_VERSION, timeOfRunId } from '@opfsmark/schema/documents';
import { issueTicket } from '../src/intake/ticket.ts';
import { problemOf, put, send } from './client.ts';
import { makeUpload } from '@opfsmark/schema/test-support/upload';

const HOUR_MS = 3600_000;
const REQUEST = { suite: SUITE_VERSION, plan_seed: STANDARD_SEED };

async function upload(change: (ticket: Ticket) => Ticket, issuedMs = Date.now() - HOUR_MS, made = makeUpload()) {
  const ticket = await issueTicket(env.DB, REQUEST, issuedMs);
  const bindings = { TICKET_ALLOWANCE_MS: '1000' };
  return { ticket, response: await put(ticket.run_id, { ...made, ticket: change(ticket) }, {}, bindings) };
}

const unchanged = (ticket: Ticket) => ticket;

it('makes a run that comes with its ticket trusted', async () => {
  const { response } = await upload(unchanged);
  expect(response.status).toBe(201);
  expect(await response.json()).toMatchObject({ trust: 1, reasons: [] });
});

it('is for a run whose id begins with the time of the ticket', async () => {
  const [early, late] = [await issueTicket(env.DB, REQUEST, 1e12), await issueTicket(env.DB, REQUEST, 1e12 + 1)];
  expect(timeOfRunId(early.run_id)).toBe(1e12);
  expect(early.run_id < late.run_id).toBe(true);
});

it('takes a run with an expired ticket as one without', async () => {
  const { response } = await upload(unchanged, Date.now() - 25 * HOUR_MS);
  expect(response.status).toBe(201);
  expect(await response.json()).toMatchObject({ trust: 0, status: 'published', reasons: ['ticket_expired'] });
});

it('takes a ticket of yesterday, under the key of yesterday', async () => {
  const { response } = await upload(unchanged, Date.now() - 23.9 * HOUR_MS);
  expect(await response.json()).toMatchObject({ trust: 1 });
});

describe('refuses', () => {
  const flip = (text: string) => (text.startsWith('A') ? `B${text.slice(1)}` : `A${text.slice(1)}`);

  it.each([
    [
      'a forged signature',
      (t: Ticket) => ({ ...t, signature: flip(t.signature) }),
      '/ticket/signature',
      'was not made by this service',
    ],
    [
      'a later start',
      (t: Ticket) => ({ ...t, issued_at: new Date().toISOString() }),
      '/ticket/signature',
      'was not made by this service',
    ],
    [
      'a longer life',
      (t: Ticket) => ({ ...t, expires_at: '2099-01-01T00:00:00.000Z' }),
      '/ticket/signature',
      'was not made by this service',
    ],
    [
      'the ticket of another run',
      (t: Ticket) => ({ ...t, run_id: '0000000000000000' }),
      '/ticket/run_id',
      'belongs to another run',
    ],
    ['another seed', (t: Ticket) => ({ ...t, plan_seed: 7 }), '/ticket/plan_seed', 'is not the seed of the plan'],
    ['another suite', (t: Ticket) => ({ ...t, suite: 3 }), '/ticket/suite', 'belongs to another suite'],
  ])('%s', async (_, change, pointer, detail) => {
    const { response } = await upload(change);
    expect(response.status).toBe(422);
    const problem = await problemOf(response);
    expect(problem.type).toBe('/api/v1/problems/ticket-refused');
    expect(problem.errors).toContainEqual({ pointer, detail });
  });

  it('a ticket from the future', async () => {
    const { response } = await upload(unchanged, Date.now() + HOUR_MS);
    expect(response.status).toBe(422);
    expect((await problemOf(response)).errors).toEqual([{ pointer: '/ticket/issued_at', detail: 'is in the future' }]);
  });

  it('a run that took longer than there was time', async () => {
    const made = makeUpload();
    made.record.wall_ms = 2 * HOUR_MS;
    const { response } = await upload(unchanged, Date.now() - HOUR_MS, made);
    expect(response.status).toBe(422);
    expect((await problemOf(response)).errors?.[0]?.pointer).toBe('/record/wall_ms');
  });

  it('a run of 21 s in the second in which its ticket is issued', async () => {
    const made = makeUpload();
    expect(made.record.wall_ms).toBeGreaterThan(5_000);
    const { response } = await upload(unchanged, Date.now(), made);
    expect(response.status).toBe(422);
    expect((await problemOf(response)).errors).toEqual([
      { pointer: '/record/wall_ms', detail: 'is longer than the time since the ticket was issued' },
    ]);
  });

  it('a ticket used again: for the same run 409, for another run 422', async () => {
    const { ticket } = await upload(unchanged);
    const other = { ...makeUpload({ declared: { device: 'Second use' } }), ticket };
    expect((await put(ticket.run_id, other)).status).toBe(409);
    const response = await put(newRunId(), other);
    expect(response.status).toBe(422);
    expect((await problemOf(response)).errors?.[0]?.pointer).toBe('/ticket/run_id');
  });

  it.each([
    [{}],
    [{ suite: 1 }],
    [{ suite: '1', plan_seed: 1 }],
    [{ suite: 1, plan_seed: -1 }],
    [{ suite: 1, plan_seed: 2 ** 32 }],
  ])('a request like %j', async (body) => {
    expect((await send('POST', '/api/v1/run-tickets', body)).status).toBe(422);
  });
});
