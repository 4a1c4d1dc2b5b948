import type { RunUpload, Ticket, TicketRequest } from '@opfsmark/schema/api';
import { type FieldError, newRunId, SUITE_VERSION } from '@opfsmark/schema/documents';
import { fromBase64Url, toBase64Url } from '../base/crypto.ts';
import { DAY_MS, dayOf } from '../base/days.ts';
import type { Db } from '../base/env.ts';
import type { SourceTag } from '../boards/policy.ts';
import { dayKey } from '../store/keys.ts';
import { originOf } from './source.ts';

const LIFETIME_MS = DAY_MS;
/** The service reads one clock at both ends; this much is left for its rounding. */
const DEFAULT_ALLOWANCE_MS = 1000;

export const allowanceMs = (text: string | undefined): number => Number(text ?? DEFAULT_ALLOWANCE_MS);

/** The bytes that are signed: every field, in a fixed order. */
function signedBytes(ticket: Omit<Ticket, 'signature'>): Uint8Array {
  const { run_id, suite, plan_seed, issued_at, expires_at, origin } = ticket;
  return new TextEncoder().encode(JSON.stringify(['ticket', run_id, suite, plan_seed, issued_at, expires_at, origin]));
}

/** @param provider from which it is asked for: it is worth something only there */
export async function issueTicket(db: Db, request: TicketRequest, provider: SourceTag, nowMs: number): Promise<Ticket> {
  const unsignedTicket = {
    run_id: newRunId(nowMs),
    suite: request.suite,
    plan_seed: request.plan_seed,
    issued_at: new Date(nowMs).toISOString(),
    expires_at: new Date(nowMs + LIFETIME_MS).toISOString(),
    origin: await originOf(db, provider, nowMs),
  };
  const key = await dayKey(db, dayOf(nowMs));
  const signature = await crypto.subtle.sign('HMAC', key, signedBytes(unsignedTicket));
  return { ...unsignedTicket, signature: toBase64Url(new Uint8Array(signature)) };
}

/** elsewhere: it was asked for from another internet provider. */
export type TicketKind = 'valid' | 'absent' | 'expired' | 'elsewhere';

type TicketVerdict =
  | { readonly kind: TicketKind }
  | { readonly kind: 'refused'; readonly errors: readonly FieldError[] };

/** Checks an upload's ticket. One that is expired or from elsewhere makes the run untrusted; one that contradicts it is refused. */
export async function checkTicket(
  db: Db,
  runId: string,
  upload: RunUpload,
  provider: SourceTag,
  { nowMs, toleranceMs }: { readonly nowMs: number; readonly toleranceMs: number },
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
  if (errors.length > 0) return { kind: 'refused', errors };
  return { kind: ticket.origin === (await originOf(db, provider, issuedMs)) ? 'valid' : 'elsewhere' };
}
