import type { RunUpload, Ticket } from '@opfsmark/schema/api';
import { STANDARD_SEED, SUITE_VERSION } from '@opfsmark/schema/documents';

/** Sends a request to the service, wherever it runs. */
type Send = (path: string, init: RequestInit) => Promise<Response>;

export function jsonRequest(method: string, body: string, headers: Readonly<Record<string, string>> = {}): RequestInit {
  return { method, headers: { 'content-type': 'application/json', ...headers }, body };
}

/** Sends over HTTP. */
export function sendTo(origin: string): Send {
  return (path, init) => fetch(origin + path, init);
}

async function requestTicket(send: Send, from: RequestInit): Promise<Ticket> {
  const request = { suite: SUITE_VERSION, plan_seed: STANDARD_SEED };
  const response = await send('/api/v1/run-tickets', { ...jsonRequest('POST', JSON.stringify(request)), ...from });
  if (response.status !== 201) throw new Error(`no ticket: ${response.status} ${await response.text()}`);
  const ticket: unknown = await response.json();
  return ticket as Ticket;
}

/** For a service that is told to trust a run's own clock: made-up runs have no time to pass. */
export const ANY_TIME = { TICKET_ALLOWANCE_MS: '86400000' } as const;

/**
 * A copy of an upload with a ticket, as a page sends it: the run may count on boards.
 *
 * @param from headers of whoever asks, as the upload has them
 */
export async function withTicket<Upload extends RunUpload>(
  send: Send,
  upload: Upload,
  from: RequestInit = {},
): Promise<Upload & { ticket: Ticket }> {
  return { ...upload, ticket: await requestTicket(send, from) };
}
