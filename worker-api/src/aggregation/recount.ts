import type { Db } from '../base/env.ts';
import { packBuckets } from '../boards/stored-buckets.ts';
import { cellDeltas, voteOf } from '../boards/votes.ts';
import { addToCells, deleteEmptyCells } from '../store/cells.ts';
import { selectVotes, writeVotes, type MadeVote, type VoteChange } from '../store/votes.ts';

export interface Recount {
  /** Ids of the runs that have changed since its votes were counted; `null` where it can be any. */
  readonly changed: readonly string[] | null;
  readonly onlyGeneration?: number;
}

/**
 * Makes a network's votes in some cuts exactly what its runs say, in every generation that is written or in one. Votes that
 * are right already are not written. Throws a lost race where another refresh changed the same votes meanwhile.
 */
export async function recountNetwork(
  db: Db,
  network: number,
  cuts: readonly string[],
  { changed, onlyGeneration }: Recount,
): Promise<void> {
  const { generationsText, establishedMs, stored, runs } = await selectVotes(db, network, cuts, changed);
  const generations = (JSON.parse(generationsText) as number[]).filter(
    (generation) => onlyGeneration === undefined || generation === onlyGeneration,
  );
  const changes = cuts
    .flatMap((cut) => {
      const own = runs.get(cut) ?? [];
      const after = voteOf(own, establishedMs);
      const members = own.map(({ run_id }) => run_id).join(',');
      return generations.map((generation): VoteChange => {
        const known = stored.find((own) => own.generation === generation && own.cut === cut);
        const before = known ? { vote: known.vote, members: known.members } : null;
        return { generation, cut, before, after: after && { vote: after, members }, version: known?.version ?? 0 };
      });
    })
    .filter(({ before, after }) => !isSameVote(before, after));
  if (changes.length === 0) return;
  const deltas = changes.flatMap(({ generation, cut, before, after }) =>
    cellDeltas(generation, cut, before?.vote ?? null, after?.vote ?? null),
  );
  await db.batch([
    ...writeVotes(db, network, generationsText, changes),
    addToCells(db, deltas),
    deleteEmptyCells(db, changes),
  ]);
}

function isSameVote(a: MadeVote | null, b: MadeVote | null): boolean {
  if (a === null || b === null) return a === b;
  const textOf = ({ vote: { buckets, ...own }, members }: MadeVote) =>
    [own.standing, own.run_id, own.first_ms, own.last_ms, own.runs, packBuckets(buckets), members].join(' ');
  return textOf(a) === textOf(b);
}
