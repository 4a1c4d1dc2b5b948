import { describe, expect, it, test } from 'vitest';
import {
  CHECKED_TABLES,
  droppedShare,
  judge,
  type ContenderFacts,
  type OperationFacts,
  type Outcome,
  type RatioFacts,
} from '../../src/checked/index.ts';

const SYNCED = { per_put: 1, unsynced_puts: 0, puts: 20 };
const UNSYNCED = { per_put: 0, unsynced_puts: 20, puts: 20 };

const save: OperationFacts = {
  operation: 'save',
  kind: 'write',
  calls: 100,
  rows: 100,
  idle_calls: 0,
  handle_calls: 1,
  syncs: SYNCED,
  unfinished: 0,
};

const contenderOf = (contender: string, changes: Partial<OperationFacts> = {}): ContenderFacts => ({
  contender,
  software: '',
  durable: true,
  operations: [{ ...save, ...changes }],
  failure: null,
});

const ratio: RatioFacts = {
  operation: 'save',
  slow: 'one',
  fast: 'other',
  published: 4,
  private: false,
  value: 4,
  low: 3.5,
  high: 4.5,
  rounds: 6,
};

const outcomeOf = (changes: Partial<Outcome> = {}): Outcome => ({
  contenders: [contenderOf('one'), contenderOf('other')],
  ratios: [ratio],
  dropped: 0,
  drive_read_bytes: 0,
  ...changes,
});

const withOther = (changes: Partial<OperationFacts>) =>
  outcomeOf({ contenders: [contenderOf('one'), contenderOf('other', changes)] });
const withRatio = (changes: Partial<RatioFacts>) => outcomeOf({ ratios: [{ ...ratio, ...changes }] });

function codesOf(outcome: Outcome) {
  const { verdict, reasons } = judge(outcome);
  return [verdict, ...reasons.map(({ code }) => code)];
}

describe('a published table', () => {
  it.each([
    ['the same ratio', outcomeOf()],
    ['a third of the ratio: another computer', withRatio({ published: 6, value: 2, low: 1.8, high: 2.2 })],
    ['no difference where none was published', withRatio({ published: 1.02, value: 1.1, low: 0.9, high: 1.3 })],
    ['saves that neither side calls durable', withUnsynced(false)],
  ])('holds with %s', (_what, outcome) => expect(codesOf(outcome)).toEqual(['holds']));

  it.each([
    ['touches_nothing', withOther({ rows: 0, idle_calls: 100 })],
    ['never_synced', withUnsynced(true)],
    ['not_awaited', withOther({ unfinished: 0.9 })],
  ])('measures something else: %s', (code, outcome) => {
    const [verdict, ...codes] = codesOf(outcome);
    expect(verdict).toBe('measures_something_else');
    expect(codes).toContain(code);
  });

  it.each([
    ['drops_slowest', outcomeOf({ dropped: 0.2 })],
    ['unlike_commits', { ...withUnsyncedOther(), ratios: [ratio] }],
    ['unlike_syncs', withOther({ syncs: { ...SYNCED, per_put: 1000 } })],
    ['reversed', withRatio({ value: 0.5, low: 0.4, high: 0.6 })],
    ['unclear', withRatio({ value: 1.1, low: 0.9, high: 1.3 })],
    ['other_size', withRatio({ published: 40, value: 5, low: 4, high: 6 })],
    ['one_layout', outcomeOf({ ratios: [ratio, { ...ratio, published: null, value: 0.2, low: 0.1, high: 0.3 }] })],
  ])('holds only if: %s', (code, outcome) => expect(codesOf(outcome)).toEqual(['holds_only_if', code]));

  it('is not run where no claim could be', () => {
    const missingContender = { ...contenderOf('one'), operations: [], failure: 'it is not installed' };
    expect(codesOf(outcomeOf({ contenders: [missingContender], ratios: [] }))).toEqual(['not_run', 'failed']);
  });
});

/** Nothing of either is synced; the other says so, or calls its saves durable. */
function withUnsynced(durable: boolean): Outcome {
  const all = ['one', 'other'].map((name) => ({ ...contenderOf(name, { syncs: UNSYNCED }), durable }));
  return outcomeOf({ contenders: all });
}

function withUnsyncedOther(): Outcome {
  return outcomeOf({
    contenders: [contenderOf('one'), { ...contenderOf('other', { syncs: UNSYNCED }), durable: false }],
  });
}

it('tells a ratio of private windows from one of another size', () => {
  const small = { ...ratio, published: 40, value: 2, low: 1.5, high: 2.5 };
  const inPrivate = { ...small, private: true, value: 16, low: 12, high: 20 };
  expect(codesOf(outcomeOf({ ratios: [small, inPrivate] }))).toEqual(['holds_only_if', 'private_window']);
  expect(codesOf(outcomeOf({ ratios: [small, { ...inPrivate, value: 2, low: 1.5, high: 2.5 }] }))).toEqual([
    'holds_only_if',
    'other_size',
  ]);
});

const meanOf = (samples: readonly number[]) => samples.reduce((sum, ms) => sum + ms, 0) / samples.length;

it.each([
  ['a plain mean', meanOf, 0],
  ['a mean without its slowest fifth', (all: readonly number[]) => meanOf(sorted(all).slice(0, 80)), 0.2],
  ['a mean without a tenth at either end', (all: readonly number[]) => meanOf(sorted(all).slice(10, 90)), 0.1],
])('finds what %s leaves out', (_what, mean, share) => expect(droppedShare(mean)).toBe(share));

const sorted = (all: readonly number[]) => all.toSorted((a, b) => a - b);

test.each(CHECKED_TABLES.map((entry) => [entry.table, entry.runs] as const))(
  'both runs of %s led to the same verdict for the same reasons',
  (_table, runs) => {
    expect(runs).toHaveLength(2);
    const [first, second] = runs.map(codesOf);
    expect(first).toEqual(second);
  },
);
