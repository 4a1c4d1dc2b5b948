import { SUITE_VERSION, type FieldError, type AnyUpload, type Ticket, type TicketRequest } from '@opfsmark/schema';
import { randomId } from '../base/crypto.ts';
import { dayKey, dayOf } from '../store/day-keys.ts';
import type { Db } from '../base/env.ts';

const LIFETIME_MS = 24 * 3600_000;
/** Clocks of two machines of the service may differ by so much. */
const SKEW_MS = 60_000;

/** What is signed: every field, in one order. */
function signedText(ticket: Omit<Ticket, 'signature'>): Uint8Array {
  const { run_id, suite, plan_seed, issued_at, expires_at } = ticket;
  return new TextEncoder().encode(JSON.stringify(['ticket', run_id, suite, plan_seed, issued_at, expires_at]));
}

export async function issueTicket(db: Db, request: TicketRequest, nowMs: number): Promise<Ticket> {
  const unsigned = {
    run_id: randomId(),
    suite: request.suite,
    plan_seed: request.plan_seed,
    issued_at: new Date(nowMs).toISOString(),
    expires_at: new Date(nowMs + LIFETIME_MS).toISOString(),
  };
  const key = await dayKey(db, dayOf(nowMs));
  const signature = new Uint8Array(await crypto.subtle.sign('HMAC', key, signedText(unsigned)));
  return { ...unsigned, signature: signature.toBase64({ alphabet: 'base64url', omitPadding: true }) };
}

export type TicketVerdict =
  /** `expired` also stands for a run that was made without asking. */
  | { readonly kind: 'valid' | 'absent' | 'expired' }
  | { readonly kind: 'refused'; readonly errors: readonly FieldError[] };

/** A ticket that is late makes a run untrusted; one that says something else than the run is refused. */
export async function checkTicket(db: Db, runId: string, upload: AnyUpload, nowMs: number): Promise<TicketVerdict> {
  const { ticket, record } = upload;
  if (!ticket) return { kind: 'absent' };
  const issuedMs = Date.parse(ticket.issued_at);
  const errors: FieldError[] = [];
  const refuseUnless = (holds: boolean, pointer: string, detail: string) => {
    if (!holds) errors.push({ pointer, detail });
  };
  refuseUnless(ticket.run_id === runId, '/ticket/run_id', 'is another run');
  refuseUnless(
    ticket.suite === SUITE_VERSION && ticket.suite === record.plan.suite,
    '/ticket/suite',
    'is another suite',
  );
  refuseUnless(
    !('seed' in record.plan) || record.plan.seed === ticket.plan_seed,
    '/ticket/plan_seed',
    'is another seed',
  );
  refuseUnless(issuedMs <= nowMs + SKEW_MS, '/ticket/issued_at', 'lies in the future');
  if (errors.length > 0) return { kind: 'refused', errors };

  // Its key may be gone by then, so whether it was forged can no longer be told.
  if (Date.parse(ticket.expires_at) <= nowMs || issuedMs + LIFETIME_MS <= nowMs) return { kind: 'expired' };
  const key = await dayKey(db, dayOf(issuedMs));
  const signature = Uint8Array.fromBase64(ticket.signature, { alphabet: 'base64url' });
  refuseUnless(
    await crypto.subtle.verify('HMAC', key, signature, signedText(ticket)),
    '/ticket/signature',
    'is not ours',
  );
  refuseUnless(
    record.wall_ms <= nowMs - issuedMs + SKEW_MS,
    '/record/wall_ms',
    'is longer than the time since the ticket was issued',
  );
  return errors.length > 0 ? { kind: 'refused', errors } : { kind: 'valid' };
}
