import { env } from 'cloudflare:workers';
import type { RunReceipt, RunUpload, Ticket } from '@opfsmark/schema/api';
import { makeUpload as drawUpload, type MadeRun, type UploadOf } from '@opfsmark/schema/test-support/upload';
import { expect } from 'vitest';
import { countPending } from '../src/aggregation/count.ts';
import type { Env } from '../src/base/env.ts';
import { withTicket } from './tickets.ts';
import { addressIn, ask, moderate, publish, put } from './client.ts';

/** An upload with a ticket of this service. */
export function ticketed<Upload extends RunUpload>(
  upload: Upload,
  from: RequestInit = {},
  bindings: Partial<Env> = {},
): Promise<Upload & { ticket: Ticket }> {
  return withTicket((path, init) => ask(path, init, bindings), upload, from);
}

/** A request of a network. */
export const sentFrom = (network: number): RequestInit => ({
  headers: { 'content-type': 'application/json', 'cf-connecting-ip': addressIn(network) },
});

/** Publishes a run with a ticket, whatever becomes of it. */
export async function publishTicketed(
  upload: RunUpload,
  network = 0,
  bindings: Partial<Env> = {},
): Promise<RunReceipt> {
  const ticketedUpload = await ticketed(upload, sentFrom(network));
  return publish(ticketedUpload, ticketedUpload.ticket.run_id, network, bindings);
}

/** Publishes a run that counts; its id. */
export async function publishTrusted(upload: RunUpload, network = 0, bindings: Partial<Env> = {}): Promise<string> {
  const receipt = await publishTicketed(upload, network, bindings);
  expect(receipt).toMatchObject({ status: 'published', trust: 1, reasons: [] });
  return receipt.run_id;
}

/** Publishes a run as a network of a provider does, where Cloudflare names its autonomous system; its id. */
export async function publishVia(
  upload: RunUpload,
  { network, asn }: { readonly network: number; readonly asn: number | undefined },
  bindings: Partial<Env> = {},
): Promise<string> {
  const init = { ...sentFrom(network), ...(asn !== undefined && { cf: { asn } }) };
  const allBindings = { BEHIND_CLOUDFLARE: '1', ...bindings };
  const ticketedUpload = await ticketed(upload, init, allBindings);
  const response = await put(ticketedUpload.ticket.run_id, ticketedUpload, init, allBindings);
  expect(response.status).toBe(201);
  return ticketedUpload.ticket.run_id;
}

/**
 * Publishes runs of several networks; their ids.
 *
 * @param makeOne the upload of a network, counted from 0
 */
export async function publishFromNetworks(
  networks: number,
  makeOne: (network: number) => RunUpload,
  firstNetwork = 1000,
): Promise<string[]> {
  const ids: string[] = [];
  for (let i = 0; i < networks; i++) ids.push(await publishTrusted(makeOne(i), firstNetwork + i));
  return ids;
}

/** Has a moderator confirm a run. */
export async function confirm(runId: string): Promise<void> {
  const response = await moderate('POST', `/runs/${runId}/status`, { status: 'confirmed', reason: 'checked' });
  expect(response.status).toBe(200);
}

/** SQL: a tag of its own for each number. */
export const tagOf = (n: string): string => `printf('%011d', ${n})`;

/**
 * Copies a run many times in one statement.
 *
 * @param changes SQL per column, by its name; `n` counts the copies from 1
 */
export async function copyRun(
  db: D1Database,
  runId: string,
  copies: number,
  changes: Readonly<Record<string, string>>,
): Promise<void> {
  const { results } = await db.prepare("SELECT name FROM pragma_table_info('run')").all<{ name: string }>();
  const columnSql: Readonly<Record<string, string>> = {
    run_id: "printf('%016d', n)",
    like_1: "''",
    like_2: "''",
    ...changes,
  };
  const names = results.map(({ name }) => name);
  await db
    .prepare(
      `WITH RECURSIVE copies (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM copies WHERE n < ?2)
       INSERT INTO run (${names.join(', ')})
       SELECT ${names.map((name) => columnSql[name] ?? name).join(', ')} FROM run CROSS JOIN copies WHERE run_id = ?1`,
    )
    .bind(runId, copies)
    .run();
}

/** Numbers that were drawn, by what was asked for: to draw them takes as long as to check them. */
const drawnTexts = new Map<string, string>();

/**
 * An upload as the factory makes it, of today. Whatever is measured alike has the same numbers, because the service of the
 * tests takes a result more than once.
 */
export function makeUpload({ declared, rig_id, ...measurement }: MadeRun = {}): UploadOf<'matrix'> {
  const key = JSON.stringify(measurement);
  const text = drawnTexts.get(key) ?? JSON.stringify(drawUpload({ seed: 7, ...measurement }));
  drawnTexts.set(key, text);
  const upload = JSON.parse(text) as UploadOf<'matrix'>;
  upload.record.started_at = `${new Date().toISOString().slice(0, 10)}T00:00:00.000Z`;
  return {
    ...upload,
    declared: { ...upload.declared, ...declared },
    ...(rig_id === undefined ? {} : { rig_id }),
  };
}

/** The same of the smallest plan that counts, one row instead of four: for what is about neither plan nor figures. */
export function makeSmallUpload(options: MadeRun = {}): UploadOf<'matrix'> {
  return makeUpload({ profile: 'demo', ...options });
}

/** Refuses a result that was published before, as the service does where nobody tests it. */
export const ONCE = { REPEATED_RESULTS: '' } as const;

/** Does what the timer does: counts what is marked. */
export async function countMarked(): Promise<void> {
  await countPending(env, Date.now(), () => true);
}
