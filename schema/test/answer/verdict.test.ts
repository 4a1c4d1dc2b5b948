import { describe, expect, it } from 'vitest';
import { answerOf, withFillMark } from '../../src/answer/of.ts';
import { explainedOn, gradeOfSentence, isMeasured, nextStep } from '../../src/answer/index.ts';
import { gradeText, headlineText, markText, noteText, numbersIn, sentenceText } from '../../src/answer/words/index.ts';
import en from '../../src/answer/words/en.ts';
import ja from '../../src/answer/words/ja.ts';
import { LANGUAGES } from '../../src/answer/words/languages.ts';
import { type JobResult, MIB } from '../../src/documents/index.ts';
import type { MatrixPlan } from '../../src/families/matrix/plan-schema.ts';
import { planOf } from '../../src/families/matrix/profiles.ts';
import { formOf, reportOf } from '../../src/report/index.ts';
import {
  DRIVE_NS,
  cachedReads,
  driveReads,
  HOT_NS,
  makeMatrix,
  memoryReads,
  readJob,
  ROWS,
  writeJob,
  writes,
} from '../../test-support/matrix-records.ts';
import { familyRecord, RESULTS } from '../../test-support/family-records.ts';

const [LARGE, SMALL] = ROWS;
if (!SMALL || !LARGE) throw new Error('no rows');
type Record = ReturnType<typeof makeMatrix>;

const inEnglish = (record: Record) => sentenceText(answerOf(record), en, numbersIn(LANGUAGES.en), 'owner');
const inJapanese = (record: Record) => sentenceText(answerOf(record), ja, numbersIn(LANGUAGES.ja), 'owner');
/** A drive of which each small read takes so long. */
const driveOf = (ns: number) => makeMatrix([readJob(SMALL, [[ns], [ns], [ns]])]);

describe('the verdict on each class of drive comes first, in one sentence with its consequence', () => {
  it.each([
    [
      'an NVMe SSD',
      60e3,
      'good',
      'Your drive is not what makes this computer slow: 60 µs per small read, 200 times faster than a hard disk.',
      'パソコンが遅い原因はこのドライブではありません。小さな読み込みは 60 µs で、ハードディスクの約200倍の速さです。',
    ],
    [
      'a SATA SSD',
      140e3,
      'good',
      'Your drive is not what makes this computer slow: 140 µs per small read, 70 times faster than a hard disk.',
      'パソコンが遅い原因はこのドライブではありません。小さな読み込みは 140 µs で、ハードディスクの約70倍の速さです。',
    ],
    [
      'an SD card',
      670e3,
      'fair',
      'Your drive makes large apps open a little slowly: 0.67 ms per small read. A fast SSD is about 7 times faster.',
      'このドライブでは、大きなアプリの起動を少し待たされます。小さな読み込みに 0.67 ms かかります。高速な SSD は約7倍の速さです。',
    ],
    [
      'a hard disk',
      8e6,
      'poor',
      'Your drive is slow, as a hard disk is: opening apps waits for it, 8 ms per small read. A fast SSD is about 80 times faster.',
      'このドライブはハードディスク並みに遅く、アプリの起動を待たされます。小さな読み込みに 8 ms かかります。高速な SSD は約80倍の速さです。',
    ],
    [
      'a busy hard disk',
      23e6,
      'poor',
      'Your drive is slower than a hard disk: opening files waits for it, 23 ms per small read. A fast SSD is about 200 times faster.',
      'このドライブはハードディスクより遅く、ファイルを開くたびに待たされます。小さな読み込みに 23 ms かかります。高速な SSD は約200倍の速さです。',
    ],
  ] as const)('%s', (_, ns, grade, english, japanese) => {
    const record = driveOf(ns);
    expect(inEnglish(record)).toBe(english);
    expect(inJapanese(record)).toBe(japanese);
    expect(gradeText(answerOf(record), en)).toBe(grade);
    expect(headlineText(answerOf(record), en, numbersIn(LANGUAGES.en))).toMatch(/^[\d.]+ [mµ]s per small read$/);
  });

  it('none where memory answered all, or nobody knows', () => {
    const memoryRecord = makeMatrix(cachedReads());
    expect(inEnglish(memoryRecord)).toBe('No verdict on the drive: this run measured the computer’s memory.');
    expect(inJapanese(memoryRecord)).toBe('ドライブの判定はありません。測れたのはパソコンのメモリーです。');
    expect(headlineText(answerOf(memoryRecord), en, numbersIn(LANGUAGES.en))).toBe('only memory was measured');
    expect(headlineText(answerOf(memoryRecord), ja, numbersIn(LANGUAGES.ja))).toBe('測れたのはメモリーだけ');
    const unknownRecord = makeMatrix(driveReads());
    unknownRecord.result.floors = [];
    expect(inEnglish(unknownRecord)).toBe(
      'No verdict on the drive: it is not known whether the drive or memory answered the reads.',
    );
    for (const record of [memoryRecord, unknownRecord]) {
      expect(gradeOfSentence(answerOf(record).sentence)).toBeNull();
      expect(nextStep(answerOf(record))).toBeNull();
    }
  });

  it('where memory answered a part, by the reads that waited for the drive', () => {
    const half = (ns: number) => makeMatrix([readJob(SMALL, [[HOT_NS.small, ns]])]);
    expect(inEnglish(half(8e6))).toMatch(
      /^Your drive is slow, as a hard disk is: opening apps waits for it, 8(\.\d)? ms/,
    );
    expect(inEnglish(half(DRIVE_NS.small))).toMatch(/^Your drive is not what makes this computer slow: 9\d µs/);
  });

  it('where memory answered a part of large reads and nothing else was measured, none', () => {
    const mixed = makeMatrix([readJob(LARGE, [[HOT_NS.large, DRIVE_NS.large]])], { rows: [LARGE] });
    expect(inEnglish(mixed)).toBe('No verdict on the drive: memory answered some of the reads.');
  });
});

