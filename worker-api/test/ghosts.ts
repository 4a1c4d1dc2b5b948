import { cutsOf, type CutKeys } from '@opfsmark/schema/boards';
import { unpackMetrics, type StoredMetrics } from '../src/boards/stored-metrics.ts';
import { countsOf, voteOf, type CountedRun } from '../src/boards/votes.ts';

type Row = CutKeys & Omit<CountedRun, 'metrics'> & StoredMetrics & { network: number };

/**
 * Cells that differ from what the runs say, counted from nothing: votes of deleted runs, votes counted twice, votes that are
 * missing.
 */
export async function countGhosts(db: D1Database): Promise<number> {
  const { results } = await db
    .prepare(
      "SELECT * FROM run WHERE status = 'published' AND trust = 1 AND scope <> '' ORDER BY created_ms DESC, run_id DESC",
    )
    .all<Row>();
  const groups = Map.groupBy(
    results.flatMap((run) => Object.values(cutsOf(run)).map((cut) => ({ cut, run }))),
    ({ cut, run }) => `${cut} ${run.network}`,
  );
  const expected = new Map<string, Map<string, number>>();
  const ripe = await db.prepare("SELECT value FROM meta WHERE key = 'votes-ripe-until'").first<string>('value');
  const establishedMs = Number(ripe ?? '0');
  const aged = await db.prepare("SELECT value FROM meta WHERE key = 'votes-aged-until'").first<string>('value');
  for (const members of groups.values()) {
    const cut = members[0]?.cut ?? '';
    const young = members.filter(({ run }) => run.created_ms > Number(aged ?? '0'));
    const runs = young.map(({ run }) => ({ ...run, metrics: unpackMetrics(run) }));
    const counts = expected.get(cut) ?? new Map<string, number>();
    for (const [key, n] of countsOf(voteOf(runs, establishedMs))) counts.set(key, (counts.get(key) ?? 0) + n);
    expected.set(cut, counts);
  }
  const stored = await db.prepare('SELECT cut, counts FROM cell').all<{ cut: string; counts: string }>();
  const found = new Map(stored.results.map(({ cut, counts }) => [cut, counts]));
  const textOf = (counts: Map<string, number>) =>
    JSON.stringify(Object.fromEntries([...counts].toSorted(([a], [b]) => (a < b ? -1 : 1))));
  for (const [cut, counts] of expected) if (counts.size === 0) expected.delete(cut);
  const wrong = [...new Set([...expected.keys(), ...found.keys()])].filter((cut) => {
    const counts = expected.get(cut);
    return (counts && textOf(counts)) !== found.get(cut);
  });
  return wrong.length;
}
