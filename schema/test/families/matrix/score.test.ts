import { describe, expect, it } from 'vitest';
import {
  geometricMean,
  isScore,
  PER_LOOP_SPREAD,
  REFERENCES,
  type Score,
  SCORE_KINDS,
  SCORE_TERMS,
  scoreHalfWidth,
  type ScoreKind,
  scoreOf,
} from '../../../src/families/matrix/score.ts';
import { jobsOf } from '../../../src/families/matrix/jobs.ts';
import { planOf } from '../../../src/families/matrix/profiles.ts';
import { rowOf } from '../../../src/families/matrix/schedule.ts';
import { RunRecord } from '../../../src/families/checks.ts';
import sessions from './fixtures/repeated-runs.json' with { type: 'json' };
import fc from 'fast-check';
import { rowSlug, standardDeviation, studentT95 } from '../../../src/documents/index.ts';
import { BETWEEN_RUNS, halfWidthOf, isTie } from '../../../src/figures/index.ts';
import { asIs, makeFloor, makeJob, makeRecord, type MatrixRecord, timedSide } from '../../../test-support/record.ts';

/** The score of a run and the mean spread of the loops of its terms. */
interface Run {
  readonly points: number;
  readonly loop_spread: number;
}

type Session = readonly Partial<Record<ScoreKind, Run>>[];
const runsOf = (kind: ScoreKind, ...all: Session[]) => all.flat().flatMap((run) => run[kind] ?? []);
/** The constants of the score were set by three sessions; the fourth was measured for this. */
const { first, second, third, fourth } = sessions;

const distance = (one: Run, other: Run) => Math.abs(Math.log(one.points / other.points));
const widthOf = (kind: ScoreKind, { loop_spread }: Run) => scoreHalfWidth(kind, loop_spread);

/** The share of all pairs of a run and another one in `others` that `holds`. */
function shareOf(runs: readonly Run[], others: readonly Run[], holds: (one: Run, other: Run) => boolean): number {
  const pairs = runs.flatMap((one) => others.filter((other) => other !== one).map((other) => holds(one, other)));
  return pairs.filter(Boolean).length / pairs.length;
}

describe.each(SCORE_KINDS)('in repeated runs on one computer, busy and less so, the interval of %s', (kind) => {
  const all = runsOf(kind, first, second, third, fourth);
  const isInside = (one: Run, other: Run) => distance(one, other) <= widthOf(kind, one);

  it('holds 90 % of other runs, without knowing any', () => {
    const knownRuns = runsOf(kind, first, second, third);
    expect(shareOf(knownRuns, knownRuns, isInside)).toBeGreaterThanOrEqual(0.9);
  });

  it('holds nine of ten runs where it had no part in how wide it is', () => {
    const heldOutRuns = runsOf(kind, fourth);
    expect(Math.round(10 * shareOf(heldOutRuns, all, isInside))).toBeGreaterThanOrEqual(9);
  });

  it('ties with that of nearly every other run', () => {
    const isTie = (one: Run, other: Run) => distance(one, other) <= widthOf(kind, one) + widthOf(kind, other);
    expect(shareOf(all, all, isTie)).toBeGreaterThan(0.95);
  });
});

const plan = planOf('default');
const jobs = jobsOf(plan);
/** No memory takes as long as this. */
const DRIVE_NS = 5e6;

/** Student's t: 95 % with the 2 degrees of freedom that are assumed. */
const T_OF_2 = studentT95(2);

/** A whole run: each job's loops at these rates; drive reads take `driveNs`. */
function recordAt(rates: readonly (readonly number[])[], driveNs = DRIVE_NS): MatrixRecord {
  const runJobs = rates.map((loops, index) => makeJob(plan, index, loops));
  for (const job of runJobs) {
    if (job.reads !== 'drive') continue;
    for (const pass of job.passes) {
      if (!pass.read) continue;
      const { ops, busy_ns, bytes } = pass.read;
      pass.read = { ...timedSide(driveNs, Math.max(100, ops), job.row.block_bytes), busy_ns, bytes };
    }
  }
  const record = makeRecord({ plan, jobs: runJobs });
  const pairs = new Map(runJobs.map(({ row, workers }) => [`${row.block_bytes} ${workers}`, { row, workers }]));
  record.result.floors = [...pairs.values()].map(({ row, workers }) =>
    makeFloor({ block_bytes: row.block_bytes, workers, hot_read: timedSide(2_000, 1000, row.block_bytes) }),
  );
  return record;
}