describe('the slowest of what people wait for decides', () => {
  const fast = readJob(SMALL, [[60e3], [60e3]]);

  it('a drive that reads quickly and writes slowly is not called fast', () => {
    const record = makeMatrix([fast, writeJob(LARGE, 12e6, 600)], {
      drive_s: 0,
      write_bytes: 0,
      file_bytes: 4096 * MIB,
    });
    expect(inEnglish(record)).toBe(
      'Slow for 4K video and for copying large files. Your drive writes large files at 11.5 MB/s.',
    );
    expect(nextStep(answerOf(record))).toEqual({ kind: 'measure', family: 'sustained' });
  });

  it('nor one that takes a tenth of a second for each save', () => {
    expect(inEnglish(makeMatrix([fast, writeJob(SMALL, 136e6, 8)]))).toBe(
      'Slow: each save is felt as a delay. Your drive safely saves 8 small changes per second.',
    );
  });

  it('and what is only fair goes before what is good: the colour is that of the worst', () => {
    const record = makeMatrix([fast, writeJob(SMALL, 136e6, 30)]);
    expect(inEnglish(record)).toBe(
      'Fine for saving now and then, slow for saving with every change. Your drive safely saves 30 small changes per second.',
    );
    expect(gradeText(answerOf(record), en)).toBe('fair');
  });
});

