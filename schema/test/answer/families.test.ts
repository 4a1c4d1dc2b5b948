import { describe, expect, it } from 'vitest';
import { blankAnswer, isMeasured } from '../../src/answer/index.ts';
import { answerOf } from '../../src/answer/of.ts';
import {
  gradeCommits,
  gradeFiles,
  gradeFlush,
  gradeLong,
  gradeOpen,
  gradeStall,
  gradeStore,
} from '../../src/families/verdict.ts';
import {
  gradeText,
  headlineText,
  markText,
  numbersIn,
  rulerSentence,
  sentenceText,
} from '../../src/answer/words/index.ts';
import en from '../../src/answer/words/en.ts';
import ja from '../../src/answer/words/ja.ts';
import { LANGUAGES } from '../../src/answer/words/languages.ts';
import { KIB } from '../../src/documents/index.ts';
import { emptyResultOf, figuresOf, standardPlan, type ResultOf } from '../../src/families/families.ts';
import { FAMILY_IDS, type FamilyId } from '../../src/families/ids.ts';
import type { RunRecord } from '../../src/families/checks.ts';
import { histogramOf, makePass, makeRecord, makeSide } from '../../test-support/record.ts';
import { writeJob } from '../../test-support/matrix-records.ts';
import { familyRecord, flushed, NONE, reads, RESULTS, row } from '../../test-support/family-records.ts';

const OTHERS = FAMILY_IDS.filter((id) => id !== 'matrix');
const sentenceOf = (id: Exclude<FamilyId, 'matrix'>) =>
  sentenceText(answerOf(familyRecord(id)), en, numbersIn(LANGUAGES.en), 'owner');

it('a drive that fails every store of apps is told, and one store that fails is not the drive', () => {
  const { rows } = RESULTS['app-storage'];
  const answerAfter = (failed: (contender: string) => boolean) => {
    const failure = { code: 'io_error', detail: 'disk I/O error' } as const;
    const result = rows.map((one) => (failed(one.contender) ? { ...one, status: 'failed', failure } : one));
    return answerOf(
      familyRecord('app-storage', { result: { family: 'app-storage', rows: result } } as Partial<RunRecord>),
    );
  };
  expect(answerAfter(() => true).sentence).toEqual({ kind: 'nothing', why: 'drive_error' });
  expect(answerAfter((contender) => contender === 'idb-strict').sentence.kind).toBe('best_store');
});

describe('the verdict sentence of each family', () => {
  it.each([
    ['stutter', 'The longest wait was 130 ms: felt as a hitch.'],
    ['small-files', 'Creates 500 small files per second: 10,000 files take 20 s, a noticeable wait.'],
    ['block-sweep', 'Blocks of 64 KiB are large enough: no size is faster than 1,010 MB/s.'],
    ['queue-sweep', '8 writes at once are enough: 4 times the speed of one at a time.'],
    ['durability', 'Yes: each save waits for the drive, which makes it 9.5 times slower than without a flush.'],
    ['latency-under-load', 'With the drive half busy, 99 % of saves are done within 3 ms: too short to notice.'],
    [
      'sustained',
      'Fine for 4K video and for copying many gigabytes. Long writes drop to 2,000 MB/s after 1.3 GB: 25 % of the speed at first.',
    ],
    ['database', 'Fine for a note-taking app, slow for a job queue: 408 single-row commits per second.'],
    [
      'app-storage',
      'Fine for saving with every change. For a note-taking app use SQLite opfs-sahpool (WAL): 990 saves per second here.',
    ],
    ['picked-file', 'Slow for starting programs, as a hard disk is. A small read waits 10 ms for the drive.'],
    [
      'picked-folder',
      'Fine for saving a large file now and then; what long copies reach was not measured. This folder takes large files at 100 MB/s, as a page writes them.',
    ],
  ] as const)('%s', (id, text) => {
    expect(sentenceOf(id)).toBe(text);
  });

  it.each([
    ['stutter', 'fair'],
    ['small-files', 'fair'],
    ['durability', 'fair'],
    ['latency-under-load', 'good'],
    ['sustained', 'good'],
    ['database', 'fair'],
    ['app-storage', 'good'],
    ['picked-file', 'poor'],
    ['picked-folder', 'fair'],
    // How large a block and how many at once are enough is no verdict on a drive.
    ['block-sweep', ''],
    ['queue-sweep', ''],
  ] as const)('%s is %s in one word', (id, grade) => {
    expect(gradeText(answerOf(familyRecord(id)), en)).toBe(grade);
  });

  it.each([
    [1e5 / 3, 'Creates 30,000 small files per second: 10,000 files in 333 ms.'],
    [2e6, 'Creates 500 small files per second: 10,000 files take 20 s, a noticeable wait.'],
    [100e6, 'Creates 10 small files per second: 10,000 files take 17 min, time for a coffee.'],
  ])('the time of 10,000 files is neither 0 nor in thousands of seconds', (ns, text) => {
    const us = Math.round((10 * ns) / 1e3);
    const [first] = RESULTS['small-files'].cases;
    if (!first) throw new Error('no case');
    const cases = [{ ...first, files: 10, create_us: `${us} ${us} ${us}` }];
    const answer = answerOf(familyRecord('small-files', { result: { family: 'small-files', cases } }));
    expect(sentenceText(answer, en, numbersIn(LANGUAGES.en), 'visitor')).toBe(text);
  });

  it.each(OTHERS)('%s has one ruler with a mark, in both languages', (id) => {
    const answer = answerOf(familyRecord(id));
    expect(answer.rulers).toHaveLength(1);
    expect(answer.rulers[0]?.marks.every(isMeasured)).toBe(true);
    for (const [words, language] of [
      [en, LANGUAGES.en],
      [ja, LANGUAGES.ja],
    ] as const) {
      const numbers = numbersIn(language);
      const texts = [
        sentenceText(answer, words, numbers, 'visitor'),
        headlineText(answer, words, numbers),
        ...answer.rulers.map((ruler) => rulerSentence(ruler, words, numbers)),
      ];
      for (const text of texts) expect(text).toMatch(/^[^{}*]*\d[^{}*]*$/);
    }
  });

  it.each(OTHERS)('%s says that nothing was measured where a run was stopped before', (id) => {
    const result = emptyResultOf(standardPlan(id), 'shared') as never;
    const answer = answerOf(familyRecord(id, { status: 'stopped', result }));
    expect(answer.sentence).toEqual({ kind: 'nothing', why: 'stopped' });
    expect(answer.notes).toEqual([]);
    expect(answer.proof).toBeNull();
    expect(answer.rulers[0]?.marks).toMatchObject([{ missing: 'stopped' }]);
  });
});

