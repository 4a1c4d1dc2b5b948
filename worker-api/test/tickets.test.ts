import { env } from 'cloudflare:workers';
import type { Ticket } from '@opfsmark/schema/api';
import { newRunId, randomId, STANDARD_SEED, SUITE_VERSION, timeOfRunId } from '@opfsmark/schema/documents';
import { describe, expect, it, vi } from 'vitest';
import { HOUR_MS } from '../src/base/days.ts';
import { networkTagOf } from '../src/intake/source.ts';
import { issueTicket } from '../src/intake/ticket.ts';
import { jsonRequest } from './tickets.ts';
import { problemOf, put, send } from './client.ts';
import { makeSmallUpload, sentFrom, ticketed } from './runs.ts';

const REQUEST = { suite: SUITE_VERSION, plan_seed: STANDARD_SEED };

async function upload(
  change: (ticket: Ticket) => Ticket,
  issuedMs = Date.now() - HOUR_MS,
  runUpload = makeSmallUpload(),
) {
  const ticket = await issueTicket(env.DB, REQUEST, await providerOf(0), issuedMs);
  const bindings = { TICKET_ALLOWANCE_MS: '1000' };
  return { ticket, response: await put(ticket.run_id, { ...runUpload, ticket: change(ticket) }, {}, bindings) };
}

/** The tag that stands for a network's provider where nobody names it. */
const providerOf = (network: number) =>
  networkTagOf(env.DB, new Request('https://opfsmark.test', network === 0 ? {} : sentFrom(network)));

const asIssued = (ticket: Ticket) => ticket;

it('makes a run that comes with its ticket trusted', async () => {
  const { response } = await upload(asIssued);
  expect(response.status).toBe(201);
  expect(await response.json()).toMatchObject({ trust: 1, reasons: [] });
});

it('is for a run whose id begins with the time of the ticket', async () => {
  const [earlyTicket, lateTicket] = [
    await issueTicket(env.DB, REQUEST, await providerOf(0), 1e12),
    await issueTicket(env.DB, REQUEST, await providerOf(0), 1e12 + 1),
  ];
  expect(timeOfRunId(earlyTicket.run_id)).toBe(1e12);
  expect(earlyTicket.run_id < lateTicket.run_id).toBe(true);
});

it('takes a run with an expired ticket as one without', async () => {
  const { response } = await upload(asIssued, Date.now() - 25 * HOUR_MS);
  expect(response.status).toBe(201);
  expect(await response.json()).toMatchObject({ trust: 0, status: 'published', reasons: ['ticket_expired'] });
});

it('takes a ticket of yesterday, under the key of yesterday', async () => {
  const { response } = await upload(asIssued, Date.now() - 23.9 * HOUR_MS);
  expect(await response.json()).toMatchObject({ trust: 1 });
});

it('is good after midnight, for each run that began before', async () => {
  const midnightMs = Math.ceil(Date.now() / (24 * HOUR_MS)) * 24 * HOUR_MS;
  vi.setSystemTime(midnightMs - 10_000);
  const uploads = [await ticketed(makeSmallUpload()), await ticketed(makeSmallUpload({ speed: 1.1 }))];
  vi.setSystemTime(midnightMs + 60_000);
  for (const run of uploads) expect(await (await put(run.ticket.run_id, run)).json()).toMatchObject({ trust: 1 });
  vi.useRealTimers();
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
    const { response } = await upload(asIssued, Date.now() + HOUR_MS);
    expect(response.status).toBe(422);
    expect((await problemOf(response)).errors).toEqual([{ pointer: '/ticket/issued_at', detail: 'is in the future' }]);
  });

  it('a run that took longer than there was time', async () => {
    const runUpload = makeSmallUpload();
    runUpload.record.wall_ms = 2 * HOUR_MS;
    const { response } = await upload(asIssued, Date.now() - HOUR_MS, runUpload);
    expect(response.status).toBe(422);
    expect((await problemOf(response)).errors?.[0]?.pointer).toBe('/record/wall_ms');
  });

  it('a run of 21 s in the second in which its ticket is issued', async () => {
    const runUpload = makeSmallUpload();
    expect(runUpload.record.wall_ms).toBeGreaterThan(5_000);
    const { response } = await upload(asIssued, Date.now(), runUpload);
    expect(response.status).toBe(422);
    expect((await problemOf(response)).errors).toEqual([
      { pointer: '/record/wall_ms', detail: 'is longer than the time since the ticket was issued' },
    ]);
  });

  it('a ticket used again: for the same run 409, for another run 422', async () => {
    const { ticket } = await upload(asIssued);
    const otherUpload = { ...makeSmallUpload({ declared: { device: 'Second use' } }), ticket };
    expect((await put(ticket.run_id, otherUpload)).status).toBe(409);
    const response = await put(newRunId(), otherUpload);
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

it('is worth something only where it was asked for', async () => {
  const ticketedUpload = await ticketed(makeSmallUpload(), sentFrom(1));
  const response = await put(ticketedUpload.ticket.run_id, ticketedUpload, sentFrom(2));
  expect(await response.json()).toMatchObject({ trust: 0, status: 'published', unranked_because: ['other_origin'] });
});

describe('the time of a machine', () => {
  const allowance = { TICKET_ALLOWANCE_MS: '1000' };
  const WALL_S = 60;
  const runOf = (rig_id: string | undefined) => {
    const runUpload = makeSmallUpload(rig_id === undefined ? {} : { rig_id });
    return { ...runUpload, record: { ...runUpload.record, wall_ms: WALL_S * 1000 } };
  };
  /** Tickets are asked for at once, the runs are sent after so many seconds; how each was answered. */
  async function sendAfter(seconds: number, rigs: readonly (string | undefined)[], network: number) {
    const startMs = Date.now();
    const uploads = await Promise.all(rigs.map((rig_id) => ticketed(runOf(rig_id), sentFrom(network))));
    vi.setSystemTime(startMs + seconds * 1000);
    const answers: Response[] = [];
    for (const upload of uploads)
      answers.push(
        await put(
          upload.ticket.run_id,
          upload,
          { ...jsonRequest('PUT', JSON.stringify(upload)), ...sentFrom(network) },
          allowance,
        ),
      );
    vi.useRealTimers();
    return answers;
  }
  const acceptedCount = (answers: readonly Response[]) => answers.filter(({ status }) => status === 201).length;

  it('passes one run after another, and the answer says when there is enough', async () => {
    const rig = randomId();
    const answers = await sendAfter(1.5 * WALL_S, [rig, rig, rig], 30);
    expect(answers.map(({ status }) => status)).toEqual([201, 429, 429]);
    expect(Number(answers[1]?.headers.get('retry-after'))).toBeLessThanOrEqual(WALL_S);
    expect(acceptedCount(await sendAfter(2.1 * WALL_S, [rig, rig], 31))).toBe(2);
  });

  it('passes for each machine of a network by itself', async () => {
    expect(
      acceptedCount(
        await sendAfter(
          1.1 * WALL_S,
          Array.from({ length: 6 }, () => randomId()),
          32,
        ),
      ),
    ).toBe(6);
  });

  it('lets a class measure at once without saying which machine is which, and no crowd', async () => {
    const crowdIds = Array.from({ length: 40 }, () => undefined);
    const statuses = (await sendAfter(1.1 * WALL_S, crowdIds, 33)).map(({ status }) => status);
    expect(new Set(statuses.slice(0, 25))).toEqual(new Set([201]));
    expect(statuses.at(-1)).toBe(429);
  });
});
