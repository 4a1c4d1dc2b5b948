import { Hono } from 'hono';
import { TicketRequest } from '@opfsmark/schema/api';
import type { AppEnv } from '../base/env.ts';
import { SMALL_BODY_LIMITS } from '../base/limits.ts';
import { readBody } from '../intake/body.ts';
import { issueTicket } from '../intake/ticket.ts';

export const tickets = new Hono<AppEnv>().post('/run-tickets', async (c) => {
  const request = await readBody(c.req.raw, TicketRequest, SMALL_BODY_LIMITS);
  return c.json(await issueTicket(c.env.DB, request, Date.now()), 201);
});
