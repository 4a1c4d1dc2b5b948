import { describe, expect, it } from 'vitest';
import {
  explainedOn,
  isMeasured,
  MARK_IDS,
  WHY,
  type Answer,
  type Mark,
  type MarkId,
  type RulerId,
} from '../../src/answer/index.ts';
import { answerOf } from '../../src/answer/of.ts';
import { markText, noteText, numbersIn, proofText, rulerSentence, sentenceText } from '../../src/answer/words/index.ts';
import en from '../../src/answer/words/en.ts';
import ja from '../../src/answer/words/ja.ts';
import { LANGUAGES } from '../../src/answer/words/languages.ts';
import { GIB, MIB, rowsNamed, type JobResult, type Pause } from '../../src/documents/index.ts';
import { FAMILY_IDS, type FamilyId } from '../../src/families/ids.ts';
import { verdictInRecord } from '../../src/families/matrix/verdict.ts';
import type { MatrixPlan } from '../../src/families/matrix/plan-schema.ts';
import { makeFloor, timedSide, type MatrixRecord } from '../../test-support/record.ts';
import {
  cachedReads,
  DRIVE_NS,
  driveReads,
  HOT_NS,
  makeMatrix,
  memoryReads,
  readJob,
  ROWS,
  writeJob,
  writes,
} from '../../test-support/matrix-records.ts';

const marksOn = (answer: Answer, id: RulerId): readonly Mark[] =>
  answer.rulers.find((ruler) => ruler.id === id)?.marks ?? [];
const SMALL = ROWS[1] ?? rowsNamed('RND4K Q1T1')[0];
const LARGE = ROWS[0] ?? rowsNamed('SEQ1M Q8T1')[0];
if (!SMALL || !LARGE) throw new Error('no rows');

describe('the sentence of the grid', () => {
  it('a. is the time of a small read, where the drive answered it', () => {
    const { sentence } = answerOf(makeMatrix([...driveReads(), ...memoryReads(), ...writes()]));
    expect(sentence).toMatchObject({ kind: 'small_read' });
    expect(sentence).not.toHaveProperty('uneven');
    expect(sentence.kind === 'small_read' && sentence.ns).toBeCloseTo(DRIVE_NS.small);
  });

  it('b. is the rate of safe saves, where memory answered the reads', () => {
    const { sentence } = answerOf(makeMatrix([...cachedReads(), ...writes()]));
    expect(sentence).toMatchObject({ kind: 'saves' });
    expect(sentence.kind === 'saves' && sentence.per_s).toBeCloseTo(1_120);
  });

  it('c. is the speed of large writes, where nothing else waited for the drive', () => {
    const { sentence } = answerOf(makeMatrix([writeJob(LARGE, 1_940e6, 600)], { rows: [LARGE] }));
    expect(sentence).toMatchObject({ kind: 'large_write' });
    expect(sentence.kind === 'large_write' && sentence.mb_per_s).toBeCloseTo(1_940, 0);
  });

  it('c. is the speed of large reads, where the plan has no writes', () => {
    const [large] = driveReads();
    if (!large) throw new Error('no job');
    expect(answerOf(makeMatrix([large], { rows: [LARGE], directions: ['read'] })).sentence.kind).toBe('large_read');
  });

  it('d. says that memory was measured, where nothing waited for the drive', () => {
    expect(answerOf(makeMatrix(cachedReads())).sentence).toEqual({ kind: 'memory' });
  });
});