describe('special cases', () => {
  it('a picked file that was as quick the second time says nothing of the drive', () => {
    const quick = reads(0.1e6, 100, 4096);
    const result = { ...RESULTS['picked-file'], pairs: { first: quick, again: quick } };
    const answer = answerOf(familyRecord('picked-file', { result }));
    expect(answer.sentence).toEqual({ kind: 'unknown_read' });
    expect(answer.rulers[0]?.marks).toEqual([{ id: 'small_read', missing: 'unknown_source' }]);
  });

  it('a picked file has no verdict on its reads, and is not said to be proven', () => {
    expect(answerOf(familyRecord('picked-file')).proof).toEqual({ kind: 'paired' });
    const inOrder = { in_flight: 1 as const, first: reads(10e6, 100, 1024 * KIB), again: reads(1e6, 100, 1024 * KIB) };
    const result = { family: 'picked-file' as const, pairs: undefined, in_order: [inOrder] };
    const answer = answerOf(familyRecord('picked-file', { result: result as never }));
    expect(answer).toMatchObject({ sentence: { kind: 'large_read' }, proof: { kind: 'paired' } });
  });

  it.each([
    ['database', '2.5 ms each on average'],
    ['app-storage', '1 ms each on average'],
    ['picked-file', 'what the drive adds, median'],
  ] as const)('%s says whether the time below its rate is a mean or a median', (id, under) => {
    const ruler = answerOf(familyRecord(id)).rulers[0];
    const mark = ruler?.marks.find(isMeasured);
    expect(ruler && mark && markText(ruler.id, mark, en, numbersIn(LANGUAGES.en)).under).toBe(under);
  });

  it('small files, several of which are made at once, say how many, and no time of one', () => {
    const cases = RESULTS['small-files'].cases.map((one) => ({ ...one, in_flight: 16 }));
    const [ruler] = answerOf(familyRecord('small-files', { result: { family: 'small-files', cases } })).rulers;
    const mark = ruler?.marks.find(isMeasured);
    expect(mark && markText('files', mark, en, numbersIn(LANGUAGES.en)).under).toBe('16 at once');
  });
});

