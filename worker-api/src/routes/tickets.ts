import { Hono } from 'hono';
import { TicketRequest } from '@opfsmark/schema';
import { readBody } from '../body.ts';
import type { AppEnv } from '../env.ts';
import { SMALL_BODY_LIMITS } from '../limits.ts';
import { issueTicket } from '../ticket.ts';

export const tickets = new Hono<AppEnv>().post('/run-tickets', async (c) => {
  const request = await readBody(c.req.raw, TicketRequest, SMALL_BODY_LIMITS);
  return c.json(await issueTicket(c.env.DB, request, Date.now()), 201);
});
