import type { CutKeys, CutKind } from '@opfsmark/schema/boards';
import type { Db } from '../base/env.ts';
import type { RecentRun } from '../boards/lines.ts';

const RUNS_READ = 100;
const RUNS_KEPT = 20;

/** Per cut: what its index finds, and what else the runs must match. */
const CONDITIONS: Readonly<Record<CutKind, readonly [indexed: string, filter: string]>> = {
  device: ["device = ?1 ->> 'device'", 'true'],
  filesystem: ["filesystem = ?1 ->> 'filesystem' AND filesystem <> ''", "os = ?1 ->> 'os'"],
  browser: ["os = ?1 ->> 'os' AND browser = ?1 ->> 'browser'", 'true'],
  os: ["os = ?1 ->> 'os'", 'true'],
  exact: [
    "device = ?1 ->> 'device'",
    "filesystem = ?1 ->> 'filesystem' AND os = ?1 ->> 'os' AND browser = ?1 ->> 'browser'",
  ],
};

/** A run held for this reason alone may be listed with a mark. It never counts. */
const LISTED_WHILE_HELD = JSON.stringify(['memory_backed']);

/** The newest runs of a cut that may be listed, among a bounded number that is read. */
export async function selectRecentRuns(db: Db, cut: CutKind, keys: CutKeys): Promise<RecentRun[]> {
  const [indexed, filter] = CONDITIONS[cut];
  const { results } = await db
    .prepare(
      `SELECT run_id, status, metrics FROM (SELECT * FROM run WHERE ${indexed} ORDER BY created_ms DESC LIMIT ${RUNS_READ})
       WHERE ${filter} AND scope = ?1 ->> 'scope' AND (status = 'published' OR (status = 'held' AND reasons = ?2))
       ORDER BY status DESC, created_ms DESC LIMIT ${RUNS_KEPT}`,
    )
    .bind(JSON.stringify(keys), LISTED_WHILE_HELD)
    .all<RecentRun>();
  return results;
}
