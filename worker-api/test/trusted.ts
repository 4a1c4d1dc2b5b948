import type { RunReceipt, RunUpload, Ticket } from '@opfsmark/schema/api';
import { expect } from 'vitest';
import { withTicket } from '../tools/tickets.ts';
import { ask, publish } from './client.ts';

/** An upload with a ticket of this service. */
export function ticketed<Upload extends RunUpload>(upload: Upload): Promise<Upload & { ticket: Ticket }> {
  return withTicket(ask, upload);
}

/** Publishes a run with a ticket, whatever becomes of it. */
export async function publishTicketed(upload: RunUpload): Promise<RunReceipt> {
  const own = await ticketed(upload);
  return publish(own, own.ticket.run_id);
}

/** Publishes a run that counts; its id. */
export async function publishTrusted(upload: RunUpload): Promise<string> {
  const receipt = await publishTicketed(upload);
  expect(receipt).toMatchObject({ status: 'published', trust: 1, reasons: [] });
  return receipt.run_id;
}
