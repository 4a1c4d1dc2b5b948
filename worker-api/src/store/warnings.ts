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
  const kept = "SELECT json_group_array(json(value)) FROM json_each(meta.value) WHERE value ->> 'warning_id' <> ?1";
  return db
    .prepare(
      `UPDATE meta SET value = (${kept}) WHERE key = '${KEY}'
       AND EXISTS (SELECT 1 FROM json_each(meta.value) WHERE value ->> 'warning_id' = ?1)`,
    )
    .bind(warningId);
}

/** By which a run is in a class. */
export interface RunClass {
  readonly browser: string;
  readonly version: string;
  readonly core: string;
  readonly created_ms: number;
}

/** What is warned of about a run, as its answers have it: nothing where it is nothing. */
export function warningsOf(warnings: readonly Warning[], run: RunClass | undefined): { warnings?: string[] } {
  if (!run) return {};
  const found = warnings.filter(({ of, name, version, from, until }) => {
    const isOf = of === 'core' ? name === run.core : name === run.browser && (version ?? run.version) === run.version;
    return (
      isOf &&
      (from === null || run.created_ms >= Date.parse(from)) &&
      (until === null || run.created_ms < Date.parse(until))
    );
  });
  return found.length === 0 ? {} : { warnings: [...new Set(found.map(({ text }) => text))] };
}

/** The classes of some runs, at most a page of them. */
export async function selectClasses(db: Db, runIds: readonly string[]): Promise<Map<string, RunClass>> {
  if (runIds.length === 0) return new Map();
  // A list of JSON would count as rows, too.
  const places = runIds.map((_, i) => `?${i + 1}`).join(', ');
  const { results } = await db
    .prepare(`SELECT run_id, browser, version, core, created_ms FROM run WHERE run_id IN (${places})`)
    .bind(...runIds)
    .all<RunClass & { readonly run_id: string }>();
  return new Map(results.map((run) => [run.run_id, run]));
}
