import { intervalOf, latency, latencyPasses, type CacheVerdict } from '@opfsmark/schema/figures';
import {
  bucketOf,
  emptyCounts,
  encodeHistogram,
  type JobResult,
  type Pass,
  BOUNDS,
  GIB,
} from '@opfsmark/schema/documents';
import { describe, expect, test } from 'vitest';
import { familyOf, planProblemsFor, type RunRecord } from '@opfsmark/schema/families';
import { MatrixPlan } from '@opfsmark/schema/families/matrix/plan-schema';
import { matrixPlan } from '@opfsmark/schema/families/matrix/plan';
import { planOf } from '@opfsmark/schema/families/matrix/profiles';
import { jobsOfPlan, pass, PLAIN, plainRecord, side } from '@opfsmark/schema/test-support/matrix-records';
import { makePass } from '@opfsmark/schema/test-support/record';
import { REAL_RECORDS } from '@opfsmark/schema/test-support/real-records';
import { binsOf, commonRange, countsOf, tickNs } from '../src/lib/base/charts/histogram-bins.ts';
import { measureClockStepNs } from '../src/lib/features/run/session/browser.ts';
import { createI18n } from '../src/lib/base/i18n/index.ts';
import { texts } from '../src/lib/base/i18n/texts.ts';
import { figureText, reading } from '../src/lib/base/figures/figure.ts';
import { loopRates } from '../src/lib/base/figures/loops.ts';
import { gridColumns, gridRows } from '../src/lib/features/families/matrix/model/grid.ts';
import resultTexts from '../src/lib/base/i18n/texts/en/result.ts';
import { hasNotes, jobName, notesOf } from '../src/lib/features/families/details/notes.ts';
import { noteFactsOf } from '../src/lib/features/families/details/note-facts.ts';
import { readRunAddress, runAddress } from '../src/lib/features/run/address.ts';
import { fits, NUMBERS, typedOf, withTyped } from '../src/lib/features/families/matrix/customise/numbers.ts';

await texts.load('en', 'site', 'result');
const plan = PLAIN;

/** Loops as the grid shows them. */
function shownOf(loops: readonly number[], callNs: number, of?: number) {
  const { value, low, high } = intervalOf(loops, callNs, 1, of);
  return { value, low: expect.closeTo(low, 6) as number, high: expect.closeTo(high, 6) as number, loops: loops.length };
}

