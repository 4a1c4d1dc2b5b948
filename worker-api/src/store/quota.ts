import { dayOf } from '../base/days.ts';
import type { Db } from '../base/env.ts';

/** Counts one more for a source. Beyond the limit the CHECK fails, and with it the whole batch: see `isQuotaError`. */
export function countAgainstQuota(db: Db, source: string, limit: number, nowMs: number): D1PreparedStatement {
  return db
    .prepare(
      `INSERT INTO quota (day, source, used, allowed) VALUES (?1, ?2, 1, ?3)
       ON CONFLICT DO UPDATE SET used = used + 1, allowed = excluded.allowed RETURNING used`,
    )
    .bind(dayOf(nowMs), source, limit);
}

/** How often a source was counted today. */
export async function selectUsed(db: Db, source: string, nowMs: number): Promise<number> {
  const used = await db
    .prepare('SELECT used FROM quota WHERE day = ?1 AND source = ?2')
    .bind(dayOf(nowMs), source)
    .first<number>('used');
  return used ?? 0;
}
