import type { PausedRun } from '../api.ts';
import type { Core } from './host.ts';

/** A lease keeps the lock, and all that is stored, for a page that reloads itself. All tabs see it; it ends by itself. */

const KEY = 'opfsmark.reload';
/** A page that is not back by then is taken for closed. */
const LEASE_MS = 60_000;

interface Lease {
  readonly id: string;
  readonly endsMs: number;
}

/** A text that another version of the page, or something else, has written is none; nor is one that is over. */
function parseLease(text: string | null, nowMs: number): Lease | null {
  const [id, ends, ...rest] = (text ?? '').split(' ');
  const endsMs = Number(ends);
  // A clock that was set back must not lock the site for longer.
  const isLive = endsMs > nowMs && endsMs <= nowMs + LEASE_MS;
  return id && rest.length === 0 && isLive ? { id, endsMs } : null;
}

function currentLease(): Lease | null {
  try {
    return parseLease(localStorage.getItem(KEY), Date.now());
  } catch {
    // Site data is blocked: nobody can take one.
    return null;
  }
}

/** Returns the id of a new lease; `null` where this browser keeps nothing. */
export function takeLease(): string | null {
  const id = crypto.randomUUID();
  try {
    localStorage.setItem(KEY, `${id} ${Date.now() + LEASE_MS}`);
    return id;
  } catch {
    return null;
  }
}

export function dropLease(): void {
  try {
    localStorage.removeItem(KEY);
  } catch {
    // Site data was blocked meanwhile.
  }
}

/** Ends the lease of a page that came back and does not go on. Another one's stays. */
export function giveBackLease(lease: string): void {
  if (leaseAllows(lease)) dropLease();
}

/** Whether a page may measure: the one whose lease it is, or any where there is none. */
export function leaseAllows(lease: string | undefined): boolean {
  return currentLease()?.id === lease;
}

/** Resolves when there is no lease any more: at once, or after a while. */
export async function whenLeaseOver(): Promise<void> {
  for (let lease = currentLease(); lease; lease = currentLease()) {
    const leftMs = lease.endsMs - Date.now();
    await new Promise((resolve) => setTimeout(resolve, leftMs));
  }
}

/** Whether this engine began the run: a record must not mix two versions. */
export function isOfCore({ version, sha256 }: Pick<Core, 'version' | 'sha256'>, { record }: PausedRun): boolean {
  const { core_version, wasm_sha256 } = record.environment;
  return core_version === version && wasm_sha256 === sha256;
}

/** See `CanResume` in api.ts. */
export function canResumeOn(core: Pick<Core, 'version' | 'sha256'>, pausedRun: PausedRun): boolean {
  return leaseAllows(pausedRun.lease) && isOfCore(core, pausedRun);
}
