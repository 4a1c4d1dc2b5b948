import { describe, expect, test } from 'vitest';
import type { Answer } from '@opfsmark/schema/answer';
import { headlineText, numbersIn } from '@opfsmark/schema/answer/words';
import words from '@opfsmark/schema/answer/words/en';
import { LANGUAGES } from '@opfsmark/schema/answer/words/languages';
import { iops } from '@opfsmark/schema/figures';
import { encodeSeries, rowSlug } from '@opfsmark/schema/documents';
import { isRecordOf, standardPlan, type FamilyRecord } from '@opfsmark/schema/families';
import { planOf } from '@opfsmark/schema/families/matrix/profiles';
import type { Ticket } from '@opfsmark/schema/api';
import { entryOf, MAX_RUNS } from '../src/lib/features/history/keep.ts';
import { changeIn } from '../src/lib/base/figures/change.ts';
import { changeOf } from '../src/lib/features/history/changes.ts';
import { hasValue, type HistoryFigure, readOf, trendsOf, type Trend } from '../src/lib/features/history/entry.ts';
import { latestSustained } from '../src/lib/base/local/sustained-here.ts';
import { publishedIdOf } from '../src/lib/base/local/published-runs.ts';
import { PLAIN, plainRecord } from '@opfsmark/schema/test-support/matrix-records';
import { realRecord } from '@opfsmark/schema/test-support/real-records';
import proseEn from '../src/lib/base/i18n/texts/en/prose.ts';
import proseJa from '../src/lib/base/i18n/texts/ja/prose.ts';
import publishEn from '../src/lib/base/i18n/texts/en/publish.ts';
import publishJa from '../src/lib/base/i18n/texts/ja/publish.ts';

const at = (hour: string) => `2026-11-21T${hour}:00:00.000Z`;

const ticket: Ticket = {
  run_id: '0123456789ABCDEF',
  suite: 1,
  plan_seed: 1,
  issued_at: at('09'),
  expires_at: at('11'),
  origin: 'o'.repeat(11),
  signature: 's'.repeat(43),
};

describe('what is kept of a run', () => {
  test('is what it measured, without the histograms', () => {
    const plan = PLAIN;
    const entry = entryOf(plainRecord(plan), ticket);
    expect(entry).toMatchObject({ profile: 'quick', file_bytes: plan.file_bytes, ticket, family: 'matrix' });
    expect(entry.figures).toHaveLength(plan.rows.length * plan.directions.length);
    expect(entry.figures[0]).toMatchObject({
      slug: 'seq1m_q8t1',
      direction: 'read',
      bytes_per_s: 104_857_600,
      iops: 100,
    });
    expect(JSON.stringify(entry).length).toBeLessThan(4096);
  });

  test('is what it says first, and of small writes those that were each flushed', () => {
    const record = realRecord('chromium-profile-default');
    if (!isRecordOf(record, 'matrix')) throw new Error('no real record');
    const entry = entryOf(record, null);
    expect(headlineText(entry as Pick<Answer, 'sentence'>, words, numbersIn(LANGUAGES.en))).toMatch(
      /^[\d.]+ [µm]s per small read$/,
    );
    const job = record.result.jobs.find(({ row, direction }) => rowSlug(row) === 'rnd4k_q1t1' && direction === 'write');
    const [savedIops, burstIops] = job ? [iops(job, 'flush_each')?.median, iops(job)?.median] : [];
    expect(burstIops).toBeGreaterThan(2 * (savedIops ?? Infinity));
    const smallWrite = entry.figures.find(({ slug, direction }) => slug === 'rnd4k_q1t1' && direction === 'write');
    expect(smallWrite).toMatchObject({ iops: savedIops, flushed_each: true });
    const largeWrite = entry.figures.find(({ slug, direction }) => slug === 'seq1m_q8t1' && direction === 'write');
    expect(largeWrite).not.toHaveProperty('flushed_each');

    const oldEntry = {
      ...entry,
      started_at: at('09'),
      figures: entry.figures.map(({ flushed_each: _, ...figure }) => figure),
    };
    const trend = trendsOf([entry, oldEntry]).find(({ id }) => id.includes('rnd4k_q1t1'));
    expect(trend?.points.map(({ write, save }) => [write !== null, save !== null])).toEqual([
      [true, false],
      [false, true],
    ]);
  });

  test('a test that was not finished is no figure', () => {
    const record = plainRecord();
    const jobs = record.result.jobs.map((job, index) => (index === 0 ? { ...job, status: 'stopped' as const } : job));
    const entry = entryOf({ ...record, result: { ...record.result, jobs } }, null);
    expect(entry.figures).toHaveLength(jobs.length - 1);
  });

  test('another family is kept by its name', () => {
    const record: FamilyRecord<'durability'> = {
      ...plainRecord(),
      family: 'durability',
      plan: standardPlan('durability'),
      result: { family: 'durability', layout: 'shared', none: [], end: [], each: [] },
    };
    expect(entryOf(record, null)).toMatchObject({ family: 'durability', file_bytes: null, figures: [] });
  });
});