describe('the rulers of the grid', () => {
  const answer = answerOf(makeMatrix([...memoryReads(), ...driveReads(), ...writes()]));

  it('are three, each mark with its interval and its origin', () => {
    expect(answer.rulers.map(({ id }) => id)).toEqual(['opens', 'moves', 'saves']);
    for (const mark of answer.rulers.flatMap(({ marks }) => marks)) {
      if (!isMeasured(mark)) throw new Error(`${mark.id} is missing`);
      expect(mark.from).toBe('drive');
      expect(mark.low <= mark.value && mark.value <= mark.high).toBe(true);
    }
  });

  it('show the read of the drive where a row was read from both', () => {
    expect(marksOn(answer, 'opens')).toMatchObject([{ id: 'small_read', from: 'drive' }]);
    const [mark] = marksOn(answer, 'opens');
    expect(mark && isMeasured(mark) && mark.value).toBeCloseTo(1e9 / DRIVE_NS.small);
  });

  it('hold no figure from memory: it stands apart, as what it is', () => {
    const memoryAnswer = answerOf(makeMatrix([...cachedReads(), ...writes()]));
    expect(marksOn(memoryAnswer, 'opens')).toEqual([{ id: 'small_read', missing: 'from_memory' }]);
    expect(marksOn(memoryAnswer, 'moves')[0]).toEqual({ id: 'large_read', missing: 'from_memory' });
    expect(memoryAnswer.memory?.mb_per_s).toBeCloseTo((8 * 1048.576e6) / HOT_NS.large, -1);
    expect(answer.memory?.mb_per_s).toBeCloseTo(memoryAnswer.memory?.mb_per_s ?? 0);
  });

  describe('of a read that memory was to answer and that had late calls', () => {
    const lateJob: JobResult = { ...readJob(SMALL, [[HOT_NS.small, DRIVE_NS.small]]), reads: 'memory' };
    const cachedJob: JobResult = { ...readJob(SMALL, [[HOT_NS.small]]), reads: 'drive' };
    const nothing = [{ id: 'small_read', missing: 'from_memory' }];

    it('hold nothing of it where the row was to be read from the drive, and memory answered', () => {
      const record = makeMatrix([cachedJob, lateJob]);
      const lateAnswer = answerOf(record);
      expect(verdictInRecord(record, lateJob)?.verdict).toBe('mixed');
      expect(marksOn(lateAnswer, 'opens')).toMatchObject(nothing);
      expect(lateAnswer).toMatchObject({ sentence: { kind: 'nothing' }, proof: { kind: 'memory' } });
      expect(lateAnswer.memory).not.toBeNull();
    });

    it('hold nothing of it where it is read alone', () => {
      const lateAnswer = answerOf(makeMatrix([lateJob], { cache: 'as-is' }));
      expect(marksOn(lateAnswer, 'opens')).toMatchObject(nothing);
      expect(lateAnswer.sentence.kind).not.toBe('small_read');
    });

    it('hold it where hardly a call found memory, as of a file larger than that, unless the row has a drive read', () => {
      const large: JobResult = { ...readJob(SMALL, [[DRIVE_NS.small]]), reads: 'memory' };
      expect(marksOn(answerOf(makeMatrix([large], { cache: 'as-is' })), 'opens')).toMatchObject([{ from: 'drive' }]);
      const record = makeMatrix([cachedJob, large], { rows: [SMALL] });
      expect(marksOn(answerOf(record), 'opens')).toMatchObject(nothing);
      expect(answerOf(record).sentence.kind).toBe('nothing');
    });
  });

  it('say that the times of all calls are means', () => {
    const unders = answer.rulers.flatMap(({ id, marks }) =>
      marks.filter(isMeasured).map((mark) => markText(id, mark, en, numbersIn(LANGUAGES.en)).under),
    );
    expect(unders.filter((under) => under.includes('on average'))).toHaveLength(2);
  });

  describe('of a read that memory answered in part', () => {
    const half = readJob(SMALL, [[HOT_NS.small, DRIVE_NS.small]]);

    it('hold the calls that waited for the drive, and not their mean with those that did not', () => {
      const mixedAnswer = answerOf(makeMatrix([half]));
      const [mark] = marksOn(mixedAnswer, 'opens');
      if (!mark || !isMeasured(mark)) throw new Error('no mark');
      expect(mark).toMatchObject({ from: 'mixed', drive_share: 0.5 });
      expect(1e9 / mark.value / DRIVE_NS.small).toBeCloseTo(1, 1);
      expect(mixedAnswer.proof).toMatchObject({ kind: 'mixed', share_from_memory: 0.5 });
      expect(mixedAnswer.sentence).toMatchObject({ kind: 'small_read', ns: 1e9 / mark.value });
      expect(answerOf(makeMatrix([half, ...writes()])).sentence.kind).toBe('saves');
    });

    it('hold nothing where too few calls waited for the drive', () => {
      const quick = Array.from({ length: 11 }, () => HOT_NS.small);
      const cachedAnswer = answerOf(makeMatrix([readJob(SMALL, [[...quick, DRIVE_NS.small]])]));
      expect(marksOn(cachedAnswer, 'opens')).toMatchObject([{ id: 'small_read', missing: 'from_memory' }]);
      expect(cachedAnswer.sentence.kind).not.toBe('small_read');
    });

    it('hold no throughput, and say how much came from memory', () => {
      const mixedAnswer = answerOf(makeMatrix([readJob(LARGE, [[HOT_NS.large, DRIVE_NS.large]])], { rows: [LARGE] }));
      const ruler = mixedAnswer.rulers.find(({ id }) => id === 'moves');
      expect(ruler?.marks[0]).toEqual({ id: 'large_read', missing: 'from_memory', share_from_memory: 0.5 });
      expect(ruler && rulerSentence(ruler, en, numbersIn(LANGUAGES.en))).toContain('because 50 % came from memory');
      expect(mixedAnswer.sentence).toEqual({ kind: 'nothing', why: 'mixed' });
    });
  });
});