describe('the grid', () => {
  test('has a row per test and leaves open what was not measured', () => {
    const jobs = jobsOfPlan(plan).slice(0, 1);
    const rows = gridRows(plan, jobs);
    expect(rows.map(({ row }) => row)).toEqual(plan.rows);
    expect(rows[0]?.cells.map(({ job }) => job)).toEqual([jobs[0], null]);
    expect(rows[1]?.cells.every(({ job }) => job === null)).toBe(true);
  });

  test('has a column for the reads of the drive and one for those of memory, the drive first', () => {
    const quickPlan = planOf('quick');
    const jobs = jobsOfPlan(quickPlan);
    const [first] = gridRows(quickPlan, jobs);
    expect(gridColumns(quickPlan).map(({ key }) => key)).toEqual(['read drive', 'read memory', 'write null']);
    expect(first?.cells.map(({ job }) => [job?.direction, job?.reads])).toEqual([
      ['read', 'drive'],
      ['read', 'memory'],
      ['write', undefined],
    ]);
  });

  test('shows the median of the loops with its interval', () => {
    const [job] = jobsOfPlan(plan);
    if (!job) throw new Error('no job');
    const loops = [100, 300, 200].map((ops, loop) => pass(ops, 1_000_000, { loop: loop + 1 }));
    const warmUp = pass(9999, 1_000_000, { loop: 0 });
    const readJob = { ...job, passes: [warmUp, ...loops] };
    const expected = shownOf([100, 300, 200], 1e9 / 200);
    expect(reading(readJob, 'mbs')).toEqual(expected);
    expect(reading(readJob, 'iops')).toEqual(expected);
    expect(reading({ ...readJob, passes: [warmUp] }, 'mbs')).toBeNull();
  });

  test('shows of small blocks the writes that were flushed one by one, of large ones those flushed at the end', () => {
    const write = jobsOfPlan(plan).find(({ direction }) => direction === 'write');
    if (!write) throw new Error('no write');
    const writePass = (ops: number, more: Partial<Pass>) => {
      const { read: writeSide, ...rest } = pass(ops, 1_000_000, more);
      return { ...rest, ...(writeSide && { write: writeSide }) };
    };
    const burst = writePass(300, { loop: 1 });
    const savedPass = writePass(20, { loop: 1, kind: 'flush_each' });
    const of = (block_bytes: number, passes: Pass[]) =>
      reading({ ...write, row: { ...write.row, block_bytes }, passes }, 'mbs')?.value;
    expect(of(4096, [burst, savedPass])).toBe(20);
    expect(of(65536, [burst, savedPass])).toBe(20);
    expect(of(1 << 20, [burst, savedPass])).toBe(300);
    expect(of(4096, [burst])).toBe(300);
  });

  test('shows the best or the mean instead where that is asked for; the best latency is the least', () => {
    const [job] = jobsOfPlan(plan);
    if (!job) throw new Error('no job');
    const loops = [100, 600, 200].map((ops, loop) => pass(ops, 1_000_000, { loop: loop + 1 }));
    const readJob = { ...job, passes: loops };
    expect(reading(readJob, 'mbs', 'best')?.value).toBe(600);
    expect(reading(readJob, 'mbs', 'mean')?.value).toBe(300);
    const slowPass = pass(100, 1_000_000, { loop: 4, read: side(100, 1_000_000, 400) });
    const waits = reading({ ...job, passes: [...loops, slowPass] }, 'us', 'best');
    expect(waits?.value).toBeGreaterThan(waits?.low ?? Infinity);
    expect(waits?.high).toBeGreaterThan(waits?.value ?? Infinity);
  });

  test('shows in µs the median time of all calls, as every page and file does, and what has too few calls not at all', () => {
    const [job] = jobsOfPlan(plan);
    if (!job) throw new Error('no job');
    const timedPass = (us: number, ops: number, loop: number) => {
      const read = { ...side(ops, 4_096, bucketOf(us * 1e3)), min_ns: us * 1e3, max_ns: us * 1e3 };
      return pass(ops, 4_096, { loop, read });
    };
    const passes = [timedPass(9_999, 100, 0), timedPass(100, 90, 1), timedPass(300, 50, 2), timedPass(200, 30, 3)];
    const readJob = { ...job, passes };
    const shown = reading(readJob, 'us');
    expect(shown).toEqual(shownOf([100, 300, 200], 100e3, 100));
    expect((shown?.value ?? 0) * 1e3).toBe(latency(latencyPasses(readJob), 'read')?.p50_ns);
    expect(reading({ ...job, passes: [timedPass(100, 19, 1)] }, 'us')).toBeNull();
    expect(reading({ ...job, passes: [timedPass(100, 10, 1), timedPass(100, 10, 2)] }, 'us')?.value).toBe(100);
  });

  test('shows a median time and its interval of two loops, of which the quick one made most of the calls', () => {
    const job = savesOf([{ saves: 290, stalls: 0 }, { saves: 1235 }]);
    const [first, second] = job.passes;
    if (!first?.write || !second) throw new Error('no loops');
    const counts = emptyCounts();
    counts[bucketOf(2_000e3)] = 290;
    const slowLoop = { ...first, write: { ...first.write, histogram: encodeHistogram(counts) } };
    const shown = reading({ ...job, passes: [slowLoop, second] }, 'us');
    expect((shown?.value ?? 0) / 400).toBeCloseTo(1, 1);
    expect(shown?.low).toBeLessThan(400);
    expect(shown?.high).toBeGreaterThan(1_000);
  });

  test('shows a rate and its ends with the same digits in every unit, and none as nothing', () => {
    const { format } = createI18n('en');
    const textsOf = (unit: 'mbs' | 'gbs') => {
      const shown = reading(savesOf([{ saves: 290 }, { saves: 1235 }]), unit);
      if (!shown) throw new Error('no figure');
      return [shown.low, shown.value, shown.high].map((value) => figureText(value, unit, 5000, format));
    };
    expect(textsOf('mbs')).toEqual(['0.973', '3.12', '6.18']);
    expect(textsOf('gbs')).toEqual(['0.000973', '0.00312', '0.00618']);
  });

  test('shows a latency in whole steps of the clock', () => {
    const { format } = createI18n('en');
    expect(figureText(0.26, 'us', 5000, format)).toBe('≤ 5');
    expect(figureText(5.06, 'us', 5000, format)).toBe('≤ 5');
    expect(figureText(12.6, 'us', 5000, format)).toBe('15');
    expect(figureText(0.04, 'us', 100, format)).toBe('≤ 0.100');
    expect(figureText(20.2, 'us', 1, format)).toBe('20.2');
    expect(figureText(0.26, 'mbs', 5000, format)).toBe('0.260');
  });
});

