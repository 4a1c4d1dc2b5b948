import { describe, expect, it } from 'vitest';
import { answerOf } from '../../src/answer/of.ts';
import en from '../../src/answer/words/en.ts';
import { numbersIn, sentenceText } from '../../src/answer/words/index.ts';
import { LANGUAGES } from '../../src/answer/words/languages.ts';
import { familyRecord, RESULTS, rounds } from '../../test-support/family-records.ts';

/** The answer after rounds of 128 MiB that took so many microseconds each, flush included. */
function answerAfter(...totals: readonly number[][]) {
  const total_us = totals.flat();
  const elapsed_us = total_us.map((us) => Math.round(us * 0.9));
  const result = { ...RESULTS.sustained, elapsed_us: elapsed_us.join(' '), total_us: total_us.join(' ') };
  const answer = answerOf(familyRecord('sustained', { result }));
  const text = sentenceText(answer, en, numbersIn(LANGUAGES.en), 'visitor');
  return { text, marks: answer.rulers[0]?.marks.map(({ id }) => id) };
}

describe('of sustained write, the drive', () => {
  it('that keeps its speed has no cliff', () => {
    expect(answerAfter(rounds(16_777, 30))).toEqual({
      text: 'Fine for 4K video and for copying many gigabytes. This drive kept 8,000 MB/s over 4 GB of writing.',
      marks: ['kept'],
    });
  });

  it('of which no more than a burst was seen is not called fine for long copies', () => {
    expect(answerAfter(rounds(134_218, 8)).text).toBe(
      'Fine for saving large files; what long copies reach was not measured. This drive kept 1,000 MB/s over 1.1 GB of writing.',
    );
    expect(answerAfter(rounds(134_218, 9)).text).toContain('Fine for 4K video and for copying many gigabytes.');
  });

  it('that fell and came back has not kept its speed', () => {
    expect(answerAfter(rounds(16_777, 10), rounds(67_108, 10), rounds(16_777, 20)).text).toBe(
      'Fine for 4K video and for copying many gigabytes. This drive writes at 8,000 MB/s in the long run; at times it was 2,000 MB/s.',
    );
  });

  it('that rose and fell back to its first speed says what it was at times', () => {
    expect(answerAfter(rounds(67_108, 10), rounds(16_777, 10), rounds(67_108, 20)).text).toBe(
      'Fine for 4K video and for copying many gigabytes. This drive writes at 2,000 MB/s in the long run; at times it was 8,000 MB/s.',
    );
  });

  it('that became faster kept the speed that it came to, over the bytes of that', () => {
    expect(answerAfter(rounds(67_108, 10), rounds(16_777, 20)).text).toContain('kept 8,000 MB/s over 2.7 GB');
  });

  it('that became faster for its last bytes kept what it was before, over the bytes of that', () => {
    expect(answerAfter(rounds(134_218, 101), rounds(89_478, 19))).toEqual({
      text: 'Fine for 4K video and for copying many gigabytes. This drive kept 1,000 MB/s over 14 GB of writing.',
      marks: ['kept'],
    });
  });

  it('that fell early and was faster for its last bytes says where it fell, and to what', () => {
    expect(answerAfter(rounds(16_777, 10), rounds(1_342_177, 60), rounds(16_777, 10))).toEqual({
      text: 'Fine for 4K video, slow for copying many gigabytes. Long writes drop to 100 MB/s after 1.3 GB: 1 % of the speed at first.',
      marks: ['at_last', 'at_first'],
    });
  });

  it('that fell step by step says after how many bytes it was as slow as in the long run', () => {
    const steps = [rounds(16_777, 10), rounds(67_108, 20), rounds(671_088, 10), rounds(67_108, 40)];
    expect(answerAfter(...steps).text).toContain('Long writes drop to 2,000 MB/s after 1.3 GB: 25 % of');
  });

  it('that fell in between and was faster for its last bytes has the mark of its first speed alone', () => {
    const { text, marks } = answerAfter(rounds(67_108, 60), rounds(134_218, 10), rounds(33_554, 30));
    expect(text).toContain('writes at 2,000 MB/s in the long run; at times it was ');
    expect(marks).toEqual(['at_last']);
  });
});