describe('a plan without the rows of the rulers', () => {
  const [other] = rowsNamed('RND1M Q8T1');
  if (!other) throw new Error('no row');
  const sentenceOf = (jobs: readonly JobResult[]) => answerOf(makeMatrix(jobs, { rows: [other] })).sentence;

  it('says what its first row of the drive reached, and not that memory was measured', () => {
    expect(sentenceOf([readJob(other, [[DRIVE_NS.large]])])).toMatchObject({ kind: 'row_read', row: 'RND1M Q8' });
    expect(sentenceOf([writeJob(other, 136e6, 1_120)])).toMatchObject({ kind: 'row_write', row: 'RND1M Q8' });
    expect(sentenceOf([readJob(other, [[HOT_NS.large]])])).toEqual({ kind: 'memory' });
  });

  it('says that nothing tells where its reads came from, if so', () => {
    const record = makeMatrix([readJob(other, [[DRIVE_NS.large]])], { rows: [other] });
    record.result.floors = [];
    expect(answerOf(record).sentence).toEqual({ kind: 'unknown_read' });
  });
});

describe('where the reads came from', () => {
  it('is proven by every test that read', () => {
    expect(answerOf(makeMatrix([...driveReads(), ...memoryReads()])).proof).toEqual({ kind: 'drive', tests: 2 });
    const [, small] = driveReads();
    const [large] = cachedReads();
    if (!small || !large) throw new Error('no job');
    expect(answerOf(makeMatrix([large, small])).proof).toEqual({ kind: 'some', tests: 2, proven: 1 });
  });

  it('is memory up to the largest share of a test, also where that answered all of another one', () => {
    const mixed = readJob(SMALL, [[HOT_NS.small, DRIVE_NS.small]]);
    const [large] = cachedReads();
    if (!large) throw new Error('no job');
    const proofOf = (jobs: readonly JobResult[]) => proofText(answerOf(makeMatrix(jobs)), en, numbersIn(LANGUAGES.en));
    expect(proofOf([{ ...mixed, reads: 'drive' }])).toBe('Drive reads: up to 50 % came from memory');
    expect(proofOf([{ ...mixed, reads: 'drive' }, large])).toBe('Drive reads: up to 100 % came from memory');
  });

  it('is memory where no drive reads were possible', () => {
    expect(answerOf(makeMatrix([...cachedReads(), ...writes()])).proof).toEqual({ kind: 'memory' });
  });

  describe('is not judged by reads from memory before the first read of the drive', () => {
    const missingRead = (reason: string) => [{ id: 'small_read', missing: reason }];
    const words = (answer: Answer) => sentenceText(answer, en, numbersIn(LANGUAGES.en), 'owner');

    it.each(['stopped', 'failed'] as const)('%s in the reads from memory', (status) => {
      const early = answerOf({ ...makeMatrix(memoryReads()), status });
      expect(early).toMatchObject({ sentence: { kind: 'nothing', why: status }, proof: null, notes: [] });
      expect(marksOn(early, 'opens')).toEqual(missingRead(status));
      expect(early.memory).not.toBeNull();
      expect(words(early)).toContain('before the drive was measured');
    });

    it('stopped after the writes, which were flushed', () => {
      const early = answerOf({ ...makeMatrix([...memoryReads(), ...writes()]), status: 'stopped' });
      expect(early).toMatchObject({ sentence: { kind: 'saves' }, proof: { kind: 'flushed' }, notes: ['stopped'] });
      expect(marksOn(early, 'opens')).toEqual(missingRead('stopped'));
    });
  });

  it('is memory, as planned, where the plan reads what memory holds', () => {
    const memoryAnswer = answerOf(makeMatrix([...memoryReads(), ...writes()], { cache: 'as-is' }));
    expect(memoryAnswer.proof).toEqual({ kind: 'planned_memory' });
    expect(marksOn(memoryAnswer, 'opens')).toEqual([{ id: 'small_read', missing: 'planned_memory' }]);
    expect(marksOn(memoryAnswer, 'moves')[0]).toEqual({ id: 'large_read', missing: 'planned_memory' });
    const driveAnswer = answerOf(makeMatrix(driveReads(), { cache: 'as-is' }));
    expect(driveAnswer.proof).toEqual({ kind: 'drive', tests: 2 });
  });

  it.each(['drive', 'cold', 'deep', 'drive-and-memory'] as const)('is memory that kept answering: %s', (cache) => {
    const { proof, rulers } = answerOf(makeMatrix(cachedReads(), { cache }));
    expect(proof).toEqual({ kind: 'memory' });
    expect(rulers[0]?.marks).toEqual([{ id: 'small_read', missing: 'from_memory' }]);
  });

  it('is memory in a private window, whatever was planned', () => {
    const record = makeMatrix([...memoryReads(), ...writes()], { cache: 'as-is' });
    record.result.floors = [makeFloor({ hot_read: timedSide(166_000, 1000, 4096) })];
    if (record.result.fill) record.result.fill.flush_ns = 0;
    for (const pass of record.result.jobs.flatMap((job) => job.passes)) pass.flush_ns = 0;
    expect(answerOf(record).proof).toEqual({ kind: 'memory' });
    expect(marksOn(answerOf(record), 'opens')).toEqual([{ id: 'small_read', missing: 'memory_backed' }]);
  });

  it('cannot be told without floors', () => {
    const record = makeMatrix(driveReads());
    record.result.floors = [];
    expect(answerOf(record).proof).toEqual({ kind: 'unknown' });
    expect(marksOn(answerOf(record), 'opens')).toEqual([{ id: 'small_read', missing: 'unknown_source' }]);
  });

  it('is not asked where nothing was read', () => {
    expect(answerOf(makeMatrix(writes())).proof).toEqual({ kind: 'flushed' });
    const record = makeMatrix(writes());
    if (record.result.fill) record.result.fill.flush_ns = 0;
    for (const pass of record.result.jobs.flatMap((job) => job.passes)) pass.flush_ns = 0;
    expect(answerOf(record)).toMatchObject({
      proof: { kind: 'system' },
      sentence: { kind: 'nothing', why: 'flush_does_nothing' },
    });
  });
});