function scoreAt(kind: ScoreKind, rates: readonly (readonly number[])[]): Score {
  const score = scoreOf(recordAt(rates), kind);
  if (!isScore(score)) throw new Error(score.reason);
  return score;
}

const ALIKE = jobs.map(() => [1e9, 1e9, 1e9, 1e9, 1e9]);
const rate = fc.double({ min: 1e7, max: 5e10, noNaN: true });
const allRates = fc.array(fc.array(rate, { minLength: 5, maxLength: 5 }), {
  minLength: jobs.length,
  maxLength: jobs.length,
});

describe.each(SCORE_KINDS)('the score %s', (kind) => {
  it('is made of valid records', () => {
    expect(RunRecord.safeParse(recordAt(ALIKE)).error).toBeUndefined();
  });

  it('has a term for each row, with the reference of the table', () => {
    const { terms } = scoreAt(kind, ALIKE);
    expect(terms).toHaveLength(plan.rows.length * SCORE_TERMS[kind].length);
    for (const { row, term, reference } of terms) expect(reference).toBe(REFERENCES[row]?.[term].bytesPerS);
  });

  it('grows by as much as everything grows', () => {
    fc.assert(
      fc.property(allRates, fc.double({ min: 0.1, max: 10, noNaN: true }), (rates, factor) => {
        const scaledScore = scoreAt(
          kind,
          rates.map((loops) => loops.map((value) => value * factor)),
        );
        expect(scaledScore.points / scoreAt(kind, rates).points).toBeCloseTo(factor, 6);
      }),
      { numRuns: 20 },
    );
  });

  it('does not depend on the order of loops, and lies within its interval', () => {
    fc.assert(
      fc.property(allRates, (rates) => {
        const score = scoreAt(kind, rates);
        expect(score.low).toBeLessThan(score.points);
        expect(score.high).toBeGreaterThan(score.points);
        const reversedScore = scoreAt(
          kind,
          rates.map((loops) => loops.toReversed()),
        );
        expect(reversedScore.points).toBeCloseTo(score.points, 6);
        expect(reversedScore.high).toBeCloseTo(score.high, 6);
      }),
      { numRuns: 20 },
    );
  });

  it('has an interval no narrower than two runs of one computer differ', () => {
    const { points, high } = scoreAt(kind, ALIKE);
    expect(Math.log(high / points)).toBeCloseTo(halfWidthOf([1, 1, 1, 1, 1]), 9);
  });

  it('is surer where the disturbances of its rows have nothing to do with each other', () => {
    const disturbedLoops = (turn: number) =>
      [1e9, 1e9, 1e9, 1e9, 1e9].map((one, loop) => (loop === turn % 5 ? one / 2 : one));
    const width = ({ points, high }: Score) => Math.log(high / points);
    const alike = width(
      scoreAt(
        kind,
        jobs.map(() => disturbedLoops(0)),
      ),
    );
    expect(
      width(
        scoreAt(
          kind,
          jobs.map((_, index) => disturbedLoops(index)),
        ),
      ),
    ).toBeLessThan(alike / 2);
  });

  it('has a wider one where rows did not take turns, by the mean spread of its loops', () => {
    const loops = [1e9, 2e9, 3e9, 1e9, 2e9];
    const assumedSpread = Math.hypot(BETWEEN_RUNS, PER_LOOP_SPREAD[kind] * standardDeviation(loops.map(Math.log)));
    expect(scoreHalfWidth(kind, standardDeviation(loops.map(Math.log)))).toBeCloseTo(
      T_OF_2 * Math.SQRT2 * assumedSpread,
      9,
    );
  });

  it('has the interval of its rounds, so that what slows all rows alike widens it', () => {
    const slowedRates = jobs.map(() => [1e9, 1e9, 1e9, 0.7e9, 0.7e9]);
    const { points, high } = scoreAt(kind, slowedRates);
    expect(Math.log(high / points)).toBeGreaterThan(Math.log(1 / 0.7));
  });
});

