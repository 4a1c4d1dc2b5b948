import { cutsOf, type CutKeys } from '@opfsmark/schema/boards';
import type { Db } from '../base/env.ts';
import { unpackMetrics } from '../boards/stored-metrics.ts';
import { addRun, cellDeltas, type VoteChange, type Votes, type VotingRun } from '../boards/votes.ts';
import { addToCells, deleteEmptyCells } from '../store/cells.ts';
import { isLostRace } from '../store/errors.ts';
import { selectVotes, writeVotes, type StoredVotingRun, type VoteSnapshot } from '../store/votes.ts';

const MAX_TRIES = 8;

/** Tries again when another request changed the same votes first. Each try must read anew. */
export async function retryLostRaces<T>(attempt: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await attempt();
    } catch (error) {
      if (!isLostRace(error) || tries === MAX_TRIES) throw error;
    }
  }
}

/** The statements by which a machine's new run counts, in every generation that is written. */
export async function countRun(db: Db, rig: string, keys: CutKeys, run: VotingRun): Promise<D1PreparedStatement[]> {
  const cuts = Object.values(cutsOf(keys));
  const snapshot = await selectVotes(db, rig, cuts);
  const changes = generationsOf(snapshot).flatMap((generation) =>
    cuts.map((cut): VoteChange => {
      const stored = storedVotes(snapshot, generation, cut);
      return { ...stored, after: addRun(stored.before, run), runsAfter: stored.runsBefore + 1 };
    }),
  );
  return writeChanges(db, rig, snapshot, changes);
}

/** The statements by which a machine's votes in some cuts become exactly what the given runs say. */
export async function recountRig(
  db: Db,
  rig: string,
  cuts: readonly string[],
  runs: readonly StoredVotingRun[],
  /** Without it, in every generation that is written. */
  onlyGeneration?: number,
): Promise<D1PreparedStatement[]> {
  const snapshot = await selectVotes(db, rig, cuts);
  const parsed = runs.map((run) => ({ ...run, metrics: unpackMetrics(run.metrics), cuts: Object.values(cutsOf(run)) }));
  const generations = generationsOf(snapshot).filter((g) => onlyGeneration === undefined || g === onlyGeneration);
  const changes = generations.flatMap((generation) =>
    cuts.map((cut): VoteChange => {
      const own = parsed.filter((run) => run.cuts.includes(cut));
      return { ...storedVotes(snapshot, generation, cut), after: own.reduce<Votes>(addRun, {}), runsAfter: own.length };
    }),
  );
  return [...writeChanges(db, rig, snapshot, changes), deleteEmptyCells(db, changes)];
}

function generationsOf({ generationsText }: VoteSnapshot): number[] {
  return JSON.parse(generationsText) as number[];
}

function storedVotes({ rows }: VoteSnapshot, generation: number, cut: string): Omit<VoteChange, 'after' | 'runsAfter'> {
  const row = rows.find((own) => own.generation === generation && own.cut === cut);
  const before = row ? (JSON.parse(row.votes) as Votes) : {};
  return { generation, cut, before, runsBefore: row?.runs ?? 0, version: row?.version ?? 0 };
}

function writeChanges(
  db: Db,
  rig: string,
  { generationsText }: VoteSnapshot,
  changes: readonly VoteChange[],
): D1PreparedStatement[] {
  const votes = writeVotes(db, rig, generationsText, changes);
  const deltas = changes.flatMap(cellDeltas);
  return deltas.length === 0 ? [votes] : [votes, addToCells(db, deltas)];
}