describe('bad states of the grid', () => {
  const sound = () => makeMatrix([...driveReads(), ...writes()]);

  it('one loop: measured once', () => {
    const once = answerOf(makeMatrix([readJob(SMALL, [[DRIVE_NS.small]]), writeJob(SMALL, 136e6, 1_120, 1)]));
    expect(once.notes).toEqual(['one_loop']);
    expect(answerOf(sound()).notes).toEqual([]);
  });

  it('stopped: what was done is shown, the rest is missing and says so', () => {
    const record: MatrixRecord = { ...sound(), status: 'stopped' };
    const [large] = driveReads();
    if (!large) throw new Error('no job');
    record.result.jobs = [large, { ...readJob(SMALL, [[DRIVE_NS.small]]), status: 'stopped' }];
    const answer = answerOf(record);
    expect(answer.notes).toContain('stopped');
    expect(marksOn(answer, 'opens')).toEqual([{ id: 'small_read', missing: 'stopped' }]);
    expect(answer.sentence.kind).toBe('large_read');
    record.result.jobs = [];
    expect(answerOf(record)).toMatchObject({ sentence: { kind: 'nothing', why: 'stopped' }, proof: null, notes: [] });
  });

  it('a failed row: the others are shown', () => {
    const record = sound();
    record.result.jobs = record.result.jobs.map((job) =>
      job.row === SMALL && job.direction === 'write' ? { ...job, status: 'failed' as const } : job,
    );
    const answer = answerOf(record);
    expect(answer.notes).toEqual(['test_failed']);
    expect(marksOn(answer, 'saves')).toEqual([{ id: 'save', missing: 'failed' }]);
    expect(answer.sentence.kind).toBe('small_read');
  });

  it('a hidden tab: a note, and the marks stay', () => {
    const record = sound();
    const hidden = { ...record, environment: { ...record.environment, visibility_changes: 2 } };
    expect(answerOf(hidden).notes).toEqual(['hidden']);
    expect(marksOn(answerOf(hidden), 'opens')).toMatchObject([{ from: 'drive' }]);
  });

  it('a computer that stood still: for how long, in which test, and what came of it', () => {
    const record = sound();
    const pauses: Pause[] = [
      { after_ms: 1_000, ms: 8_000, outcome: 'repeated', row: LARGE, direction: 'read' },
      { after_ms: 60_000, ms: 4_000, outcome: 'repeated', row: LARGE, direction: 'read' },
      { after_ms: 70_000, ms: 3_600_000, outcome: 'between' },
    ];
    const answer = answerOf({ ...record, environment: { ...record.environment, pauses } });
    expect(answer.notes).toEqual(['pause_repeated', 'pause_between']);
    expect(marksOn(answer, 'opens')).toMatchObject([{ from: 'drive' }]);
    expect(noteText('pause_repeated', answer, en, numbersIn(LANGUAGES.en))).toBe(
      'The computer or the browser stood still for 12 s during SEQ1M Q8 read; that pass was measured again.',
    );
    expect(noteText('pause_between', answer, en, numbersIn(LANGUAGES.en))).toContain('for 60 min');
    expect(noteText('pause_repeated', answer, ja, numbersIn(LANGUAGES.ja))).toContain('SEQ1M Q8 読み込み');
  });

  it('memory-backed: nothing stands on a ruler', () => {
    const record = sound();
    const floors = [makeFloor({ hot_read: timedSide(166_000, 1000, 4096) })];
    record.result.floors = floors;
    if (record.result.fill) record.result.fill.flush_ns = 0;
    for (const pass of record.result.jobs.flatMap((job) => job.passes)) pass.flush_ns = 0;
    const answer = answerOf(record);
    expect(answer.notes).toContain('memory_backed');
    expect(answer.rulers.flatMap(({ marks }) => marks).some(isMeasured)).toBe(false);
    expect(answer.sentence).toEqual({ kind: 'memory' });
    expect(answer.proof).toEqual({ kind: 'memory' });
  });

  it('a flush that does nothing: no write stands on a ruler', () => {
    const record = sound();
    if (record.result.fill) record.result.fill.flush_ns = 0;
    for (const pass of record.result.jobs.flatMap((job) => job.passes)) pass.flush_ns = 0;
    const answer = answerOf(record);
    expect(marksOn(answer, 'saves')).toEqual([{ id: 'save', missing: 'flush_does_nothing' }]);
    expect(answer.sentence.kind).toBe('small_read');
  });
});

