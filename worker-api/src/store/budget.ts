import type { Amount } from '../base/budgets.ts';
import { dayOf } from '../base/days.ts';
import type { Db } from '../base/env.ts';

/** The cost of a request for one of those that it came from: its machine, its networks, its provider, the service. */
export interface Charge {
  /** Whose row it is in, and its name there. */
  readonly source: string;
  readonly key: string;
  readonly limit: Amount;
  /** Only where there is no charge of this key yet. */
  readonly unless?: string;
  /** How long the run kept its machine busy, in seconds, and when it began; not given where nobody knows. */
  readonly busy?: { readonly began_s: number; readonly took_s: number };
}

export interface ChargeState extends Amount {
  readonly key: string;
  readonly isOver: boolean;
  /** Until when its machine was busy, where that is still to come. */
  readonly late_s: number;
}

interface ChargeRow {
  readonly key: string;
  readonly rows: number;
  readonly bytes: number;
  readonly document_bytes: number;
  readonly is_over: number;
  readonly late_s: number;
}

/**
 * The charges of each afterwards: a machine runs one test after another. ?1 is the day, ?2 the charges as JSON, ?3 what each of them is charged,
 * ?4 until when machines may have been busy.
 */
const AFTER = `
  WITH charge AS (
    SELECT own.value ->> 'source' AS source, own.value ->> 'key' AS key, own.value AS charge, spent,
           spent -> (own.value ->> 'key') AS had
    FROM json_each(?2) AS own LEFT JOIN budget ON budget.day = ?1 AND budget.source = own.value ->> 'source'
    WHERE spent IS NULL OR own.value ->> 'unless' IS NULL OR spent -> (own.value ->> 'unless') IS NULL
  ), state AS (
    SELECT source, key, spent, charge -> 'limit' AS allowed,
           coalesce(had ->> 0, 0) + (?3 ->> 'rows') AS rows, coalesce(had ->> 1, 0) + (?3 ->> 'bytes') AS bytes,
           coalesce(had ->> 2, 0) + (?3 ->> 'documentBytes') AS document_bytes,
           coalesce(max(coalesce(had ->> 3, 0), charge -> 'busy' ->> 'began_s') + (charge -> 'busy' ->> 'took_s'), had ->> 3, 0)
             AS busy_until_s
    FROM charge
  )
  SELECT source, key, spent, rows, bytes, document_bytes, busy_until_s,
         rows > allowed ->> 'rows' OR bytes > allowed ->> 'bytes' OR document_bytes > allowed ->> 'documentBytes' AS is_over,
         max(0, busy_until_s - ?4) AS late_s
  FROM state`;

/** The charges of a request, and to whom they go. */
export interface Bill {
  readonly amount: Amount;
  readonly charges: readonly Charge[];
  readonly nowMs: number;
  /** Until when machines may have been busy at this moment. */
  readonly untilS: number;
}

const bind = (statement: D1PreparedStatement, { amount, charges, nowMs, untilS }: Bill) =>
  statement.bind(dayOf(nowMs), JSON.stringify(charges), JSON.stringify(amount), untilS);

/** The sums that the charges would come to. */
export async function selectCharged(db: Db, bill: Bill): Promise<ChargeState[]> {
  const { results } = await bind(db.prepare(AFTER), bill).all<ChargeRow>();
  return results.map(({ key, rows, bytes, document_bytes, is_over, late_s }) => ({
    ...{ key, rows, bytes, documentBytes: document_bytes },
    ...{ isOver: is_over !== 0, late_s },
  }));
}

/**
 * Charges a request to all of them, in a row of its provider and one of the service. Beyond what one may write the CHECK fails, and
 * with it the whole batch: see `isBudgetError`.
 *
 * @param onlyIfChanged nothing is charged where the statement before has changed no row
 */
export function charge(db: Db, bill: Bill, onlyIfChanged = false): D1PreparedStatement {
  const statement = db.prepare(
    `INSERT INTO budget (day, source, spent, is_over)
     SELECT ?1, source,
       json_patch(coalesce(spent, '{}'),
                  json_group_object(key, json_array(rows, bytes, document_bytes, round(busy_until_s, 1)))),
       max(is_over OR late_s > 0)
     FROM (${AFTER}) WHERE ${onlyIfChanged ? 'changes() > 0' : 'true'} GROUP BY source
     ON CONFLICT DO UPDATE SET spent = excluded.spent, is_over = excluded.is_over`,
  );
  return bind(statement, bill);
}
