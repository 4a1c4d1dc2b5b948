import type { Db } from '../base/env.ts';
import type { DocumentName } from './documents.ts';

/** So many runs are read of those that each of the two names finds: those of the likest first, and of these the oldest. */
const MAX_LIKE = 60;

/** SQL: runs that are known by one of some names. `probes` is the parameter with the names, likest first, as JSON. */
const likeBy = (name: 'like_1' | 'like_2', columns: string, probes: string) =>
  `SELECT ${columns} FROM json_each(${probes}) AS probe CROSS JOIN run ON ${name} = probe.value
   WHERE ${name} <> '' LIMIT ${MAX_LIKE}`;

/** SQL: how many they are, counted under each name. */
export const countLike = (probes: string): string =>
  `(SELECT count(*) FROM (${likeBy('like_1', '1', probes)})) + (SELECT count(*) FROM (${likeBy('like_2', '1', probes)}))`;

/** With which runs a new one was compared: if there are others when it is stored, it has to be compared again. */
export interface Compared {
  readonly probes: readonly string[];
  readonly count: number;
}

export interface LikeRun extends DocumentName {
  readonly spreads: string;
}

/** Runs that are like a new one; one that is so in two ways is there twice. */
export async function selectLike(db: Db, probes: readonly string[]): Promise<LikeRun[]> {
  const names = JSON.stringify(probes);
  const ofNames = await db.batch<LikeRun>(
    (['like_1', 'like_2'] as const).map((name) =>
      db.prepare(likeBy(name, 'run_id, document, spreads', '?1')).bind(names),
    ),
  );
  return ofNames.flatMap(({ results }) => results);
}