/** Writes that were flushed one by one: so many saves in each loop of a second, and stalls of a tenth of one. */
function savesOf(loops: readonly { readonly saves: number; readonly stalls?: number }[]): JobResult {
  const write = jobsOfPlan(plan).find(({ direction, row }) => direction === 'write' && row.block_bytes === 4096);
  if (!write) throw new Error('no write');
  const passes = loops.map(({ saves, stalls = 0 }, index) => {
    const counts = emptyCounts();
    counts[bucketOf(400e3)] = saves;
    counts[bucketOf(100e6)] = stalls;
    const ops = saves + stalls;
    const busy_ns = saves * 400e3 + stalls * 100e6;
    const timed = { ...side(ops, 4096), busy_ns, histogram: encodeHistogram(counts) };
    return makePass({ loop: index + 1, kind: 'flush_each', elapsed_ns: 1e9, total_ns: 1e9, write: timed });
  });
  return { ...write, passes };
}

describe('the loops of a rate', () => {
  test('stand under their own numbers; one that stalled is named, and none takes its place', () => {
    const stalled = { saves: 20, stalls: 9 };
    const loops = [stalled, { saves: 900 }, { saves: 1500 }, { saves: 1300 }, stalled, { saves: 600 }, { saves: 1400 }];
    const rates = loopRates(savesOf(loops), 'flush_each');
    expect(rates.map((rate) => (typeof rate === 'number' ? Math.round(rate / 4096) : rate))).toEqual([
      ...['stalled', 900, 1500, 1300],
      ...['stalled', 600, 1400],
    ]);
  });

  test('are open where there was none', () => {
    const job = savesOf([{ saves: 900 }, { saves: 1000 }, { saves: 950 }]);
    const passes = job.passes.filter(({ loop }) => loop !== 2);
    expect(loopRates({ ...job, passes }, 'flush_each')).toEqual([900 * 4096, null, 950 * 4096]);
    expect(loopRates(job, 'write_flush')).toEqual([]);
  });

  test('are as many as its interval is by: of writes that are flushed one by one those of the faster half', () => {
    const of = (...saves: readonly number[]) => reading(savesOf(saves.map((count) => ({ saves: count }))), 'iops');
    expect(of(290, 1235)?.loops).toBe(2);
    expect(of(900, 1500, 1350, 600, 1300, 1450)).toMatchObject({ value: 1450, loops: 3 });
  });
});

