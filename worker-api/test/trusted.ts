import type { AnyUpload, Ticket } from '@opfsmark/schema';
import { STANDARD_SEED, SUITE_VERSION } from '@opfsmark/schema';
import { expect } from 'vitest';
import { publish, send } from './client.ts';

/** A ticket as a client gets it; the run is made short enough to have begun after it. */
export async function ticketFor(upload: AnyUpload): Promise<Ticket> {
  upload.record.wall_ms = Math.min(upload.record.wall_ms, 59_000);
  const response = await send('POST', '/api/v1/run-tickets', { suite: SUITE_VERSION, plan_seed: STANDARD_SEED });
  expect(response.status).toBe(201);
  return response.json();
}

/** Publishes a run that counts; its id. */
export async function publishTrusted(upload: AnyUpload): Promise<string> {
  const ticket = await ticketFor(upload);
  const receipt = await publish({ ...upload, ticket }, ticket.run_id);
  expect(receipt).toMatchObject({ status: 'published', trust: 1, reasons: [] });
  return receipt.run_id;
}
