import { describe, expect, it } from 'vitest';
import {
  driveScore,
  isScore,
  REFERENCES,
  SCORE_KINDS,
  type ScoreKind,
  scoreOf,
} from '../../../src/families/matrix/score.ts';
import { placeOf, POINTS_OF_GRADES, type Score } from '../../../src/families/points.ts';
import { answerOf } from '../../../src/answer/of.ts';
import type { MeasuredMark } from '../../../src/families/answer.ts';
import { markOf } from '../../../src/families/answer-parts.ts';
import { verdictMarks } from '../../../src/families/matrix/answer.ts';
import { worstSentence } from '../../../src/families/matrix/sentence.ts';
import { type Grade, GRADE_ORDER, gradeOfSentence } from '../../../src/families/verdict.ts';
import { REAL_RECORDS } from '../../../test-support/real-records.ts';
import { jobsOf } from '../../../src/families/matrix/jobs.ts';
import { planOf } from '../../../src/families/matrix/profiles.ts';
import { rowOf } from '../../../src/families/matrix/schedule.ts';
import { RunRecord } from '../../../src/families/checks.ts';
import fc from 'fast-check';
import { geometricMean, rowSlug } from '../../../src/documents/index.ts';
import { isTie } from '../../../src/figures/index.ts';
import { asIs, makeFloor, makeJob, makeRecord, type MatrixRecord, timedSide } from '../../../test-support/record.ts';

const plan = planOf('default');
const jobs = jobsOf(plan);
/** No memory takes as long as this. */
const DRIVE_NS = 5e6;

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
/** Where most loops of a row are its fastest, the row is at the end of its interval, and a score that one row decides with it. */
const MOSTLY_FASTEST = jobs.map((_, row) =>
  row === 5 ? [1.25e8, 1e7, 1e7, 1.25e8, 1.25e8] : [1e7, 1e7, 1e7, 1e7, 1e7],
);
const rate = fc.double({ min: 1e7, max: 5e10, noNaN: true });
const allRates = fc.array(fc.array(rate, { minLength: 5, maxLength: 5 }), {
  minLength: jobs.length,
  maxLength: jobs.length,
});

describe.each(SCORE_KINDS)('the score %s', (kind) => {
  it('is made of valid records', () => {
    expect(RunRecord.safeParse(recordAt(ALIKE)).error).toBeUndefined();
  });

  it('does not depend on the order of loops, and lies within its interval', () => {
    fc.assert(
      fc.property(allRates, (rates) => {
        const score = scoreAt(kind, rates);
        expect(score.low).toBeLessThanOrEqual(score.value);
        expect(score.high).toBeGreaterThanOrEqual(score.value);
        expect(score.high).toBeGreaterThan(score.low);
        const reversedScore = scoreAt(
          kind,
          rates.map((loops) => loops.toReversed()),
        );
        expect(reversedScore.value).toBeCloseTo(score.value, 6);
        expect(reversedScore.high).toBeCloseTo(score.high, 6);
      }),
      { numRuns: 20, examples: [[MOSTLY_FASTEST]] },
    );
  });

  it('has the interval of its figures', () => {
    const width = ({ low, high }: Score) => high / low;
    const slowedRates = jobs.map(() => [1e9, 1e9, 1e9, 0.6e9, 0.6e9]);
    expect(width(scoreAt(kind, slowedRates))).toBeGreaterThan(width(scoreAt(kind, ALIKE)));
  });
});

it('what apps feel grows by as much as everything grows', () => {
  const factor = 3;
  const scaledRates = ALIKE.map((loops) => loops.map((value) => value * factor));
  const { value: points } = scoreAt('app_feel', ALIKE);
  expect(scoreAt('app_feel', scaledRates).value / points).toBeCloseTo(factor, 6);
});

