import type { Db } from '../base/env.ts';
import { packBuckets } from '../boards/stored-buckets.ts';
import { cellDeltas, voteOf, type NetworkVote } from '../boards/votes.ts';
import { addToCells, deleteEmptyCells } from '../store/cells.ts';
import { selectVotes, writeVotes, type VoteChange } from '../store/votes.ts';

/**
 * Makes a network's votes in some cuts exactly what its runs say, in every generation that is written or in one. Votes that
 * are right already are not written. Throws a lost race where another refresh changed the same votes meanwhile.
 */
export async function recountNetwork(
  db: Db,
  network: number,
  cuts: readonly string[],
  onlyGeneration?: number,
): Promise<void> {
  const { generationsText, establishedMs, stored, runs } = await selectVotes(db, network, cuts);
  const generations = (JSON.parse(generationsText) as number[]).filter(
    (generation) => onlyGeneration === undefined || generation === onlyGeneration,
  );
  const changes = cuts
    .flatMap((cut) => {
      const after = voteOf(runs.get(cut) ?? [], establishedMs);
      return generations.map((generation): VoteChange => {
        const known = stored.find((own) => own.generation === generation && own.cut === cut);
        return { generation, cut, before: known?.vote ?? null, after, version: known?.version ?? 0 };
      });
    })
    .filter(({ before, after }) => !isSameVote(before, after));
  if (changes.length === 0) return;
  const deltas = changes.flatMap(({ generation, cut, before, after }) => cellDeltas(generation, cut, before, after));
  await db.batch([
    ...writeVotes(db, network, generationsText, changes),
    addToCells(db, deltas),
    deleteEmptyCells(db, changes),
  ]);
}

function isSameVote(a: NetworkVote | null, b: NetworkVote | null): boolean {
  if (a === null || b === null) return a === b;
  const textOf = ({ buckets, ...own }: NetworkVote) =>
    [own.standing, own.run_id, own.first_ms, own.last_ms, own.runs, packBuckets(buckets)].join(' ');
  return textOf(a) === textOf(b);
}
