import { dayOf } from '../base/days.ts';
import type { Db } from '../base/env.ts';

/** Counts `cost` more for a source. Beyond the limit the CHECK fails, and with it the whole batch: see `isQuotaError`. */
export function countAgainstQuota(db: Db, source: string, limit: number, nowMs: number, cost = 1): D1PreparedStatement {
  return db
    .prepare(
      `INSERT INTO quota (day, source, used, allowed) VALUES (?1, ?2, ?4, ?3)
       ON CONFLICT DO UPDATE SET used = used + excluded.used, allowed = excluded.allowed RETURNING used`,
    )
    .bind(dayOf(nowMs), source, limit, cost);
}

/** Counts once more, if the previous statement of the batch changed a row. */
export function countChangeAgainstQuota(db: Db, source: string, limit: number, nowMs: number): D1PreparedStatement {
  return db
    .prepare(
      `INSERT INTO quota (day, source, used, allowed) SELECT ?1, ?2, 1, ?3 WHERE changes() > 0
       ON CONFLICT DO UPDATE SET used = used + excluded.used, allowed = excluded.allowed`,
    )
    .bind(dayOf(nowMs), source, limit);
}
