import type { RunUpload } from '@opfsmark/schema';
import { makeUpload, type MadeRun } from '../test/factory.ts';

export interface Sent {
  readonly runId: string;
  readonly body: string;
}

const JSON_TYPE = { 'content-type': 'application/json' };

/** A trusted run, ready to be sent: its ticket is asked for first, as a page does. */
export async function prepare(origin: string, made: MadeRun): Promise<Sent> {
  const response = await fetch(`${origin}/api/v1/run-tickets`, {
    method: 'POST',
    headers: JSON_TYPE,
    body: JSON.stringify({ suite: 1, plan_seed: 0x0bf5 }),
  });
  const ticket = (await response.json()) as NonNullable<RunUpload['ticket']>;
  const upload = makeUpload(made);
  upload.record.wall_ms = Math.min(upload.record.wall_ms, 59_000);
  return { runId: ticket.run_id, body: JSON.stringify({ ...upload, ticket }) };
}

export async function put(
  origin: string,
  { runId, body }: Sent,
  headers: Record<string, string> = {},
): Promise<number> {
  const init = { method: 'PUT', headers: { ...JSON_TYPE, ...headers }, body };
  const response = await fetch(`${origin}/api/v1/runs/${runId}`, init);
  await response.arrayBuffer();
  return response.status;
}

/** Does all of it, so many at a time. */
export async function inParallel<T>(
  items: readonly T[],
  lanes: number,
  act: (item: T, index: number) => Promise<void>,
): Promise<void> {
  let next = 0;
  await Promise.all(
    Array.from({ length: lanes }, async () => {
      for (let i = next++; i < items.length; i = next++) await act(items[i] as T, i);
    }),
  );
}

export function rigOf(n: number): string {
  return String(n).padStart(16, '0');
}

/** Counts all cells anew from the runs and compares: what differs. */
export async function drift(origin: string, token: string): Promise<number> {
  const init = { method: 'POST', headers: { authorization: `Bearer ${token}` } };
  for (;;) {
    const response = await fetch(`${origin}/api/v1/admin/v1/rebuild`, init);
    const report = (await response.json()) as { done: boolean; drift: number | null };
    if (!response.ok) throw new Error(`rebuild: ${response.status}`);
    if (report.done) return report.drift ?? Number.NaN;
  }
}
