import { makeUpload, type MadeRun } from '@opfsmark/schema/test-support/upload';
import { jsonRequest, sendTo, withTicket } from '../../worker-api/test/tickets.ts';

/** A run ready to be sent. */
export interface PreparedRun {
  readonly runId: string;
  readonly body: string;
}

/**
 * Prepares a run that counts: its ticket is requested first, as a page does.
 *
 * @param from headers that tell the network, as they are sent with the run
 */
export async function prepareRun(
  origin: string,
  madeRun: MadeRun,
  from: Record<string, string> = {},
): Promise<PreparedRun> {
  const headers = { 'content-type': 'application/json', ...from };
  const upload = await withTicket(sendTo(origin), makeUpload(madeRun), { headers });
  return { runId: upload.ticket.run_id, body: JSON.stringify(upload) };
}

/** Sends a run; the status of the answer. */
export async function putRun(
  origin: string,
  { runId, body }: PreparedRun,
  headers: Record<string, string> = {},
): Promise<number> {
  const response = await fetch(`${origin}/api/v1/runs/${runId}`, jsonRequest('PUT', body, headers));
  await response.arrayBuffer();
  return response.status;
}

/** Calls a function for every item, this many at a time. */
export async function inParallel<T>(
  items: readonly T[],
  lanes: number,
  act: (item: T, index: number) => Promise<void>,
): Promise<void> {
  let nextIndex = 0;
  await Promise.all(
    Array.from({ length: lanes }, async () => {
      for (let i = nextIndex++; i < items.length; i = nextIndex++) await act(items[i] as T, i);
    }),
  );
}

export function rigOf(n: number): string {
  return String(n).padStart(16, '0');
}

/** Has the service count all cohorts again from the runs; how many differed. */
export async function countDrift(origin: string, token: string): Promise<number> {
  const init = { method: 'POST', headers: { authorization: `Bearer ${token}` } };
  let drift = 0;
  for (;;) {
    const response = await fetch(`${origin}/api/v1/admin/v1/rebuild`, init);
    const report = (await response.json()) as { done: boolean; drift: number };
    if (!response.ok) throw new Error(`rebuild: ${response.status}`);
    drift += report.drift;
    if (report.done) return drift;
  }
}
