import { dayKey, dayOf } from '../store/day-keys.ts';
import type { Db } from '../base/env.ts';

/** The network an address belongs to: its /24 or /56, so that one household is one source. */
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

/** Stands for where a request came from, for a day: nobody can tell the address from it, and nobody can link two days. */
export async function sourceOf(db: Db, request: Request, nowMs: number): Promise<string> {
  const network = networkOf(request.headers.get('cf-connecting-ip') ?? '127.0.0.1');
  const mac = await crypto.subtle.sign(
    'HMAC',
    await dayKey(db, dayOf(nowMs)),
    new TextEncoder().encode(`src ${network}`),
  );
  return new Uint8Array(mac).slice(0, 16).toHex();
}

/** Counts one more; the batch it stands in fails on the day's last plus one. */
export function countAgainstQuota(db: Db, src: string, most: number, nowMs: number): D1PreparedStatement {
  return db
    .prepare(
      `INSERT INTO quota (day, src, n, most) VALUES (?1, ?2, 1, ?3)
       ON CONFLICT DO UPDATE SET n = n + 1, most = excluded.most RETURNING n`,
    )
    .bind(dayOf(nowMs), src, most);
}

export function isQuotaError(error: unknown): boolean {
  return error instanceof Error && error.message.includes('daily_quota');
}

export function secondsToMidnight(nowMs: number): number {
  return Math.ceil((86_400_000 - (nowMs % 86_400_000)) / 1000);
}

/** What is left of the day, as draft-ietf-httpapi-ratelimit-headers says it; only on answers that nobody keeps. */
export function rateLimitHeaders(most: number, used: number, nowMs: number): Record<string, string> {
  return {
    'ratelimit-policy': `"runs";q=${most};w=86400`,
    ratelimit: `"runs";r=${Math.max(0, most - used)};t=${secondsToMidnight(nowMs)}`,
  };
}
