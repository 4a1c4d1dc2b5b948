import { Hono } from 'hono';
import { TicketRequest } from '@opfsmark/schema/api';
import type { AppEnv } from '../base/env.ts';
import { SMALL_BODY_LIMITS } from '../base/limits.ts';
import { readBody } from '../intake/body.ts';
import { providerTagOf } from '../intake/source.ts';
import { issueTicket } from '../intake/ticket.ts';
import { BODY, describeRoute } from '../openapi/operation.ts';

const REQUEST_TICKET = describeRoute({
  id: 'requestTicket',
  tag: 'runs',
  summary:
    'Ask for a ticket when a run starts. Only a run with a ticket can be ranked, sent through the internet provider that it was asked for from.',
  body: 'TicketRequest',
  example: { suite: 2, plan_seed: 1 },
  answers: { 201: 'Ticket' },
  problems: BODY,
});

export const tickets = new Hono<AppEnv>().post('/run-tickets', REQUEST_TICKET, async (c) => {
  const request = await readBody(c.req.raw, TicketRequest, SMALL_BODY_LIMITS);
  const provider = await providerTagOf(c.env.DB, c.req.raw, c.env);
  return c.json(await issueTicket(c.env.DB, request, provider, Date.now()), 201);
});