/** The first family that a ruler of an answer leads to, from its top. */
const explainedIn = (answer: Answer) => answer.rulers.flatMap((ruler) => explainedOn(ruler, answer) ?? []);

/** The numbers that each family shows on its ruler. */
const MARKS_OF: Readonly<Record<FamilyId, readonly MarkId[]>> = {
  matrix: ['small_read', 'large_read', 'large_write', 'long_write', 'save'],
  stutter: ['stall'],
  'small-files': ['file'],
  'block-sweep': ['block_write'],
  'queue-sweep': ['queue_write'],
  durability: ['flushed_each'],
  'latency-under-load': ['busy_save'],
  sustained: ['kept', 'at_first', 'at_last'],
  database: ['commit'],
  'app-storage': ['item'],
  'picked-folder': ['folder_write'],
  'picked-file': ['drive_wait', 'large_read'],
};
const leadsTo = (family: FamilyId) => MARKS_OF[family].flatMap((mark) => WHY[mark]?.family ?? []);

describe('why it is slow', () => {
  it('leads from a bad number to the family that explains it, and from a good one nowhere', () => {
    expect(explainedIn(answerOf(makeMatrix([...driveReads(), ...writes()])))).toEqual([]);
    expect(explainedIn(answerOf(makeMatrix([...driveReads(), writeJob(SMALL, 136e6, 100)])))).toEqual(['durability']);
    expect(explainedIn(answerOf(makeMatrix([writeJob(LARGE, 100e6, 600)])))).toEqual(['sustained']);
    expect(explainedIn(answerOf(makeMatrix([readJob(SMALL, [[1e6], [1e6]])])))).toEqual(['stutter']);
  });

  it('says so at each ruler that has a bad number', () => {
    const answer = answerOf(makeMatrix([readJob(SMALL, [[1e6], [1e6]]), writeJob(SMALL, 136e6, 100)]));
    const [opens, , saves] = answer.rulers;
    expect(opens && explainedOn(opens, answer)).toBe('stutter');
    expect(saves && explainedOn(saves, answer)).toBe('durability');
  });

  it('gives each number but the last one family, and whoever follows never comes back', () => {
    expect(new Set(Object.values(MARKS_OF).flat())).toEqual(new Set(MARK_IDS));
    expect(MARK_IDS.filter((mark) => WHY[mark] === null)).toEqual(['queue_write']);
    const follow = (family: FamilyId, path: readonly FamilyId[]): void => {
      expect(path).not.toContain(family);
      for (const nextFamily of leadsTo(family)) follow(nextFamily, [...path, family]);
    };
    for (const family of FAMILY_IDS) follow(family, []);
  });
});