describe('a sustained write', () => {
  const SUSTAINED = standardPlan('sustained');
  const ROUND_US = (SUSTAINED.round_bytes / 200e6) * 1e6;
  const sustainedRecord = (status: 'done' | 'stopped'): FamilyRecord<'sustained'> => ({
    ...plainRecord(PLAIN, { started_at: at('09') }),
    family: 'sustained',
    status,
    plan: SUSTAINED,
    result: {
      family: 'sustained',
      layout: 'shared',
      workers: 1,
      ended: status === 'done' ? 'budget' : 'stopped',
      elapsed_us: encodeSeries(new Array<number>(8).fill(ROUND_US / 2)),
      total_us: encodeSeries(new Array<number>(8).fill(ROUND_US)),
    },
  });
  const grid = plainRecord(PLAIN, { started_at: at('10') });

  test('is kept with its rate in the long run', () => {
    expect(entryOf(sustainedRecord('done'), null).sustained_bytes_per_s).toBeCloseTo(200e6, -3);
    expect(entryOf(sustainedRecord('stopped'), null)).not.toHaveProperty('sustained_bytes_per_s');
  });

  test('stands beside the burst of a run of the same browser, and not beside a stranger’s', () => {
    const keptEntries = [entryOf(sustainedRecord('done'), null), entryOf(grid, null)];
    expect(latestSustained(grid, keptEntries)).toBeCloseTo(200e6, -3);
    expect(latestSustained({ ...grid, started_at: at('11') }, keptEntries)).toBeNull();
    expect(latestSustained(grid, keptEntries.slice(1))).toBeNull();
    const { environment } = grid;
    const inFirefox = { browser: { family: 'firefox', major: 153 }, os: environment.client.os } as const;
    expect(latestSustained({ ...grid, environment: { ...environment, client: inFirefox } }, keptEntries)).toBeNull();
  });
});

describe('the trend', () => {
  test('is of the same test only: row, size of the file and engine', () => {
    const quickPlan = planOf('quick');
    const entries = [
      entryOf(plainRecord(quickPlan, { started_at: at('12') }), null),
      entryOf(plainRecord(quickPlan, { started_at: at('10') }), null),
      entryOf(plainRecord({ ...quickPlan, file_bytes: 2 * quickPlan.file_bytes }, { started_at: at('11') }), null),
    ];
    const trends = trendsOf(entries);
    expect(trends).toHaveLength(2 * quickPlan.rows.length);
    expect(trends[0]?.points.map(({ started_at }) => started_at)).toEqual([at('10'), at('12')]);
    expect(trends.at(-1)?.points).toHaveLength(1);
  });

  test('holds runs by time together, whose files are of several sizes, and says which', () => {
    const entries = [583, 64, 741].map((mib, hour) => {
      const record = plainRecord(planOf('quick'), { started_at: at(`1${hour}`) });
      return entryOf({ ...record, result: { ...record.result, file_bytes: mib * 2 ** 20 } }, null);
    });
    expect(entries.map(({ file_bytes }) => file_bytes)).toEqual([583, 64, 741].map((mib) => mib * 2 ** 20));
    const [trend] = trendsOf(entries);
    expect([trend?.points.length, trend?.file_bytes]).toEqual([3, [64 * 2 ** 20, 741 * 2 ** 20]]);
  });

  test('sequential rows are bytes per second and random ones calls per second', () => {
    const trends = trendsOf([entryOf(plainRecord(), null)]);
    expect(trends.find(({ pattern }) => pattern === 'sequential')?.points[0]?.other_read).toBe(104_857_600);
    expect(trends.find(({ pattern }) => pattern === 'random')?.points[0]?.write).toBe(100);
  });
});