describe('histogram bars', () => {
  const [job] = jobsOfPlan(plan);
  const range = commonRange(job ? [job] : [], 5000);

  test('hold every call, on an axis of round numbers', () => {
    if (!job || !range) throw new Error('nothing was timed');
    const bins = binsOf(countsOf(job), range, 5000);
    expect(bins.reduce((sum, { calls }) => sum + calls, 0)).toBe(100);
    for (const [index, bin] of bins.slice(1).entries()) expect(bin.fromNs).toBe(bins[index]?.toNs);
    const ticks = bins.map((bin) => tickNs(bin, true)).filter((tick) => tick !== null);
    expect(new Set(ticks.map((tick) => tick / 10 ** Math.floor(Math.log10(tick))))).toEqual(new Set([1, 2, 5]));
  });

  test('are at least two decades, so that one value is not a wall', () => {
    if (!range) throw new Error('nothing was timed');
    expect(range.last - range.first + 1).toBe(20);
  });

  test('what is quicker than the clock can tell is one bar', () => {
    if (!job) throw new Error('no job');
    const [quickJob] = jobsOfPlan(plan);
    if (!quickJob) throw new Error('no job');
    quickJob.passes = [
      pass(100, 1_048_576, { read: side(60, 1_048_576, 1) }),
      pass(40, 1_048_576, { read: side(40, 1_048_576, 60) }),
    ];
    const coarseRange = commonRange([quickJob], 5000);
    if (!coarseRange) throw new Error('nothing was timed');
    const [first, ...others] = binsOf(countsOf(quickJob), coarseRange, 5000);
    expect(first).toMatchObject({ fromNs: 0, calls: 100 });
    expect(first?.toNs).toBeCloseTo(5012, -1);
    expect(others.every(({ calls }) => calls === 0)).toBe(true);
  });

  test('have no axis where nothing was timed', () => {
    expect(commonRange([], 5000)).toBeNull();
  });
});

test('the clock step is the smallest difference seen', () => {
  let calls = 0;
  // The clock is read three times per step of 5 us.
  expect(measureClockStepNs(() => Math.floor(calls++ / 3) * 0.005)).toBe(5000);
});

describe('the address of the run page', () => {
  test('round-trips a plan and keeps what belongs to the page, but not the autorun', async () => {
    const current = new URLSearchParams('profile=quick&autorun=1&engine=scripted&unit=iops');
    const address = runAddress(familyOf('matrix'), { ...planOf('default'), loops: 3 }, current);
    const request = await readRunAddress(new URL(address, 'http://localhost').searchParams);
    expect(request).toMatchObject({
      engine: 'scripted',
      autorun: false,
      problems: [],
      plan: { profile: 'default', loops: 3 },
    });
    expect(address).toContain('unit=iops');
  });

  test('names what it cannot use', async () => {
    const { problems, engine } = await readRunAddress(new URLSearchParams('loops=99&engine=warp&colour=red'));
    expect(problems.map(({ parameter }) => parameter).toSorted()).toEqual(['colour', 'engine', 'loops']);
    expect(engine).toBe('opfs-sync');
  });
});

