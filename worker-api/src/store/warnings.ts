import type { Warning } from '@opfsmark/schema/api';
import type { Db } from '../base/env.ts';
import { selectMeta } from './meta.ts';

/** All in one row, because every page of a result reads them. */
const KEY = 'warnings';
const MAX_WARNINGS = 20;

export async function selectWarnings(db: Db): Promise<Warning[]> {
  const text = await selectMeta(db, KEY);
  return text === null ? [] : (JSON.parse(text) as Warning[]);
}

/** Changes no row where there are as many as there may be. */
export function insertWarning(db: Db, warning: Warning): D1PreparedStatement {
  return db
    .prepare(
      `INSERT INTO meta (key, value) VALUES ('${KEY}', json_array(json(?1)))
       ON CONFLICT DO UPDATE SET value = json_insert(value, '$[#]', json(?1)) WHERE json_array_length(value) < ${MAX_WARNINGS}`,
    )
    .bind(JSON.stringify(warning));
}

/** Changes a row where there is such a warning. */
export function deleteWarning(db: Db, warningId: string): D1PreparedStatement {
  const rest = "SELECT json_group_array(json(value)) FROM json_each(meta.value) WHERE value ->> 'warning_id' <> ?1";
  return db
    .prepare(
      `UPDATE meta SET value = (${rest}) WHERE key = '${KEY}'
       AND EXISTS (SELECT 1 FROM json_each(meta.value) WHERE value ->> 'warning_id' = ?1)`,
    )
    .bind(warningId);
}