describe('the thresholds', () => {
  it('of a stall: instant, flow of thought', () => {
    expect([100e6, 101e6, 1e9, 1.1e9].map(gradeStall)).toEqual(['smooth', 'hitch', 'hitch', 'freeze']);
  });

  it('of commits: instant, a hard disk, a job queue', () => {
    expect([9, 10, 59, 60, 999, 1000].map(gradeCommits)).toEqual(['felt', 'slow', 'slow', 'app', 'app', 'queue']);
  });

  it('of 10,000 files: attention, a minute', () => {
    expect([10, 11, 60, 61].map(gradeFiles)).toEqual(['short', 'wait', 'wait', 'long']);
  });

  it('of long reads and writes: 4K video, a gigabit network', () => {
    expect([29, 30, 124, 125].map(gradeLong)).toEqual(['slow', 'video', 'video', 'copies']);
  });

  it('of a small read: a solid-state drive, a memory card, a seek', () => {
    expect([200e3, 201e3, 2e6, 3e6, 15e6, 16e6].map(gradeOpen)).toEqual([
      ...['fast', 'fine', 'fine', 'slow', 'slow', 'very_slow'],
    ]);
  });

  it('of a store: one save per frame, a wait that is felt', () => {
    expect([9, 10, 59, 60].map(gradeStore)).toEqual(['felt', 'slow', 'slow', 'smooth']);
  });

  it('of a flush: no more than scatter, three times', () => {
    expect([1.05, 1.2, 2.9, 3].map(gradeFlush)).toEqual(['free', 'cheap', 'cheap', 'dear']);
  });
});

it.each(FAMILY_IDS)('%s shows the same rulers before and after a run', (id) => {
  const record = id === 'matrix' ? makeRecord() : familyRecord(id);
  expect(blankAnswer(id).rulers.map((ruler) => ruler.id)).toEqual(answerOf(record).rulers.map((ruler) => ruler.id));
});

it('a language writes seconds in its own way, and shorter units in that of the field', () => {
  expect(numbersIn(LANGUAGES.en).time(54e9)).toBe('54 s');
  expect(numbersIn(LANGUAGES.ja).time(54e9)).toBe('54秒');
  expect(numbersIn(LANGUAGES.ja).time(1000e9)).toBe('17分');
  expect(numbersIn(LANGUAGES.ja).time(1.2e6)).toBe('1.2 ms');
});

it('says that saves are not safe where the flushes of durability do nothing', () => {
  const write = makeSide({ bytes: 64e6 });
  const closing = (flush_ns: number) => [1, 2, 3].map((loop) => makePass({ loop, flush_ns, write }));
  const answerWith = (flush_ns: number) =>
    answerOf(familyRecord('durability', { result: { ...RESULTS.durability, end: closing(flush_ns) } }));
  expect(answerWith(28e6).sentence.kind).toBe('flush_cost');
  const answer = answerWith(100_000);
  expect(answer).toMatchObject({ proof: { kind: 'system' }, notes: ['flush_does_nothing'] });
  expect(sentenceText(answer, en, numbersIn(LANGUAGES.en), 'visitor')).toBe(
    'No: a flush does nothing here, so a power cut can take what was saved.',
  );
  expect(sentenceText(answer, ja, numbersIn(LANGUAGES.ja), 'visitor')).toMatch(/^いいえ。/);
});

it('does not call saves safe where too little was written to tell', () => {
  const small = (loop: number) => makePass({ loop, flush_ns: 0, write: makeSide({ bytes: 1e6 }) });
  const none = [makePass({ total_ns: 1e9, write: makeSide({ bytes: 64e6 }) })];
  const result = { ...RESULTS.durability, none, end: [small(1), small(2)], each: [flushed(1e9)] };
  const answer = answerOf(familyRecord('durability', { result }));
  expect(answer).toMatchObject({ sentence: { kind: 'nothing', why: 'too_little' }, proof: { kind: 'system' } });
  expect(sentenceText(answer, en, numbersIn(LANGUAGES.en), 'visitor')).toBe(
    'Too little was written to tell whether saves reach the drive.',
  );
  expect(answer.rulers.flatMap(({ marks }) => marks).filter(isMeasured)).toEqual([]);
});

it('says nothing of the drive where the flushes of a sustained write do nothing', () => {
  const total_us = Array.from({ length: 20 }, (_, round) => 60_000 + round).join(' ');
  const result: ResultOf<'sustained'> = {
    ...RESULTS.sustained,
    elapsed_us: total_us,
    total_us,
  };
  const answer = answerOf(familyRecord('sustained', { result }));
  expect(answer).toMatchObject({
    sentence: { kind: 'nothing', why: 'flush_does_nothing' },
    rulers: [{ marks: [{ missing: 'flush_does_nothing' }] }],
    proof: { kind: 'system' },
    notes: ['flush_does_nothing'],
  });
  expect(sentenceText(answer, en, numbersIn(LANGUAGES.en), 'visitor')).toBe(
    'No verdict on the drive: flushes did nothing here.',
  );
});

