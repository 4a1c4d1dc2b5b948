import type { RunUpload, Ticket, TicketRequest } from '@opfsmark/schema/api';
import { type FieldError, newRunId, SUITE_VERSION } from '@opfsmark/schema/documents';
import { fromBase64Url, toBase64Url } from '../base/crypto.ts';
import { dayOf } from '../base/days.ts';
import type { Db } from '../base/env.ts';
import { dayKey } from '../store/day-keys.ts';

const LIFETIME_MS = 24 * 3600_000;
/** The service reads one clock at both ends; this much is left for its rounding. */
const DEFAULT_ALLOWANCE_MS = 1000;

export const allowanceMs = (text: string | undefined): number => Number(text ?? DEFAULT_ALLOWANCE_MS);

/** The bytes that are signed: every field, in a fixed order. */
function signedBytes(ticket: Omit<Ticket, 'signature'>): Uint8Array {
  const { run_id, suite, plan_seed, issued_at, expires_at } = ticket;
  return new TextEncoder().encode(JSON.stringify(['ticket', run_id, suite, plan_seed, issued_at, expires_at]));
}

export async function issueTicket(db: Db, request: TicketRequest, nowMs: number): Promise<Ticket> {
  const unsigned = {
    run_id: newRunId(nowMs),
    suite: request.suite,
    plan_seed: request.plan_seed,
    issued_at: new Date(nowMs).toISOString(),
    expires_at: new Date(nowMs + LIFETIME_MS).toISOString(),
  };
  const key = await dayKey(db, dayOf(nowMs));
  const signature = await crypto.subtle.sign('HMAC', key, signedBytes(unsigned));
  return { ...unsigned, signature: toBase64Url(new Uint8Array(signature)) };
}

type TicketVerdict =
  | { readonly kind: 'valid' | 'absent' | 'expired' }
  | { readonly kind: 'refused'; readonly errors: readonly FieldError[] };

/** Checks an upload's ticket. An expired one makes the run untrusted; one that contradicts the run is refused. */
export async function checkTicket(
  db: Db,
  runId: string,
  upload: RunUpload,
  nowMs: number,
  toleranceMs: number,
): Promise<TicketVerdict> {
  const { ticket, record } = upload;
  if (!ticket) return { kind: 'absent' };
  const issuedMs = Date.parse(ticket.issued_at);
  const errors: FieldError[] = [];
  const expectThat = (holds: boolean, pointer: string, detail: string) => {
    if (!holds) errors.push({ pointer, detail });
  };
  const isSuite = ticket.suite === SUITE_VERSION && ticket.suite === record.plan.suite;
  expectThat(ticket.run_id === runId, '/ticket/run_id', 'belongs to another run');
  expectThat(isSuite, '/ticket/suite', 'belongs to another suite');
  expectThat(record.plan.seed === ticket.plan_seed, '/ticket/plan_seed', 'is not the seed of the plan');
  expectThat(issuedMs <= nowMs + DEFAULT_ALLOWANCE_MS, '/ticket/issued_at', 'is in the future');
  if (errors.length > 0) return { kind: 'refused', errors };

  // The key of an expired ticket may be deleted, so its signature cannot be checked any more.
  if (Date.parse(ticket.expires_at) <= nowMs || issuedMs + LIFETIME_MS <= nowMs) return { kind: 'expired' };
  const key = await dayKey(db, dayOf(issuedMs));
  const isOurs = await crypto.subtle.verify('HMAC', key, fromBase64Url(ticket.signature), signedBytes(ticket));
  const isPossible = record.wall_ms <= nowMs - issuedMs + toleranceMs;
  expectThat(isOurs, '/ticket/signature', 'was not made by this service');
  expectThat(isPossible, '/record/wall_ms', 'is longer than the time since the ticket was issued');
  return errors.length > 0 ? { kind: 'refused', errors } : { kind: 'valid' };
}