describe('the time of a small read', () => {
  /** Of a hundred reads so many take 60 µs, and the others so long. */
  const withTail = (usual: number, ns: number) => {
    const times = [...Array.from({ length: usual }, () => 60e3), ...Array.from({ length: 100 - usual }, () => ns)];
    return makeMatrix([readJob(SMALL, [times, times, times])]);
  };
  const markOf = (record: Record) => {
    const [ruler] = answerOf(record).rulers;
    const mark = ruler?.marks.find(isMeasured);
    if (!ruler || !mark) throw new Error('no mark');
    return markText(ruler.id, mark, en, numbersIn(LANGUAGES.en));
  };

  it('is that of the reads that did not stall, and says which did', () => {
    const record = withTail(98, 9e6);
    expect(answerOf(record).sentence).toMatchObject({ uneven: { every: 50 } });
    expect(inEnglish(record)).toMatch(
      /^Your drive answers most small reads in 6\d µs, but it stands still in between\. Very uneven: 1 call in 50 took [89](\.\d)? ms or more, 7\d % of the time in all\.$/,
    );
    expect(inJapanese(record)).toMatch(/50回に1回は [89](\.\d)? ms 以上かかり、合わせて時間の 7\d % になりました。$/);
    expect(gradeText(answerOf(record), en)).toBe('good, but uneven');
    expect(nextStep(answerOf(record))).toEqual({ kind: 'measure', family: 'stutter' });
    expect(markOf(record).partly).toMatch(/^without stalls: 1 in 50 took [89]/);
  });

  it('is the mean of all where slow reads are no stalls: by their time, or because there are many', () => {
    for (const [usual, ns] of [
      [98, 600e3],
      [90, 3e6],
    ] as const) {
      const { figure, partly } = markOf(withTail(usual, ns));
      const mean = (usual * 60 + ((100 - usual) * ns) / 1e3) / 100;
      expect(parseFloat(figure) / mean).toBeCloseTo(1, 1);
      expect([partly, inEnglish(withTail(usual, ns)).includes('uneven')]).toEqual(['', false]);
    }
  });

  it('says from where to where it may be in another run, where that may have twice or half as much', () => {
    const loops = [100e3, 100e3, 200e3, 400e3, 800e3, 800e3].map((ns) => [ns]);
    expect(inEnglish(makeMatrix([readJob(SMALL, loops)]))).toMatch(
      /between \d+ µs and \d+(\.\d+)? [µm]s per small read/,
    );
  });
});

describe('what to do next', () => {
  it('after a good verdict: look elsewhere, unless another number is bad', () => {
    expect(nextStep(answerOf(makeMatrix([...driveReads(), ...writes()])))).toEqual({ kind: 'elsewhere' });
    const slowSaves = answerOf(makeMatrix([...driveReads(), writeJob(SMALL, 136e6, 100)]));
    expect(nextStep(slowSaves)).toBeNull();
    expect(slowSaves.rulers.flatMap((ruler) => explainedOn(ruler, slowSaves) ?? [])).toEqual(['durability']);
  });

  it('after a poor one: the family that explains it', () => {
    expect(nextStep(answerOf(driveOf(8e6)))).toEqual({ kind: 'measure', family: 'stutter' });
    const [phase] = RESULTS.database.phases;
    if (!phase) throw new Error('no phase');
    const phases = [{ ...phase, elapsed_ns: phase.elapsed_ns * 20 }];
    const slow = answerOf(familyRecord('database', { result: { ...RESULTS.database, phases } }));
    expect(nextStep(slow)).toEqual({ kind: 'measure', family: 'durability' });
  });

  it('nothing after one that is fair', () => {
    expect(nextStep(answerOf(driveOf(670e3)))).toBeNull();
  });
});

/** The passes of a job, each of them by one of these factors longer. */
const slowedJob = (job: JobResult, factors: readonly number[]): JobResult => ({
  ...job,
  passes: job.passes.map((pass) => {
    const factor = factors[(pass.loop - 1) % factors.length] ?? 1;
    return { ...pass, elapsed_ns: pass.elapsed_ns * factor, total_ns: pass.total_ns * factor };
  }),
});
const calm = () => [...driveReads(), ...writes()];
/** Every row varies, and no two alike. */
const busy = (by = 0.2) => {
  const factors = [1, 1 + by / 2, 1 + by];
  return calm().map((job, index) => slowedJob(job, index % 2 === 0 ? factors : factors.toReversed()));
};
const notesOf = (record: Parameters<typeof answerOf>[0], language: 'en' | 'ja' = 'en') => {
  const answer = answerOf(record);
  const words = language === 'en' ? en : ja;
  return answer.notes.map((note) => noteText(note, answer, words, numbersIn(LANGUAGES[language])));
};

