import { describe, expect, it } from 'vitest';
import { choose, type Needs } from '../../src/families/app-storage/choice.ts';
import { CONTENDER_IDS } from '../../src/families/app-storage/contender-ids.ts';
import { MEASURED_FACTS } from '../../src/families/app-storage/facts.ts';
import { crossingOf, timeAt, type Curve } from '../../src/families/app-storage/sizes.ts';
import { survivedOf } from '../../src/families/app-storage/survived.ts';
import { measuredRun } from '../../src/report/store-facts.ts';

const SIZES = Array.from({ length: 13 }, (_, index) => 64 * 4 ** index);

/** A made-up store: what a call costs, and a byte, give or take a twentieth. */
const madeUp = (callNs: number, byteNs: number): Curve =>
  SIZES.map((bytes, index) => {
    const value = (callNs + byteNs * bytes) * (1 + (index % 3 === 0 ? 0.05 : -0.05));
    return { bytes, value, low: value * 0.9, high: value * 1.1 };
  });

describe('the size at which two stores turn over', () => {
  it.each([
    ['100 kB', 1e5, 1],
    ['10 MB', 1e7, 1],
    ['3 kB', 3e3, 1],
  ])('is found within a factor of 2 where it is known: %s', (_, callNs, byteNs) => {
    // One call costs a tenth and each byte twice as much: both take as long at 0.9 times the cost of a call by that of a byte.
    const known = (0.9 * callNs) / byteNs;
    const crossing = crossingOf(madeUp(callNs / 10, 2 * byteNs), madeUp(callNs, byteNs));
    expect(crossing?.bytes).toBeGreaterThan(known / 2);
    expect(crossing?.bytes).toBeLessThan(known * 2);
    expect(crossing?.low).toBeLessThan(known);
    expect(crossing?.high).toBeGreaterThan(known);
  });
  it('is none where one is always the quicker one, or no difference is clear', () => {
    expect(crossingOf(madeUp(1e5, 1), madeUp(2e5, 2))).toBeNull();
    expect(crossingOf(madeUp(1e5, 1), madeUp(1e5, 1))).toBeNull();
    expect(crossingOf([], madeUp(1e5, 1))).toBeNull();
  });
  it('is that of the times between sizes, and nothing is said of larger ones', () => {
    const curve = madeUp(1e5, 1);
    expect(timeAt(curve, 64)).toBe(curve[0]?.value);
    expect(timeAt(curve, 100_000)).toBeGreaterThan(curve[5]?.value ?? 0);
    expect(timeAt(curve, 2 ** 31)).toBeNull();
  });
});

describe('the choice', () => {
  const entry = MEASURED_FACTS.find(({ browser }) => browser === 'chromium');
  const rows = entry ? measuredRun(entry).result.rows : [];
  const needs: Needs = { use: 'notes', bytes: 1024, rows: 1_000, contexts: 2, worth: 'power_cut' };
  const objectionTo = (contender: string, changes: Partial<Needs> = {}) =>
    choose(rows, { ...needs, ...changes }).avoid.find((one) => one.contender === contender)?.objection;

  it('names one store with its price, or says of each why it is none', () => {
    const { choice, avoid } = choose(rows, { ...needs, contexts: 1 });
    expect(choice).not.toBeNull();
    expect(choice?.shippedBytes).toBeGreaterThan(0);
    expect(choice?.putNs).toBeGreaterThan(0);
    expect(avoid.length + (choice?.of ?? 0)).toBe(CONTENDER_IDS.length - 1);
  });
  it('says of OPFSCoopSync that it hangs where several use it, and nothing of that where one does', () => {
    expect(objectionTo('coop', { contexts: 4 })).toMatchObject({ why: 'hangs', of: 30 });
    expect(objectionTo('coop', { contexts: 1 })?.why).not.toBe('hangs');
  });
  it('takes the size of the values: what did not come through, or was not counted, is not named', () => {
    const large = { ...needs, contexts: 1, bytes: 268_435_456 } as const;
    expect(choose(rows, large).choice?.best).not.toBe('idb-strict');
    expect(objectionTo('idb-strict', large)).toEqual({ why: 'size' });
    const firefox = MEASURED_FACTS.find(({ browser }) => browser === 'firefox');
    const chosen = choose(firefox ? measuredRun(firefox).result.rows : [], large);
    expect(chosen.avoid.find(({ contender }) => contender === 'dexie-strict')?.objection).toEqual({ why: 'unknown' });
  });
  it('takes the rows that analytics asks about: what nobody has counted with as many is not named', () => {
    const analytics = { ...needs, use: 'analytics', contexts: 1, worth: 'worker', rows: 100_000 } as const;
    expect(choose(rows, analytics).choice?.best).toBe('sahpool');
    expect(objectionTo('idb-strict', analytics)).toEqual({ why: 'unknown' });
    expect(choose(rows, { ...analytics, rows: 1_000 }).choice?.of).toBeGreaterThan(
      choose(rows, analytics).choice?.of ?? 0,
    );
    expect(choose(rows, { ...analytics, use: 'notes' })).toEqual(
      choose(rows, { ...analytics, use: 'notes', rows: 1_000 }),
    );
  });
  it('counts rows that a power cut damaged apart from saves that it lost, of which there are no more than were answered', () => {
    const { lost, damaged, acknowledged } = survivedOf('any-context')?.count.power_cut ?? {};
    expect(damaged).toBeGreaterThan(0);
    expect(objectionTo('any-context', { contexts: 1 })).toEqual({ why: 'power_cut', lost, damaged, of: acknowledged });
  });
  it('says what only one can open, what is lost in a power cut or with the browser, and what keeps half', () => {
    expect(objectionTo('sahpool')).toEqual({ why: 'alone' });
    expect(objectionTo('any-context', { contexts: 1 })).toMatchObject({ why: 'power_cut' });
    expect(objectionTo('any-context', { contexts: 1, worth: 'worker' })).not.toMatchObject({ why: 'power_cut' });
    expect(objectionTo('duckdb', { contexts: 1, worth: 'worker' })).toMatchObject({ why: 'killed_browser' });
    expect(objectionTo('opfs-writable', { contexts: 1 })).toEqual({ why: 'not_atomic' });
  });
});