describe('a large write', () => {
  const answerAt = (plan: Partial<MatrixPlan>) => answerOf(makeMatrix([writeJob(LARGE, 900e6, 600)], plan));
  const numbers = numbersIn(LANGUAGES.en);

  it('is a burst where little is written', () => {
    const answer = answerAt({ write_bytes: 32 * MIB });
    expect(sentenceText(answer, en, numbers, 'visitor')).toBe(
      'Fine for saving large files; what long copies reach was not measured. This drive writes large files in bursts of 900 MB/s.',
    );
    expect(marksOn(answer, 'moves')).toMatchObject([{}, { id: 'large_write' }]);
  });

  it('is none where much is written', () => {
    const answer = answerAt({ drive_s: 0, write_bytes: 0, file_bytes: 4096 * MIB });
    expect(sentenceText(answer, en, numbers, 'visitor')).toBe(
      'Fine for 4K video and for copying many gigabytes. This drive writes large files at 900 MB/s.',
    );
    const sentences = answer.rulers.map((ruler) => rulerSentence(ruler, en, numbers)).join();
    expect(sentences).not.toContain('burst');
  });
});

it('a row of a plan of its own says what its speed is good for, by what it is', () => {
  const [mid] = rowsNamed('RND64K Q4T1');
  const [row] = rowsNamed('SEQ128K Q1T1');
  if (!mid || !row) throw new Error('no rows');
  const verdict = (job: JobResult, plan: Partial<MatrixPlan> = {}) => {
    const { sentence } = answerOf(makeMatrix([job], { rows: [job.row], ...plan }));
    return 'verdict' in sentence ? sentence.verdict : sentence.kind;
  };
  const long = { drive_s: 0, file_bytes: 4 * GIB, write_bytes: 2 * GIB };
  expect([verdict(writeJob(row, 900e6, 600)), verdict(writeJob(row, 900e6, 600), long)]).toEqual([
    'burst_copies',
    'long_copies',
  ]);
  expect(verdict(writeJob(row, 60e6, 600), long)).toBe('long_video');
  expect(verdict(writeJob(mid, 900e6, 30))).toBe('store_slow');
});