describe('what a busy computer costs', () => {
  it('is said with its price and what to do, in each language, where most figures vary', () => {
    expect(notesOf(makeMatrix(busy(0.8)))).toEqual([
      'Results vary: another run may differ by ±83 %. Close other programs and run again.',
    ]);
    expect(notesOf(makeMatrix(busy(0.8)), 'ja')[0]).toContain('±83 %変わる');
    expect(notesOf(makeMatrix(busy(2)))).toEqual([
      'Results vary: another run may differ by a factor of 2.3. Close other programs and run again.',
    ]);
    expect(notesOf(makeMatrix(busy(2)), 'ja')[0]).toContain('2.3倍変わる');
  });

  it.each([
    [0.99, '±99 %'],
    [0.996, 'a factor of 2'],
    [1, 'a factor of 2'],
  ])('has one sign where it is nearly as much as the figure: %d', (varies_by, share) => {
    const text = noteText('varies', { family: 'matrix', varies_by }, en, numbersIn(LANGUAGES.en));
    expect(text).toContain(`may differ by ${share}. `);
  });

  it('is not said of a calm run, nor where a single figure varies', () => {
    expect(notesOf(makeMatrix(calm()))).toEqual([]);
    const [read, ...others] = calm();
    if (!read) throw new Error('no job');
    expect(notesOf(makeMatrix([slowedJob(read, [1, 1.25, 1.5]), ...others]))).toEqual([]);
  });

  it('is said without a price where the browser said so before the run', () => {
    for (const cpu_pressure of ['serious', 'critical'] as const) {
      const record = makeMatrix(calm());
      record.environment.cpu_pressure = cpu_pressure;
      expect(notesOf(record)).toEqual(['The computer was busy. Close other programs and run again.']);
    }
    const database = familyRecord('database');
    expect(notesOf({ ...database, environment: { ...database.environment, cpu_pressure: 'critical' } })).toContain(
      'The computer was busy. Close other programs and run again.',
    );
  });

  it('comes before any other next step', () => {
    expect(nextStep(answerOf(makeMatrix(calm())))).not.toBeNull();
    expect(nextStep(answerOf(makeMatrix(busy(0.8))))).toBeNull();
  });

  it('stands in the files of the run', () => {
    const report = reportOf(makeMatrix(busy(0.8)));
    for (const form of ['text', 'markdown', 'figures'] as const)
      expect(formOf(form).write(report), form).toContain('another run may differ by ±');
  });
});