describe('no score', () => {
  it('drive where one row was read from memory, while what apps feel has one', () => {
    const record = recordAt(ALIKE, 2_000);
    expect(scoreOf(record, 'drive')).toEqual({ reason: 'no_drive_reads' });
    expect(isScore(scoreOf(record, 'app_feel'))).toBe(true);
  });
  it('drive where only memory was asked for', () => {
    const memoryOnly = asIs('default');
    const rates = jobsOf(memoryOnly).map((_, index) => makeJob(memoryOnly, index, [1e9]));
    const record = makeRecord({ plan: memoryOnly, jobs: rates });
    expect(scoreOf(record, 'drive')).toEqual({ reason: 'no_drive_reads' });
    expect(isScore(scoreOf(record, 'app_feel'))).toBe(true);
  });
  it('for changed parameters, and says which', () => {
    const changedPlan = { ...plan, loops: 3, seed: 1 };
    expect(scoreOf(makeRecord({ plan: changedPlan }), 'app_feel')).toEqual({
      reason: 'changed_parameters',
      parameters: ['loops', 'seed'],
    });
  });
  it('for a profile that shows a part of the drive only', () => {
    expect(scoreOf(makeRecord({ plan: planOf('demo') }), 'drive')).toEqual({ reason: 'profile_without_score' });
  });
  it.each(SCORE_KINDS)('where flushes do nothing, or files are in memory: nothing was saved (%s)', (kind) => {
    const free = recordAt(ALIKE);
    if (free.result.fill) free.result.fill.flush_ns = 0;
    for (const pass of free.result.jobs.flatMap(({ passes }) => passes)) pass.flush_ns = 0;
    expect(scoreOf(free, kind)).toEqual({ reason: 'not_saved' });
    const floors = [makeFloor({ hot_read: timedSide(166_000, 1000, 4096) })];
    expect(scoreOf({ ...free, result: { ...free.result, floors } }, kind)).toEqual({ reason: 'not_saved' });
  });

  it('for a run that was stopped, or lacks a row', () => {
    expect(scoreOf({ ...recordAt(ALIKE), status: 'stopped' }, 'drive')).toEqual({ reason: 'not_finished' });
    const partialRecord = recordAt(ALIKE);
    partialRecord.result.jobs.pop();
    expect(scoreOf(partialRecord, 'drive')).toEqual({ reason: 'not_finished' });
  });
  it('for a drive that is made up', () => {
    expect(scoreOf(makeRecord({ environment: { engine: 'scripted' } }), 'drive')).toEqual({ reason: 'other_engine' });
  });
});

it('has a reference for every row of the profiles that have a score', () => {
  for (const profile of ['quick', 'default', 'nvme'] as const) {
    const scoredPlan = planOf(profile);
    for (const head of jobsOf(scoredPlan)) expect(REFERENCES).toHaveProperty(rowSlug(rowOf(scoredPlan, head)));
  }
});

describe('geometric mean', () => {
  it('does not overflow', () => {
    expect(geometricMean(new Array<number>(64).fill(1e300)) / 1e300).toBeCloseTo(1, 9);
  });
});

it.each([
  [2, 2.92],
  [3, 2.353],
  [4, 2.132],
  [5, 2.015],
  [10, 1.812],
  [30, 1.697],
  [1000, 1.646],
])("Student's t with %d degrees of freedom is %d", (degrees, t) => {
  expect(Math.abs(studentT95(degrees) / t - 1)).toBeLessThan(degrees === 2 ? 0.03 : 0.005);
});

describe('ties', () => {
  it('are intervals that touch', () => {
    expect(isTie({ low: 900, high: 1000 }, { low: 1000, high: 1100 })).toBe(true);
    expect(isTie({ low: 900, high: 999 }, { low: 1000, high: 1100 })).toBe(false);
  });
});
