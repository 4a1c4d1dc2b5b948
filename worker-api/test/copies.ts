/**
 * Copies a run many times in one statement.
 *
 * @param changed SQL per column, by its name; `n` counts the copies from 1
 */
export async function copyRun(
  db: D1Database,
  runId: string,
  copies: number,
  changed: Readonly<Record<string, string>>,
): Promise<void> {
  const { results } = await db.prepare("SELECT name FROM pragma_table_info('run')").all<{ name: string }>();
  const own: Readonly<Record<string, string>> = { run_id: "printf('%016d', n)", result_hash: "''", ...changed };
  const names = results.map(({ name }) => name);
  await db
    .prepare(
      `WITH RECURSIVE copies (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM copies WHERE n < ?2)
       INSERT INTO run (${names.join(', ')})
       SELECT ${names.map((name) => own[name] ?? name).join(', ')} FROM run CROSS JOIN copies WHERE run_id = ?1`,
    )
    .bind(runId, copies)
    .run();
}