describe('a drive that became slower during the run', () => {
  const { rows } = planOf('quick');
  /** Rounds of writes, of which the first row has only a few loops: each loop takes so much longer, some more, some less. */
  const run = (factors: readonly number[], plan: Partial<MatrixPlan> = {}) =>
    makeMatrix(
      rows.map((row, index) => {
        const loops = index === 0 ? Math.min(3, factors.length) : factors.length;
        const rowFactors = factors.map((factor, loop) => factor * (1 + 0.02 * ((loop + index) % 3)));
        return slowedJob(writeJob(row, 500e6, 600, loops), rowFactors);
      }),
      { rows: [...rows], ...plan },
    );
  const halves = (factor: number) => [1, 1, 1, 1, factor, factor, factor, factor];

  it('is said with by how much, in each language, in every text, and before any other next step', () => {
    const record = run(halves(1 / 0.7));
    expect(notesOf(record)).toEqual(['The second half of the run had 70 % of the speed of the first. Run again.']);
    expect(notesOf(record, 'ja')).toEqual(['測定の後半の速さは、前半の 70 % でした。もう一度実行してください。']);
    for (const form of ['text', 'markdown', 'figures'] as const)
      expect(formOf(form).write(reportOf(record)), form).toContain('had 70 % of the speed');
    expect(nextStep(answerOf(record))).toBeNull();
  });

  it('is said though no row has more than three loops', () => {
    expect(answerOf(run([1, 1 / 0.7, 1 / 0.7])).drift).toBeCloseTo(0.7, 1);
  });

  it('is said of one that became faster', () => {
    expect(answerOf(run(halves(0.7))).drift).toBeCloseTo(1 / 0.7, 1);
  });

  it.each([1, 2, 6])('is said where it came after %d of eight loops', (loops) => {
    const factors = Array.from({ length: 8 }, (_, loop) => (loop < loops ? 1 : 2));
    const record = run(factors);
    expect(Math.abs(Math.log((answerOf(record).step ?? 1) / 0.5))).toBeLessThan(0.2);
    expect(answerOf(record).drift).toBeUndefined();
    if (loops !== 6) return;
    expect(notesOf(record)).toEqual(['The speed changed during the run: afterwards it was 50 % of before. Run again.']);
    expect(notesOf(record, 'ja')[0]).toMatch(/^途中で速さが変わり、その後はそれまでの 5\d % でした/);
    expect(nextStep(answerOf(record))).toBeNull();
  });

  it('is not said of loops that differ, of which one stalled', () => {
    expect(answerOf(run([1, 1.1, 0.9, 1.2, 1, 0.85, 1.15, 1])).step).toBeUndefined();
    expect(answerOf(run([1, 1, 1, 1, 1, 1, 40, 1])).step).toBeUndefined();
  });

  it('is not said of a change under a tenth, of a single row, nor where rows did not take turns', () => {
    expect(notesOf(run(halves(1.05)))).toEqual([]);
    const steadyJobs = run(halves(1)).result.jobs;
    expect(notesOf(makeMatrix(steadyJobs, { rows: [...rows] }))).toEqual([]);
    const [, driftingJob] = run(halves(1 / 0.7)).result.jobs;
    const jobs = steadyJobs.map((job, index) => (index === 1 && driftingJob ? driftingJob : job));
    expect(notesOf(makeMatrix(jobs, { rows: [...rows] }))).toEqual([]);
    expect(answerOf(run(halves(1 / 0.7), { drive_s: 0 })).drift).toBeUndefined();
  });

  it('is not said of reads that memory answered', () => {
    const slowerJobs = memoryReads().map((job) => slowedJob(job, [1, 1.4, 1.4]));
    expect(answerOf(makeMatrix(slowerJobs)).drift).toBeUndefined();
    const drive = driveReads().map((job) => slowedJob(job, [1, 1.4, 1.4]));
    expect(answerOf(makeMatrix(drive)).drift).toBeCloseTo(1 / 1.4);
  });
});

const FILL = { bytes: 16e6, elapsed_ns: 0.1e9, flush_ns: 0.1e9 };
const writeOf = (answer: ReturnType<typeof answerOf>) =>
  answer.rulers.flatMap(({ marks }) => marks).find(({ id }) => id === 'large_write' || id === 'long_write');

it('shows how fast the file was filled until a write was measured, and no interval of it', () => {
  const mark = writeOf(withFillMark(answerOf(makeMatrix([])), FILL));
  expect(mark).toMatchObject({ value: 80, low: 80, high: 80, from: 'drive' });
  // In words of its own: it is not the figure that will stand there.
  if (!mark || !isMeasured(mark)) throw new Error('no mark');
  expect(markText('moves', mark, en, numbersIn(LANGUAGES.en))).toMatchObject({
    flag: 'file 80',
    under: en.filled.under,
  });
});

it('leaves what was measured, and what nobody knows', () => {
  const answer = answerOf(makeMatrix(writes()));
  expect(withFillMark(answer, FILL)).toEqual(answer);
  const mark = writeOf(withFillMark(answerOf(makeMatrix([])), undefined));
  expect(mark && isMeasured(mark)).toBe(false);
});