describe('notes', () => {
  const { t: all, format } = createI18n('en');
  const t = texts.texts('en', 'result').notes;
  const words = { all, t, format, verdictOf: () => null };
  const notes = (record: Parameters<typeof notesOf>[0]) =>
    notesOf(record, noteFactsOf(record, familyOf(record.family)), words);
  const titles = (record: Parameters<typeof notesOf>[0]) => notes(record).map(({ title }) => title);

  test('a plain run has none', () => {
    expect(titles(plainRecord(planOf('quick')))).toEqual([]);
  });

  test('a hidden tab, a wide spread, a changed plan and a made-up drive are named, the heaviest first', () => {
    const record = plainRecord({ ...plan, loops: 2 });
    const [job] = record.result.jobs;
    if (!job) throw new Error('no job');
    job.passes.push(pass(400, job.row.block_bytes, { loop: 2 }));
    record.environment.visibility_changes = 2;
    record.environment.engine = 'scripted';
    const { flags, notes: noteTexts } = resultTexts.notes;
    const spread = notes(record).find(({ title }) => title === flags.spread_over_10.title);
    expect(spread?.where).toEqual(['SEQ1M Q8 read, memory (120 %)']);
    expect(titles(record).slice(0, 2)).toEqual([flags.hidden_during_pass.title, flags.spread_over_10.title]);
    expect(titles(record)).toContain(noteTexts.scripted.title);
    expect(titles(record)).toContain(noteTexts.changed.title);
  });

  test('memory that was not cleared in time is named with how much of it was, and how long that took', () => {
    const record = plainRecord(planOf('quick'));
    const forget = {
      bytes_read: 16 * GIB,
      elapsed_ns: 60e9,
      slow_samples: 0,
      samples: 40,
      ended: 'limit_time',
    } as const;
    record.result.forget = forget;
    const [note] = notes(record);
    expect(note).toMatchObject({ title: resultTexts.notes.flags.forget_out_of_time.title, where: ['17.2 GB, 60 s'] });
    record.result.forget = { ...forget, ended: 'not_supported', bytes_read: 0, elapsed_ns: 0 };
    expect(notes(record)[0]?.where).toEqual([]);
  });

  test.each(['drive', 'mixed', 'memory', 'unknown', null] as const)(
    'a drive read bears the name if it was: %s',
    (kind) => {
      const [first] = plainRecord(plan).result.jobs;
      if (!first) throw new Error('no job');
      const verdict: CacheVerdict | null = kind && {
        verdict: kind,
        share_from_memory: null,
        low: 0,
        high: 1,
        why: 'split',
        cut_ns: null,
      };
      const name = kind === 'drive' ? 'read, drive' : 'first read';
      expect(jobName({ ...first, reads: 'drive' }, verdict, all)).toBe(`SEQ1M Q8 ${name}`);
      expect(jobName({ ...first, reads: 'memory' }, verdict, all)).toBe('SEQ1M Q8 read, memory');
    },
  );

  const plainRun = plainRecord(planOf('quick'));
  test.each([
    ['a plain run', plainRun],
    ['a stopped run', { ...plainRun, status: 'stopped' }],
    ['a changed plan', plainRecord({ ...planOf('quick'), loops: 2 })],
    ['a made-up drive', { ...plainRun, environment: { ...plainRun.environment, engine: 'scripted' } }],
    ...REAL_RECORDS,
  ] satisfies (readonly [string, RunRecord])[])(
    'their texts are loaded exactly where there are any: %s',
    (_, record) => {
      const facts = noteFactsOf(record, familyOf(record.family));
      for (const shownFacts of [facts, { ...facts, flags: [] }]) {
        expect(hasNotes(record, shownFacts)).toBe(notesOf(record, shownFacts, words).length > 0);
      }
    },
  );
});

const standard = planOf('default');

test('what is typed comes back as the same plan', () => {
  expect(withTyped(standard, typedOf(standard))).toEqual(standard);
});

test.each(Object.keys(NUMBERS) as (keyof typeof NUMBERS)[])(
  '%s: the ends of the bounds are plans, beyond is none',
  (field) => {
    const { min, max, step } = NUMBERS[field];
    for (const value of [min, max]) {
      const changedPlan = withTyped(standard, { ...typedOf(standard), [field]: value });
      expect(changedPlan && planProblemsFor(matrixPlan, MatrixPlan, changedPlan)).toEqual([]);
    }
    for (const value of [min - step, max + step, min + 0.5, null]) {
      expect(withTyped(standard, { ...typedOf(standard), [field]: value })).toBeNull();
    }
  },
);

test('a share of reads is in steps of ten', () => {
  expect(fits(75, NUMBERS.mixPercent)).toBe(false);
  expect(fits(BOUNDS.mix_read_percent.min, NUMBERS.mixPercent)).toBe(true);
});