describe('one verdict', () => {
  const IDS = ['small_read', 'large_read', 'large_write', 'save'] as const;
  /** Ten of each figure, from the slowest that anybody has to the fastest. */
  const RANGES = { small_read: [20, 50_000], large_read: [2, 10_000], large_write: [2, 8_000], save: [2, 30_000] };
  const STALLS = { calls: 25, of: 1000, min_ns: 9e6, time_share: 0.5 };
  const valuesOf = (id: keyof typeof RANGES) => {
    const [low = 0, high = 0] = RANGES[id];
    return Array.from({ length: 10 }, (_, step) => low * (high / low) ** (step / 9));
  };
  const marksOf = (values: readonly number[], stalledAt: number | null): MeasuredMark[] =>
    IDS.map((id, index) => {
      const [value = 0, stalls] = [values[index], index === stalledAt ? STALLS : null];
      return markOf(id, { value, low: value * 0.7, high: value * 1.4 }, { from: 'drive', stalls });
    });
  const made = valuesOf('small_read').flatMap((read) =>
    valuesOf('large_read').flatMap((largeRead) =>
      valuesOf('large_write').flatMap((write) =>
        valuesOf('save').map((save, index) => marksOf([read, largeRead, write, save], index % 3 === 0 ? 0 : null)),
      ),
    ),
  );
  const rank = (grade: Grade | null) => GRADE_ORDER.indexOf(grade ?? 'poor');

  it('stands in the sentence and beside the points of 10,000 made-up drives, in one order', () => {
    const drives = made.map((marks) => {
      const sentence = worstSentence(marks);
      return { score: driveScore(marks), grade: sentence && gradeOfSentence(sentence) };
    });
    expect(drives).toHaveLength(10_000);
    expect(drives.filter(({ score, grade }) => score.grade !== grade)).toEqual([]);
    expect(drives.filter(({ score }) => !(score.low <= score.value && score.value <= score.high))).toEqual([]);
    const inOrder = drives.toSorted((a, b) => a.score.value - b.score.value);
    const contradictions = inOrder.filter(({ grade }, at) => rank(grade) < rank(inOrder[at - 1]?.grade ?? 'poor'));
    expect(contradictions).toEqual([]);
    const bounds = inOrder.map(({ score: { value: points } }) => {
      return points >= POINTS_OF_GRADES.good ? 'good' : points >= POINTS_OF_GRADES.fair ? 'fair' : 'poor';
    });
    expect(inOrder.filter(({ grade }, at) => grade !== bounds[at])).toEqual([]);
  });

  it('is that of all real runs', () => {
    const runs = REAL_RECORDS.flatMap(([name, record]) => {
      if (record.family !== 'matrix') return [];
      // Also of a run whose plan or engine has no points of its own.
      const marks = verdictMarks(record);
      return marks ? [{ name, score: driveScore(marks), grade: gradeOfSentence(answerOf(record).sentence) }] : [];
    });
    expect(runs.length).toBeGreaterThan(1);
    expect(runs.filter(({ score, grade }) => score.grade !== grade)).toEqual([]);
    const inOrder = runs.toSorted((a, b) => a.score.value - b.score.value);
    expect(inOrder.map(({ grade }) => rank(grade))).toEqual(inOrder.map(({ grade }) => rank(grade)).toSorted());
  });

  it('grows with each figure, and never falls', () => {
    const usual = [7_000, 400, 400, 600];
    for (const index of IDS.keys()) {
      const points = [0.001, 0.01, 0.1, 1, 10].map(
        (factor) =>
          driveScore(
            marksOf(
              usual.map((value, at) => (at === index ? value * factor : value)),
              null,
            ),
          ).value,
      );
      expect(points).toEqual(points.toSorted((a, b) => a - b));
    }
  });

  it('says a place instead of points: like a class where the interval holds it, else between two', () => {
    const at = (points: number, width = 1.01) => placeOf({ value: points, low: points / width, high: points * width });
    expect([at(20), at(120, 2), at(1_500), at(1e6)]).toEqual([
      { fasterThan: null, slowerThan: 'disk' },
      { like: 'disk' },
      { fasterThan: 'disk', slowerThan: 'sata' },
      { fasterThan: 'nvme', slowerThan: null },
    ]);
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

describe('ties', () => {
  it('are intervals that touch', () => {
    expect(isTie({ low: 900, high: 1000 }, { low: 1000, high: 1100 })).toBe(true);
    expect(isTie({ low: 900, high: 999 }, { low: 1000, high: 1100 })).toBe(false);
  });
});
