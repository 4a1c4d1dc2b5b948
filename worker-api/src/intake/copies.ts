import { median } from '@opfsmark/schema/documents';
import type { RunRecord } from '@opfsmark/schema/families';
import { fromBase64Url } from '../base/crypto.ts';
import type { Db, Env } from '../base/env.ts';
import { ProblemError, unavailableProblem } from '../base/problem.ts';
import { getDocument } from '../store/documents.ts';
import { isRefusedRun } from '../store/errors.ts';
import { type LikeRun, selectLike } from '../store/likeness.ts';
import type { NewRun } from '../store/runs.ts';
import { type RecordWithCalls, withCalls } from './calls.ts';
import { likenessOf } from './likeness.ts';
import { distanceBetween } from './nearness.ts';

/** Nearer than this is a copy. Two real runs of one machine, one after the other, were 1.5 apart at least. */
export const COPY_DISTANCE = 0.35;
/** A run that is nearer than this is for a moderator to look at before it counts: made-up runs of a machine that never changes are not. */
export const NEAR_DISTANCE = 0.65;

/** To read and compare a document takes some 10 ms. */
const MAX_COMPARED = 4;

/** A comparison: the record, how it is found, and how far it is from those that it was compared with before. */
interface Comparison {
  readonly measured: RecordWithCalls;
  readonly likeness: Awaited<ReturnType<typeof likenessOf>>;
  readonly distances: Map<string, number>;
}

/** A run that is compared with those that are like it; throws where it is a copy of one of them. */
async function compareWithLike(
  db: Db,
  documents: R2Bucket,
  run: NewRun,
  { measured, likeness: { keys, probes, spreads }, distances }: Comparison,
): Promise<NewRun> {
  const likeRuns = await selectLike(db, probes);
  const likestRuns = [...new Map(likeRuns.map((one) => [one.run_id, one])).values()]
    .map((one) => ({ ...one, apart: apartBy(one, spreads) }))
    .toSorted((a, b) => a.apart - b.apart)
    .slice(0, MAX_COMPARED);
  const newRuns = likestRuns.filter(({ run_id }) => !distances.has(run_id));
  // Each is compared as soon as it is read, and while others are.
  const compare = async (one: LikeRun) => {
    const document = await getDocument(documents, one);
    distances.set(one.run_id, document ? distanceBetween(withCalls(document.record), measured) : Infinity);
  };
  await Promise.all(newRuns.map(compare));
  const distance = Math.min(...distances.values());
  if (distance < COPY_DISTANCE) {
    throw new ProblemError(
      'repeated',
      'This result, or one that it was made of, is already published under another id. Two real measurements are never so alike.',
    );
  }
  const comparedRun = {
    ...run,
    like_1: keys[0],
    like_2: keys[1],
    spreads,
    compared: { probes, count: likeRuns.length },
  };
  return distance < NEAR_DISTANCE
    ? { ...comparedRun, status: 'held', reasons: [...run.reasons, 'near_copy'] }
    : comparedRun;
}

/** By how much the spreads of two runs differ in most of their parts; those of other plans come last. */
function apartBy({ spreads }: LikeRun, others: string): number {
  const [a, b] = [fromBase64Url(spreads), fromBase64Url(others)];
  if (a.length !== b.length) return Infinity;
  return a.length === 0 ? 0 : median([...a].map((spread, i) => Math.abs(spread - (b[i] ?? 0))));
}

/** So often a run is compared anew because others like it, as those of a class, were stored meanwhile. */
const MAX_COMPARISONS = 8;

/** Compares a run with those that are like it and stores it; the run as it was stored, and what `store` returned. */
export async function storeCompared<Stored>(
  db: Db,
  env: Pick<Env, 'DOCUMENTS' | 'REPEATED_RESULTS'>,
  run: NewRun,
  record: RunRecord,
  store: (run: NewRun) => Promise<Stored>,
): Promise<[NewRun, Stored]> {
  if (env.REPEATED_RESULTS === 'allowed') return [run, await store(run)];
  const measured = withCalls(record);
  const comparison = { measured, likeness: await likenessOf(measured), distances: new Map<string, number>() };
  for (let n = 1; n <= MAX_COMPARISONS; n++) {
    const comparedRun = await compareWithLike(db, env.DOCUMENTS, run, comparison);
    try {
      return [comparedRun, await store(comparedRun)];
    } catch (error) {
      if (!isRefusedRun(error)) throw error;
    }
  }
  throw unavailableProblem('Many runs like this one are being published.');
}
