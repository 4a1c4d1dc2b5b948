import { describe, expect, it } from 'vitest';
import { answerOf } from '../../src/answer/of.ts';
import { loadAnswerOf } from '../../src/answer/load.ts';
import { nextStep } from '../../src/answer/index.ts';
import { noteText, numbersIn } from '../../src/answer/words/index.ts';
import en from '../../src/answer/words/en.ts';
import ja from '../../src/answer/words/ja.ts';
import { LANGUAGES } from '../../src/answer/words/languages.ts';
import type { JobResult } from '../../src/documents/index.ts';
import { formOf, reportOf } from '../../src/report/index.ts';
import { driveReads, makeMatrix, writes } from '../../test-support/matrix-records.ts';
import { familyRecord } from '../../test-support/family-records.ts';
import { realRecord } from '../../test-support/real-records.ts';

/** The passes of a job, each of them by one of these factors longer. */
const slowed = (job: JobResult, factors: readonly number[]): JobResult => ({
  ...job,
  passes: job.passes.map((pass) => {
    const factor = factors[(pass.loop - 1) % factors.length] ?? 1;
    return { ...pass, elapsed_ns: pass.elapsed_ns * factor, total_ns: pass.total_ns * factor };
  }),
});
const calm = () => [...driveReads(), ...writes()];
const busy = () => calm().map((job) => slowed(job, [1, 1.25, 1.5]));
const said = (record: Parameters<typeof answerOf>[0], language: 'en' | 'ja' = 'en') => {
  const answer = answerOf(record);
  const words = language === 'en' ? en : ja;
  return answer.notes.map((note) => noteText(note, answer, words, numbersIn(LANGUAGES[language])));
};

describe('what a busy computer costs', () => {
  it('is said with its price and what to do, in each language, where most figures vary', () => {
    expect(said(makeMatrix(busy()))).toEqual([
      'Results vary, as on a busy computer: another run may differ by ±70 %. Close other programs and run again.',
    ]);
    expect(said(makeMatrix(busy()), 'ja')[0]).toContain('±70 %');
  });

  it('is not said of a calm run, nor where a single figure varies', () => {
    expect(said(makeMatrix(calm()))).toEqual([]);
    const [read, ...others] = calm();
    if (!read) throw new Error('no job');
    expect(said(makeMatrix([slowed(read, [1, 1.25, 1.5]), ...others]))).toEqual([]);
  });

  it('is said without a price where the browser said so before the run', () => {
    for (const cpu_pressure of ['serious', 'critical'] as const) {
      const record = makeMatrix(calm());
      record.environment.cpu_pressure = cpu_pressure;
      expect(said(record)).toEqual(['The computer was busy. Close other programs and run again.']);
    }
    const database = familyRecord('database');
    expect(said({ ...database, environment: { ...database.environment, cpu_pressure: 'critical' } })).toContain(
      'The computer was busy. Close other programs and run again.',
    );
  });

  it('comes before any other next step', () => {
    expect(nextStep(answerOf(makeMatrix(calm())))).not.toBeNull();
    expect(nextStep(answerOf(makeMatrix(busy())))).toBeNull();
  });

  it('stands in the files of the run', () => {
    const report = reportOf(realRecord('chromium-profile-real-world'));
    for (const form of ['text', 'markdown', 'figures'] as const)
      expect(formOf(form).write(report), form).toContain('another run may differ by ±');
  });

  it('is the same where a page loads one family alone', async () => {
    const record = makeMatrix(busy());
    record.environment.pauses = [{ ms: 1200, after_ms: 10, outcome: 'between' }];
    expect((await loadAnswerOf('matrix'))(record)).toEqual(answerOf(record));
  });
});
