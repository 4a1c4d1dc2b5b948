import { describe, expect, it } from 'vitest';
import { answerOf } from '../../src/answer/of.ts';
import { nextStep } from '../../src/answer/index.ts';
import { gradeText, noteText, numbersIn, sentenceText } from '../../src/answer/words/index.ts';
import en from '../../src/answer/words/en.ts';
import ja from '../../src/answer/words/ja.ts';
import { LANGUAGES } from '../../src/answer/words/languages.ts';
import type { JobResult, Pass } from '../../src/documents/index.ts';
import { cachedReads, driveReads, makeMatrix, ROWS, writeJob, writes } from '../../test-support/matrix-records.ts';

const [, SMALL] = ROWS;
if (!SMALL) throw new Error('no rows');
type Record = ReturnType<typeof makeMatrix>;

const WORDS = { en, ja };
const textOf = (record: Record, language: 'en' | 'ja' = 'en') =>
  sentenceText(answerOf(record), WORDS[language], numbersIn(LANGUAGES[language]), 'owner');
const notesOf = (record: Record, language: 'en' | 'ja' = 'en') => {
  const answer = answerOf(record);
  return answer.notes.map((note) => noteText(note, answer, WORDS[language], numbersIn(LANGUAGES[language])));
};

it('a drive with less room than memory is told of that, unless its reads came from it all the same', () => {
  const forget = { ended: 'no_space', bytes_read: 7e9, elapsed_ns: 13e9, samples: 13 } as const;
  const withForget = (jobs: readonly JobResult[], slow_samples: number) => {
    const record = makeMatrix([...jobs, ...writes()]);
    return { ...record, result: { ...record.result, forget: { ...forget, slow_samples } } };
  };
  expect(answerOf(withForget(cachedReads(), 0)).notes).toContain('no_space_to_clear');
  expect(answerOf(withForget(driveReads(), 8)).notes).not.toContain('no_space_to_clear');
});

describe('a drive that stalls', () => {
  const stalled = (jobs: readonly JobResult[], at: number, change: Partial<Pass>) =>
    jobs.map((job, index) =>
      index === at
        ? { ...job, passes: job.passes.map((pass, nth) => (nth === 1 ? { ...pass, ...change } : pass)) }
        : job,
    );
  const save = (ns: number) => {
    const [, small] = writes();
    const [, pass] = small?.passes ?? [];
    if (!pass?.write) throw new Error('no saves');
    return { write: { ...pass.write, max_ns: ns } };
  };

  it('is told of a call and of a flush that took far longer than the others, in each language', () => {
    const calls = makeMatrix([...driveReads(), ...stalled(writes(), 1, save(1.007e9))]);
    expect(answerOf(calls).stall_ns).toBe(1.007e9);
    expect(textOf(calls)).toBe(
      'Your drive answers most small reads in 95 µs, but it stands still in between. It stood still for up to 1 s.',
    );
    expect(textOf(calls, 'ja')).toContain('1秒');
    const short = makeMatrix([...driveReads(), ...stalled(writes(), 1, save(0.4e9))]);
    expect(notesOf(short)).toEqual([
      'The longest call took 400 ms, far longer than most. “Stutter” counts such calls.',
    ]);
    expect(notesOf(short, 'ja')).toHaveLength(1);
    const flushed = [...driveReads(), ...writes()].map((job) =>
      job.row === SMALL && job.direction === 'write'
        ? { ...job, passes: job.passes.map((pass, nth) => (nth === 4 ? { ...pass, flush_ns: 2.5e9 } : pass)) }
        : job,
    );
    expect(answerOf(makeMatrix(flushed)).stall_ns).toBe(2.5e9);
  });

  it('is told of a plain write and of the writing of the files: the verdict does not stand alone, and leads to stutter', () => {
    /** The longest call of the last pass whose writes are flushed at its end. */
    const writesWith = (ns: number) =>
      writes().map((job) => {
        const last = job.passes.findLastIndex(({ kind }) => kind === 'throughput');
        return {
          ...job,
          passes: job.passes.map((pass, nth) =>
            nth === last && pass.write ? { ...pass, write: { ...pass.write, max_ns: ns } } : pass,
          ),
        };
      });
    const written = makeMatrix([...driveReads(), ...writesWith(14e9)]);
    expect(answerOf(written).stall_ns).toBe(14e9);
    expect(gradeText(answerOf(written), en)).toBe('good, but uneven');
    expect(textOf(written)).toMatch(/ It stood still for up to 14 s\.$/);
    expect(notesOf(written)).toEqual([]);
    expect(nextStep(answerOf(written))).toEqual({ kind: 'measure', family: 'stutter' });
    const waited = makeMatrix([...driveReads(), ...writesWith(0.9e9)]);
    expect(answerOf(waited).stall_ns, 'as the system lets a write wait for others').toBeUndefined();
    const filled = makeMatrix([...driveReads(), ...writes()]);
    filled.result.fill = { bytes: 16e6, elapsed_ns: 0.1e9, flush_ns: 14e9 };
    expect(answerOf(filled).stall_ns).toBe(14e9);
  });

  it('is not told where the files may have filled the cache of a drive that is slow behind it', () => {
    const record = makeMatrix([...driveReads(), ...writes()]);
    record.result.fill = { bytes: 64e9, elapsed_ns: 800e9, flush_ns: 2e9 };
    expect(answerOf(record).stall_ns).toBeUndefined();
  });

  it('is not told of what nobody notices, of what such calls usually take, nor where a flush does nothing', () => {
    expect(answerOf(makeMatrix([...driveReads(), ...stalled(writes(), 1, save(90e6))])).stall_ns).toBeUndefined();
    const slowSaves = [writeJob(SMALL, 136e6, 20)].map((job) => ({
      ...job,
      passes: job.passes.map((pass) => (pass.write ? { ...pass, write: { ...pass.write, max_ns: 400e6 } } : pass)),
    }));
    expect(answerOf(makeMatrix(slowSaves)).stall_ns).toBeUndefined();
    const record = makeMatrix([...driveReads(), ...stalled(writes(), 1, save(1e9))]);
    if (record.result.fill) record.result.fill.flush_ns = 0;
    for (const pass of record.result.jobs.flatMap((job) => job.passes)) pass.flush_ns = 0;
    expect(answerOf(record).stall_ns).toBeUndefined();
  });
});