describe('a read', () => {
  const entry = (name: string) => entryOf(realRecord(`chromium-${name}`), null);

  test('is told from the drive where both were measured, and memory draws no line', () => {
    const keptEntry = entry('profile-default');
    const read = readOf(keptEntry, 'rnd4k_q1t1');
    expect(read).toMatchObject({ origin: 'drive' });
    const trend = trendsOf([keptEntry]).find(({ id }) => id.includes('rnd4k_q1t1'));
    expect(trend?.points[0]?.drive_read).toBe(read?.iops);
    expect(trend?.points[0]?.other_read).toBeGreaterThan(2 * (read?.iops ?? 0));
  });

  test('that memory answered says so, though the drive was asked', () => {
    const keptEntry = entryOf(realRecord('firefox-quick'), null);
    expect(readOf(keptEntry, 'rnd4k_q1t1')).toMatchObject({ origin: 'memory' });
    expect(trendsOf([keptEntry]).map(({ points }) => points[0]?.drive_read ?? null)).toEqual([null, null, null, null]);
  });

  test('that memory was to answer is no read of the drive, however late its calls, beside one that was to be', () => {
    const of = (reads: 'drive' | 'memory' | undefined, origin: 'memory' | 'mixed' | 'drive') =>
      ({
        slug: 'a',
        name: 'A',
        pattern: 'random',
        direction: 'read',
        reads,
        origin,
        bytes_per_s: 1,
        iops: 1,
      }) as const;
    const entry = { ...entryOf(plainRecord(), null) };
    for (const reads of ['drive', undefined] as const) {
      const figures = [of(reads, 'memory'), of(reads && 'memory', 'mixed')];
      expect(readOf({ ...entry, figures }, 'a')).toBe(figures[0]);
    }
    // Of the run's page: the value of memory, and none of the drive.
    const mixedEntry = { ...entry, figures: [{ ...of('drive', 'mixed'), iops: 2 }, of('memory', 'memory')] };
    expect(readOf(mixedEntry, 'a')).toSatisfy((read: HistoryFigure) => !hasValue(read));
    expect(trendsOf([mixedEntry])[0]?.points).toMatchObject([{ drive_read: null, other_read: 1 }]);
    expect(trendsOf([{ ...entry, figures: [of('drive', 'mixed')] }])[0]?.points).toMatchObject([{ other_read: null }]);
    const lateEntry = { ...entry, figures: [of('memory', 'drive'), of('drive', 'memory')] };
    expect(trendsOf([lateEntry])[0]?.points).toMatchObject([{ drive_read: null }]);
  });
});

test('a run that was stored is published under the id of its ticket, or the one drawn for it', () => {
  const entries = new Map([
    [`opfsmark.run-id.${at('10')}`, 'AAAAAAAAAAAAAAAA'],
    ['opfsmark.published.AAAAAAAAAAAAAAAA', '1'],
    [`opfsmark.published.${ticket.run_id}`, '1'],
  ]);
  const store = { getItem: (key: string) => entries.get(key) ?? null };
  expect(publishedIdOf({ ticket: null, started_at: at('10') }, store)).toBe('AAAAAAAAAAAAAAAA');
  expect(publishedIdOf({ ticket, started_at: at('11') }, store)).toBe(ticket.run_id);
  expect(publishedIdOf({ ticket: { run_id: 'not an id' }, started_at: at('11') }, store)).toBeNull();
  expect(publishedIdOf({ ticket: null, started_at: at('12') }, store)).toBeNull();
});

describe('what has changed', () => {
  const trend = (slug: string, key: 'save' | 'drive_read' | 'write', values: readonly number[]): Trend => ({
    ...{ id: `matrix.${slug}.1073741824.opfs-sync`, name: slug, pattern: 'random', engine: 'opfs-sync' },
    file_bytes: [2 ** 30, 2 ** 30],
    points: values.map((value, day) => ({
      ...{
        started_at: `2026-11-${10 + day}T10:00:00.000Z`,
        drive_read: null,
        other_read: null,
        write: null,
        save: null,
      },
      [key]: value,
    })),
  });
  const large = trend('seq1m_q8t1', 'drive_read', [900, 910, 890, 905, 895]);

  test('is told with the day since when, and with what stayed', () => {
    const saves = trend('rnd4k_q1t1', 'save', [1000, 1020, 3100, 3150, 3120]);
    expect(changeOf([saves, large])).toEqual({
      around: saves.points.map(({ started_at }) => started_at),
      since: '2026-11-12T10:00:00.000Z',
      parts: [
        { kind: 'save', ratio: 3120 / 1010 },
        { kind: 'large_read', ratio: 1 },
      ],
    });
  });

  test.each([
    ['runs that differ as runs of one computer do', [1000, 1400, 900, 1300, 1100]],
    ['one run on a side', [1000, 1010, 990, 1005, 3000]],
    ['too few runs', [1000, 3000]],
  ])('is not told of %s', (_, values) => {
    expect(changeOf([trend('rnd4k_q1t1', 'save', values), large])).toBeNull();
  });

  test('is told of few histories in which nothing changes', () => {
    let seed = 1;
    const random = () => (seed = (seed * 16807) % 2147483647) / 2147483647;
    const normal = () => Math.sqrt(-2 * Math.log(random())) * Math.cos(2 * Math.PI * random());
    const history = () => Array.from({ length: 10 }, () => Math.exp(0.1 * normal()));
    const told = Array.from({ length: 400 }, history).filter((values) => changeIn(values) !== null);
    expect(told.length).toBeLessThan(40);
  });
});

test.each([
  [publishEn, proseEn],
  [publishJa, proseJa],
])('History and Privacy say how many runs are kept', ({ history }, { privacy }) => {
  const kept = privacy.sections.find(({ id }) => id === 'browser')?.points?.[0];
  for (const text of [history.intro, kept]) expect(text).toContain(`${MAX_RUNS}`);
});
