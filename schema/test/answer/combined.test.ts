import { describe, expect, it } from 'vitest';
import { combineRuns } from '../../src/answer/combined.ts';
import { isMeasured, type MarkId, wantsSecondRun } from '../../src/answer/index.ts';
import { answerOf } from '../../src/answer/of.ts';
import type { RunRecord } from '../../src/families/checks.ts';
import { isScore, scoreOf } from '../../src/families/matrix/score.ts';

// Three runs of Quick, one after the other, on a virtual machine whose drive stalls: see the README beside them.
const FILES = import.meta.glob<RunRecord>('../../../fixtures/quick-stalls/run-*.json', {
  eager: true,
  import: 'default',
});
type MatrixRun = RunRecord & { readonly family: 'matrix' };
const RUNS = Object.values(FILES) as MatrixRun[];
const [first, second, calm] = RUNS as [MatrixRun, MatrixRun, MatrixRun];
/** Three of eight passes of large reads six times slower, as where another program reads beside it. */
const third: MatrixRun = {
  ...calm,
  result: {
    ...calm.result,
    jobs: calm.result.jobs.map((job) =>
      job.reads === 'drive' && job.row.pattern === 'sequential'
        ? {
            ...job,
            passes: job.passes.map((pass) =>
              pass.loop % 3 !== 1 ? pass : { ...pass, total_ns: 6 * pass.total_ns, elapsed_ns: 6 * pass.elapsed_ns },
            ),
          }
        : job,
    ),
  },
};

const marksOf = (answer: ReturnType<typeof answerOf>) =>
  new Map(answer.rulers.flatMap(({ marks }) => marks.filter(isMeasured).map((mark) => [mark.id, mark] as const)));
const widthOf = (run: RunRecord, id: MarkId) => {
  const { low = Number.NaN, high = Number.NaN } = marksOf(answerOf(run)).get(id) ?? {};
  return high / low;
};

describe('two runs in a row', () => {
  it('are asked for where another may differ by a factor of 2', () => {
    const runs = [first, second, calm, third];
    expect(runs.map((run) => wantsSecondRun(answerOf(run)))).toEqual([false, false, false, true]);
  });

  it.each([
    ['the second and the third', second, third, first],
    ['the third and one after it', third, { ...first, started_at: '2026-11-28T18:00:00.000Z' }, second],
  ])('hold another and are narrower together: %s', (_, earlier, later, other) => {
    const combined = combineRuns(earlier, later);
    if (!combined) throw new Error('not combined');
    const marks = marksOf(combined.answer);
    expect([...marks.keys()]).toEqual(['small_read', 'large_read', 'large_write', 'save']);
    for (const [id, { value }] of marksOf(answerOf(other))) {
      const { low = Number.NaN, high = Number.NaN } = marks.get(id) ?? {};
      expect([id, low <= value && value <= high]).toEqual([id, true]);
      // A figure that needed no second run may differ in it.
      const width = Math.max(widthOf(earlier, id), widthOf(later, id));
      expect(high / low).toBeLessThan(id === 'large_read' ? width : 1.2 * width);
    }
    expect(combined.answer.notes).toContain('two_runs');
    expect(wantsSecondRun(combined.answer)).toBe(false);
    const score = scoreOf(combined.record as MatrixRun, 'drive');
    const alone = scoreOf(third, 'drive');
    if (!isScore(score) || !isScore(alone)) throw new Error('no score');
    expect(score.high / score.low).toBeLessThan(alone.high / alone.low);
  });

  it('stay apart where both are narrow, hours lie between, another plan was run, or one was not finished', () => {
    expect(combineRuns(first, second)).toBeNull();
    expect(combineRuns(third, second)).toBeNull();
    expect(combineRuns(second, { ...third, started_at: '2026-11-28T18:37:09.000Z' })).toBeNull();
    expect(combineRuns(second, { ...third, plan: { ...third.plan, drive_s: 9 } })).toBeNull();
    expect(combineRuns(second, { ...third, status: 'stopped' })).toBeNull();
    expect(combineRuns(second, { ...third, environment: { ...third.environment, layout: 'per-worker' } })).toBeNull();
  });

  it('stay apart where a test of the earlier one has failed: the fault of a drive is not averaged away', () => {
    const { result } = second;
    const failure = { code: 'verify_failed', detail: '' } as const;
    const jobs = result.jobs.map((job, at) => (at === 0 ? { ...job, status: 'failed' as const, failure } : job));
    const failed = { ...second, result: { ...result, jobs } };
    expect(answerOf(failed).sentence).toEqual({ kind: 'nothing', why: 'data_changed' });
    expect(answerOf(failed).proof?.kind).toBe('drive');
    expect(combineRuns(failed, third)).toBeNull();
  });
});
