import { describe, expect, it } from 'vitest';
import { type CheckId, checksOf, type Checkup, outcomeOf } from '../../src/checkup/index.ts';
import { Checkup as CheckupSchema } from '../../src/checkup/schema.ts';
import { WHOLE_CHECKUP } from '../../test-support/checkup.ts';

const WHOLE: Checkup = WHOLE_CHECKUP;

const stateOf = (checkup: Checkup, id: CheckId) => {
  const check = checksOf(checkup).find((one) => one.id === id);
  return `${check?.state}: ${check?.finding}`;
};

describe('what follows from a report', () => {
  it('is one finding for each thing, and that a whole browser measures', () => {
    expect(CheckupSchema.parse(WHOLE)).toEqual(WHOLE);
    const checks = checksOf(WHOLE);
    expect(checks.filter(({ state }) => state !== 'works').map(({ id, finding }) => [id, finding])).toEqual([
      ['eviction', 'evictable'],
      ['space', 'room_untold'],
    ]);
    expect(outcomeOf(checks)).toBe('measures');
  });

  const { flush, hole, handles, reads } = WHOLE_CHECKUP;
  it.each<[CheckId, string, Partial<Checkup>, string]>([
    ['flush', 'lacks: no_flush', { flush: { ...flush, has_flush: false, flush_ns: 0 } }, 'in_part'],
    ['flush', 'lacks: flush_does_nothing', { flush: { ...flush, flush_ns: 20_000 } }, 'in_part'],
    ['clock', 'weak: clock_coarse', { clock: { step_ns: 100_000, call_ns: 1 } }, 'measures'],
    ['clock', 'lacks: clock_useless', { clock: { step_ns: 1_000_000, call_ns: 1 } }, 'in_part'],
    ['kept', 'lacks: in_memory', { hole: { ...hole, call_ns: 90_000 } }, 'in_part'],
    ['holes', 'weak: holes_cost', { hole: { ...hole, grow_ns: 50_000_000 } }, 'measures'],
    ['layout', 'weak: one_handle', { handles: { ...handles, of_one_file: 1, seen_by_others: null } }, 'measures'],
    ['layout', 'lacks: not_shared', { handles: { ...handles, seen_by_others: false } }, 'measures'],
    ['several', 'weak: few_handles', { handles: { ...handles, of_one_file: 1, of_own_files: 20 } }, 'measures'],
    ['depth', 'weak: depth_short', { reads: { ...reads, memory: { p50_ns: 1, depth: 20 } } }, 'measures'],
    [
      'clearing',
      'weak: clearing_stopped',
      { reads: { ...reads, forget: { ...reads.forget, ended: 'limit_time' } } },
      'measures',
    ],
    ['handles', 'lacks: handles_missing', { handle: { outcome: 'missing' } }, 'cannot'],
    ['isolation', 'lacks: not_isolated', { isolation: { isolated: false, shared_memory: false } }, 'cannot'],
    ['isolation', 'lacks: no_shared_memory', { isolation: { isolated: true, shared_memory: false } }, 'cannot'],
    ['eviction', 'weak: asks_to_keep', { eviction: { persisted: true, expired: true } }, 'measures'],
    ['wake_lock', 'weak: no_wake_lock', { wake_lock: { outcome: 'missing' } }, 'measures'],
    ['space', 'weak: little_room', { storage: { persisted: true, quota_bytes: 2e9, usage_bytes: 0 } }, 'measures'],
  ])('tells of %s "%s"', (id, expected, changes, outcome) => {
    const checkup = { ...WHOLE, ...changes };
    expect(stateOf(checkup, id)).toBe(expected);
    expect(outcomeOf(checksOf(checkup))).toBe(outcome);
  });

  it('has no room left, and not less than that, where a site stores more than the browser says that it may', () => {
    const storage = { persisted: true, quota_bytes: 2e7, usage_bytes: 5e7 };
    const space = checksOf({ ...WHOLE, storage }).find(({ id }) => id === 'space');
    expect(space).toMatchObject({ finding: 'little_room', values: { left_bytes: 0 } });
  });

  it('says what was not reached, and claims nothing of it', () => {
    const { flush: _, hole: __, reads: ___, handles: ____, clock: _____, handle: ______, ...page } = WHOLE;
    const unknown = checksOf(page).filter(({ finding }) => finding === 'not_reached');
    expect(unknown.map(({ id }) => id)).toEqual([
      'handles',
      'layout',
      'several',
      'depth',
      'clock',
      'flush',
      'clearing',
      'holes',
      'kept',
    ]);
    expect(outcomeOf(checksOf(page))).toBe('in_part');
  });

  it('is made of reports whose texts are names alone', () => {
    const withText = { ...WHOLE, handle: { outcome: 'refused', error: 'buy my drive' } };
    expect(CheckupSchema.safeParse(withText).success).toBe(false);
  });
});