describe('whether what was written reached the drive', () => {
  const MB = 1e6;
  const fill = (flush_ns: number) => ({ bytes: 160 * MB, elapsed_ns: 0.1e9, flush_ns });
  const bulk = (ns: number) => {
    const read = { calls: 100, bytes: 4e5, ns: 2e6 };
    const sync = { calls: 8, bytes: 0, ns };
    const phase = {
      rows: 408,
      elapsed_ns: 1e9,
      read,
      write: { calls: 640, bytes: 20 * MB, ns: 1e8 },
      sync,
      other: NONE,
    };
    const single = { ...phase, id: 'single' as const, histogram: histogramOf(2.4e6, 408) };
    return [{ ...phase, id: 'bulk' as const, histogram: '' }, single];
  };
  const flushedBy: Readonly<Record<string, (ns: number) => RunRecord>> = {
    stutter: (ns) => familyRecord('stutter', { result: { ...RESULTS.stutter, fill: fill(ns) } }),
    'block-sweep': (ns) =>
      familyRecord('block-sweep', { result: { ...RESULTS['block-sweep'], fill: fill(ns), jobs: small(4) } }),
    'queue-sweep': (ns) =>
      familyRecord('queue-sweep', { result: { ...RESULTS['queue-sweep'], fill: fill(ns), jobs: small(1) } }),
    database: (ns) => familyRecord('database', { result: { ...RESULTS.database, phases: bulk(ns) } }),
  };
  /** Points that wrote too little to tell. */
  const small = (queues: number) => [writeJob(row(4 * KIB, queues), 2 * MB, 100)];

  it.each(Object.entries(flushedBy))('is seen by a flush of enough bytes: %s', (_, recordOf) => {
    const answer = answerOf(recordOf(40e6));
    expect(answer).toMatchObject({ proof: { kind: 'flushed' }, notes: [] });
    expect(answer.rulers[0]?.marks).toMatchObject([{ from: 'drive' }]);
    expect(figuresOf(recordOf(40e6)).every(({ origin }) => origin !== 'unflushed')).toBe(true);
  });

  it.each(Object.entries(flushedBy))('is not said where that flush did nothing: %s', (_, recordOf) => {
    const record = recordOf(100_000);
    expect(answerOf(record)).toMatchObject({
      sentence: { kind: 'nothing', why: 'flush_does_nothing' },
      proof: { kind: 'system' },
      notes: ['flush_does_nothing'],
    });
    expect(figuresOf(record).map(({ origin }) => origin)).toContain('unflushed');
  });

  it.each(['stutter', 'database', 'durability'] as const)('is not known without such a flush: %s', (id) => {
    expect(answerOf(familyRecord(id))).toMatchObject({ proof: { kind: 'system' }, notes: [] });
    expect(answerOf(familyRecord(id)).rulers[0]?.marks).toMatchObject([{ from: 'system' }]);
  });

  it('is not asked of direct writes, which leave a flush nothing to do', () => {
    const direct = { ...makeRecord().environment, engine: 'node-direct' as const };
    expect(answerOf({ ...flushedBy['stutter']?.(0), environment: direct } as RunRecord).notes).toEqual([]);
  });
});

describe('a drive that failed has no verdict, which a kept or published run tells alone', () => {
  const FAULTS = [
    ['write_error', 'write_refused'],
    ['io_error', 'drive_error'],
    ['verify_failed', 'data_changed'],
  ] as const;

  it.each(FAMILY_IDS.flatMap((id) => FAULTS.map((fault) => [id, ...fault] as const)))(
    'of %s, by %s',
    (id, code, why) => {
      const failure = { code, detail: 'the drive or the system' };
      const whole = id === 'matrix' ? makeRecord() : familyRecord(id);
      const measured = answerOf({ ...whole, status: 'failed', failure });
      expect(measured.notes).toContain(why);
      // However fast it was until then.
      expect(measured.sentence).toEqual({ kind: 'nothing', why });
      expect(measured.notes).not.toContain('failed');
      const empty = { ...whole, status: 'failed', failure, result: emptyResultOf(whole.plan, 'shared') } as RunRecord;
      expect(answerOf(empty)).toMatchObject({ sentence: { kind: 'nothing', why }, notes: [] });
    },
  );

  it.each(FAULTS)('in one test of a run that goes on, by %s', (code, why) => {
    const record = makeRecord();
    const [first, ...others] = record.result.jobs;
    if (!first) throw new Error('the record has no jobs');
    const jobs = [
      { ...first, status: 'failed' as const, failure: { code, detail: 'at 8 KiB' }, passes: [] },
      ...others,
    ];
    const { sentence, notes } = answerOf({ ...record, result: { ...record.result, jobs } });
    expect(sentence).toEqual({ kind: 'nothing', why });
    expect(notes).toContain('test_failed');
  });

  it.each(['handle_lost', 'disk_full', 'not_allowed'] as const)('but not by %s, which is no fault of it', (code) => {
    const { sentence, notes } = answerOf({ ...makeRecord(), status: 'failed', failure: { code, detail: '' } });
    expect(sentence.kind).not.toBe('nothing');
    expect(notes).toContain('failed');
  });
});
