import { clearingsSaid } from '../src/lib/features/run/control/clearings-said.ts';
import type { Progress } from '@opfsmark/core';
import { planOf } from '@opfsmark/schema/families/matrix/profiles';
import { verdictInRecord } from '@opfsmark/schema/families/matrix/verdict';
import { standardPlan, type FamilyRecord, type Plan } from '@opfsmark/schema/families';
import { sweepHeads } from '@opfsmark/schema/families/sweep/plan';
import { describe, expect, test } from 'vitest';
import { createI18n } from '../src/lib/base/i18n/index.ts';
import { startOf } from '../src/lib/features/families/starts.ts';
import { texts } from '../src/lib/base/i18n/texts.ts';
import { finishedText } from '../src/lib/features/run/control/finished-text.ts';
import { progressText, timeLeftText } from '../src/lib/features/run/control/progress-text.ts';

await texts.load('en', 'site', 'run');
const i18n = createI18n('en');
const progressTexts = texts.texts('en', 'run').progress;

function textAt(plan: Plan, index: number, change: Partial<Progress> = {}): string {
  const head = plan.family === 'block-sweep' || plan.family === 'queue-sweep' ? sweepHeads(plan)[index] : undefined;
  const job = { index, row: index, direction: 'read' as const, ...head };
  const place = { phase: 'measuring', job, passKind: 'throughput', loop: 1, loops: 1 } as const;
  const numbers = {
    fraction: 0,
    secondsLeft: 1,
    secondsLeftMax: 1,
    clearedBytes: null,
    stillSeconds: 0,
    bytesWritten: 0,
    live: null,
  };
  const progress = { ...place, ...numbers, ...change };
  return progressText(progress, startOf(plan.family).rowsOf(plan), 'Stutter: measuring', progressTexts, i18n);
}

describe('the line of progress', () => {
  test('of a sweep names the block size or queue depth that is measured', () => {
    const block = standardPlan('block-sweep');
    const queue = standardPlan('queue-sweep');
    expect([textAt(block, 0), textAt(block, 3)]).toEqual(['SEQ512B Q4 read', 'SEQ4K Q4 read']);
    expect([textAt(queue, 0), textAt(queue, 6), textAt(queue, 7)]).toEqual([
      'Small reads (RND4K Q1)',
      'Small reads (RND4K Q64)',
      'Small writes (RND4K Q1)',
    ]);
    expect(textAt(queue, 2, { loop: 0 })).toBe('Small reads (RND4K Q4), warm-up');
    expect(textAt(queue, 2, { phase: 'resting' })).toBe('Small reads (RND4K Q4), rest before the test');
  });

  test('of the grid says in words what is measured, which loop of how many, and of one loop the test alone', () => {
    expect(textAt(planOf('quick'), 0, { loop: 2, loops: 3 })).toBe('Large reads (SEQ1M Q8), loop 2 of 3');
    expect(textAt(planOf('quick'), 0)).toBe('Large reads (SEQ1M Q8)');
  });

  test('of a family without rows names the family', () => {
    expect(textAt(standardPlan('stutter'), 0)).toBe('Stutter: measuring');
  });

  test('where nothing was done for ten seconds says so, as of a drive that stalls or dies', () => {
    const preparing: Partial<Progress> = { phase: 'preparing', job: null };
    expect(textAt(planOf('quick'), 0, { ...preparing, stillSeconds: 9.9 })).toBe('Starting workers');
    expect(textAt(planOf('quick'), 0, { ...preparing, stillSeconds: 14.7 })).toBe(
      '14 s without progress: Starting workers',
    );
  });

  test('while memory is cleared says how far that is', () => {
    const change: Partial<Progress> = { phase: 'forgetting', job: null, clearedBytes: 12.34e9 };
    expect(textAt(planOf('quick'), 0, change)).toBe('12.3 GB of memory cleared');
  });

  test.each([
    [12, 31, '12 s to 31 s left'],
    [12, 15, '12 s left'],
    [0.2, 3, 'Almost done'],
    [0.2, 20, '1 s to 20 s left'],
  ])('%d s, at most %d s, has a bound where that is far from what is expected', (secondsLeft, secondsLeftMax, said) => {
    expect(timeLeftText({ secondsLeft, secondsLeftMax }, i18n.format.seconds, progressTexts)).toBe(said);
  });
});

/** Real runs: the announced figures are those that the page shows. */
const RECORDS = import.meta.glob<FamilyRecord<'block-sweep' | 'queue-sweep'>>(
  '../../fixtures/records/chromium-family-*-sweep.json',
  { eager: true, import: 'default' },
);

const GRIDS = import.meta.glob<FamilyRecord<'matrix'>>('../../fixtures/records/{chromium,firefox}-quick.json', {
  eager: true,
  import: 'default',
});

describe('what is announced of a finished test', () => {
  const announcedTexts = (family: 'block-sweep' | 'queue-sweep') => {
    const record = Object.values(RECORDS).find((candidate) => candidate.family === family);
    if (!record) throw new Error(`no record of ${family}`);
    const { rowsOf, announcedUnit } = startOf(family);
    return record.result.jobs.map((job) =>
      finishedText(job, rowsOf(record.plan), announcedUnit, null, progressTexts, i18n),
    );
  };

  test('is calls per second in a sweep of queue depths, which is about them', () => {
    const lines = announcedTexts('queue-sweep');
    expect(lines.length).toBeGreaterThan(1);
    for (const text of lines) expect(text).toMatch(/^RND4K Q\d+ (?:read|write): [\d,]+ IOPS$/);
  });

  test('is megabytes per second in a sweep of block sizes', () => {
    const lines = announcedTexts('block-sweep');
    expect(lines.length).toBeGreaterThan(1);
    for (const text of lines) expect(text).toMatch(/^SEQ\w+ Q4 (?:read|write): [\d,.]+ MB\/s$/);
  });

  test('of the grid says what answered a read, and has no number of the drive where memory did', () => {
    const { rowsOf, announcedUnit } = startOf('matrix');
    const entries = Object.values(GRIDS).flatMap((record) =>
      record.result.jobs.map((job) => {
        const verdict = verdictInRecord(record, job);
        const { reads = 'nothing', direction } = job;
        const text = finishedText(job, rowsOf(record.plan), announcedUnit, verdict, progressTexts, i18n);
        return [
          `${direction}, ${reads}, ${verdict?.verdict ?? 'none'}`,
          text?.replace(/^\w+ Q\d+ |[\d,.]+ [MG]B\/s/g, ''),
        ];
      }),
    );
    expect(Object.fromEntries(entries)).toEqual({
      'read, drive, drive': 'read: , from the drive',
      'read, drive, mixed': 'read: partly from memory',
      'read, drive, memory': 'read: from memory',
      'read, drive, unknown': 'read: source unknown',
      'read, memory, memory': 'read: , from memory',
      'read, memory, mixed': 'read: , partly from memory',
      'write, nothing, none': 'write: ',
    });
  });
});

test('of four rows twelve things are said at the most, however long their file is cleared from memory', () => {
  // Its start, the clearing, a read and a write of each row, and its end.
  const saidBesides = 3 + 2 * 4;
  for (const minutes of [0.2, 1, 10, 600]) expect(saidBesides + clearingsSaid(minutes * 60_000, 4)).toBe(12);
  expect([7_999, 8_000, 16_000, 32_000].map((ms) => clearingsSaid(ms, 2))).toEqual([0, 1, 2, 3]);
  expect(clearingsSaid(3_600_000, 9)).toBe(1);
});
