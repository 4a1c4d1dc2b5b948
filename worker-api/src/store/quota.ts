import { dayOf } from '../base/days.ts';
import type { Db } from '../base/env.ts';
import type { SourceTag } from '../boards/policy.ts';

/** What a run costs one of those that it came from: its machine, its networks, its provider. */
export interface Charge {
  /** Names it within its provider and day. */
  readonly key: string;
  readonly runs: number;
  readonly allowed: number;
  /** When the run began, and how long it kept its machine busy, in seconds; 0 where nobody knows. */
  readonly began_s: number;
  readonly busy_s: number;
}

export interface ChargeState extends Pick<Charge, 'key' | 'allowed'> {
  readonly runs: number;
  readonly busy_until_s: number;
}

/** What each has then: a machine runs one test after another. ?1 is the day, ?2 the provider, ?3 the charges as JSON. */
const AFTER = `
  SELECT own.value ->> 'key' AS key, own.value ->> 'allowed' AS allowed,
         coalesce(spent -> (own.value ->> 'key') ->> 0, 0) + (own.value ->> 'runs') AS runs,
         max(coalesce(spent -> (own.value ->> 'key') ->> 1, 0), own.value ->> 'began_s') + (own.value ->> 'busy_s') AS busy_until_s
  FROM json_each(?3) AS own LEFT JOIN (SELECT spent FROM provider_day WHERE day = ?1 AND provider = ?2) ON true`;

/** What the charges would come to. */
export async function selectCharged(
  db: Db,
  provider: SourceTag,
  charges: readonly Charge[],
  nowMs: number,
): Promise<ChargeState[]> {
  const statement = db.prepare(AFTER).bind(dayOf(nowMs), provider, JSON.stringify(charges));
  return (await statement.all<ChargeState>()).results;
}

/** Charges a run to all of them in one row. Beyond what one may send the CHECK fails, and with it the batch: see `isQuotaError`. */
export function chargeRun(
  db: Db,
  provider: SourceTag,
  charges: readonly Charge[],
  { nowMs, untilS }: { readonly nowMs: number; readonly untilS: number },
): D1PreparedStatement {
  return db
    .prepare(
      `INSERT INTO provider_day (day, provider, spent, is_over)
       SELECT ?1, ?2,
         json_patch(coalesce((SELECT spent FROM provider_day WHERE day = ?1 AND provider = ?2), '{}'),
                    json_group_object(key, json_array(runs, busy_until_s))),
         max(runs > allowed OR busy_until_s > ?4)
       FROM (${AFTER}) WHERE true
       ON CONFLICT DO UPDATE SET spent = excluded.spent, is_over = excluded.is_over`,
    )
    .bind(dayOf(nowMs), provider, JSON.stringify(charges), untilS);
}

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
