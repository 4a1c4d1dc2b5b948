import type { Db } from '../base/env.ts';

export interface Cell {
  /** Votes by metric, then by bucket. */
  readonly votes: ReadonlyMap<string, ReadonlyMap<number, number>>;
  /** Runs of the machines that voted. */
  readonly runs: number;
}

/** Key of the count of runs among the counts of votes. */
export const RUNS_KEY = '/runs';

/** Generations that are written; the first of them is read. */
export async function selectGenerations(db: Db): Promise<number[]> {
  const value = await db.prepare("SELECT value FROM meta WHERE key = 'generations'").first<string>('value');
  return JSON.parse(value ?? '[1]') as number[];
}

export async function selectCells(db: Db, generation: number, cuts: readonly string[]): Promise<Map<string, Cell>> {
  const { results } = await db
    .prepare('SELECT cut, counts FROM cell WHERE generation = ?1 AND cut IN (SELECT value FROM json_each(?2))')
    .bind(generation, JSON.stringify(cuts))
    .all<{ cut: string; counts: string }>();
  return new Map(results.map(({ cut, counts }) => [cut, parseCell(counts)]));
}

/** The cells whose cut begins so: a range of the primary key. */
export async function selectCellsOf(db: Db, generation: number, prefix: string): Promise<Map<string, Cell>> {
  const { results } = await db
    .prepare('SELECT cut, counts FROM cell WHERE generation = ?1 AND cut >= ?2 AND cut < ?3')
    .bind(generation, prefix, `${prefix}\u{10ffff}`)
    .all<{ cut: string; counts: string }>();
  return new Map(results.map(({ cut, counts }) => [cut, parseCell(counts)]));
}

function parseCell(counts: string): Cell {
  const votes = new Map<string, Map<number, number>>();
  let runs = 0;
  for (const [key, n] of Object.entries(JSON.parse(counts) as Record<string, number>)) {
    if (key === RUNS_KEY) {
      runs = n;
      continue;
    }
    const [metric = '', bucket = ''] = key.split('/');
    const buckets = votes.get(metric) ?? new Map<number, number>();
    buckets.set(Number(bucket), n);
    votes.set(metric, buckets);
  }
  return { votes, runs };
}
