import { dayOf, secondsToMidnight } from '../base/days.ts';
import type { Db } from '../base/env.ts';
import { ProblemError } from '../base/problem.ts';
import { dayKey } from '../store/day-keys.ts';

/** The network of an address: its /24 or /56, so that one household is one source. */
export function networkOf(address: string): string {
  if (address.includes('.') && !address.includes(':')) return `${address.split('.').slice(0, 3).join('.')}.0/24`;
  const [head = '', tail] = address.toLowerCase().split('::');
  const left = head === '' ? [] : head.split(':');
  const right = tail === undefined || tail === '' ? [] : tail.split(':');
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - left.length - right.length);
  const groups = [...left, ...Array.from({ length: zeros }, () => '0'), ...right].map((group) =>
    group.padStart(4, '0'),
  );
  return `${groups.slice(0, 4).join(':').slice(0, 17)}00::/56`;
}

/** A name for the network of a request that holds for one day: it reveals no address and cannot be linked across days. */
export async function sourceOf(db: Db, request: Request, nowMs: number): Promise<string> {
  const network = networkOf(request.headers.get('cf-connecting-ip') ?? '127.0.0.1');
  const mac = await crypto.subtle.sign(
    'HMAC',
    await dayKey(db, dayOf(nowMs)),
    new TextEncoder().encode(`src ${network}`),
  );
  return new Uint8Array(mac).slice(0, 16).toHex();
}

/** The answer to whoever has used up the day. */
export function quotaProblem(limit: number, things: string, nowMs: number): ProblemError {
  return new ProblemError('too-many', `At most ${limit} ${things} per day.`, [], {
    'retry-after': `${secondsToMidnight(nowMs)}`,
  });
}

/** What is left of the day, by draft-ietf-httpapi-ratelimit-headers. Only for answers that are not cached. */
export function rateLimitHeaders(limit: number, used: number, nowMs: number): Record<string, string> {
  return {
    'ratelimit-policy': `"runs";q=${limit};w=86400`,
    ratelimit: `"runs";r=${Math.max(0, limit - used)};t=${secondsToMidnight(nowMs)}`,
  };
}
