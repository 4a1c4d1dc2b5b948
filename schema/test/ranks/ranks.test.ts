import { describe, expect, it } from 'vitest';
import type { MetricId } from '../../src/boards/index.ts';
import {
  type Candidate,
  countCohort,
  type CountedRun,
  HOSTING,
  listOf,
  MODERATOR,
  providerOf,
  quantile,
  RANK_POLICIES,
} from '../../src/ranks/index.ts';

const { guarded, open } = RANK_POLICIES;
const RATE = 'seq1m_q8t1_write' satisfies MetricId;
const WAIT = 'rnd4k_q1t1_flush' satisfies MetricId;

let runCount = 0;

/** A run of a provider's customer, each in a network of its own unless it is said. */
function runOf(provider: string, value: number, more: Partial<CountedRun> = {}): CountedRun {
  const n = ++runCount;
  return {
    // Ids end in what nobody chose.
    run_id: `R${String(n).padStart(8, '0')}${String((n * 7919) % 9973).padStart(7, '0')}`,
    created_ms: n,
    ...{ network: `${provider}/${n}`, provider, rig: 'machine', confirmed_by: '' },
    ...{ name: 'Box', drive: '', drive_name: '', browser: 'chrome', version: '156', core: '1' },
    metrics: { [RATE]: { value, p99_ns: null } },
    ...more,
  };
}

const valueOf = (runs: readonly CountedRun[], policy = guarded) => countCohort(runs, policy).all[RATE]?.value;

describe('what providers say of a cohort', () => {
  it('is the median of providers, whatever one of them sends', () => {
    const honest = [runOf('A', 100), runOf('B', 110), runOf('C', 120)];
    const flood = Array.from({ length: 500 }, () => runOf('Host', 9000));
    expect(valueOf(honest)).toBe(110);
    expect(valueOf([...honest, ...flood])).toBe(110);
    expect(countCohort([...honest, ...flood], guarded).newest).toEqual(
      [flood.at(-1), ...honest.toReversed()].map((run) => run?.run_id),
    );
    expect(countCohort([...honest, ...flood], guarded).all[RATE]).toMatchObject({ providers: 4, low: 100, high: 9000 });
  });

  it('is of a provider the median of its networks, of these of their machines, of these of their last five runs', () => {
    const machineOf = (...newestFirst: number[]) =>
      newestFirst.map((value, age) => runOf('A', value, { network: 'A/1', rig: 'x', created_ms: 1000 - age }));
    expect(valueOf(machineOf(5, 4, 3, 2, 1, 900, 900, 900))).toBe(3);
    // Of six the lower of the two in the middle would be another.
    expect(valueOf(machineOf(5, 4, 3, 2, 1, 0))).toBe(3);
    const manyMachines = Array.from({ length: 50 }, (_, i) => runOf('A', 900, { network: 'A/1', rig: `rig ${i}` }));
    expect(valueOf([...manyMachines, runOf('A', 10), runOf('A', 11)])).toBe(11);
  });

  it('is of two values the less flattering one, whether more is better or less', () => {
    const of = (rate: number, wait: number) =>
      runOf(`P${rate}`, rate, {
        metrics: { [RATE]: { value: rate, p99_ns: null }, [WAIT]: { value: wait, p99_ns: 9 } },
      });
    expect(countCohort([of(10, 5), of(20, 7)], guarded).all).toMatchObject({
      [RATE]: { value: 10 },
      [WAIT]: { value: 7 },
    });
  });

  it('is the value of a run, with its 99th percentile and what warnings know it by', () => {
    const metrics = { [WAIT]: { value: 5, p99_ns: 77, ceiling: 3 } };
    const run = runOf('A', 1, { metrics });
    const { run_id, browser, version, core, created_ms } = run;
    expect(countCohort([run], guarded).all[WAIT]).toEqual({
      ...{ value: 5, low: 5, high: 5, providers: 1, p99_ns: 77, ceiling: 3 },
      run: { run_id, browser, version, core, created_ms },
      bins: [],
    });
  });

  it('is the same in whatever order runs come', () => {
    const runs = Array.from({ length: 60 }, (_, i) => runOf(`P${i % 9}`, 50 + ((i * 37) % 23)));
    expect(countCohort(runs.toReversed(), guarded)).toEqual(countCohort(runs, guarded));
  });

  it('counts what a key has signed as its owner, and what a moderator has confirmed of a hosting provider as its network', () => {
    expect(providerOf(runOf(HOSTING, 1, { confirmed_by: 'key' }), guarded)).toBe('key');
    expect(providerOf(runOf(HOSTING, 1, { confirmed_by: MODERATOR, network: 'n' }), guarded)).toBe('n');
    const signed = Array.from({ length: 40 }, (_, i) => runOf(`P${i}`, 9000, { confirmed_by: 'key' }));
    expect(valueOf([...signed, runOf('A', 100), runOf('B', 110)])).toBe(110);
  });

  it('has each machine speak for itself where everybody is trusted and no provider is known', () => {
    const inOneOffice = ['a', 'b', 'c', '', ''].map((rig, i) => runOf('net', 10 + i, { network: 'net', rig }));
    expect(countCohort(inOneOffice, open).all[RATE]).toMatchObject({ providers: 5, value: 12 });
    expect(countCohort(inOneOffice, guarded).all[RATE]).toMatchObject({ providers: 1 });
  });

  it('spells names as most providers do, and as confirmed runs do where there are any', () => {
    const loud = Array.from({ length: 9 }, () => runOf('Host', 1, { name: 'BOX!' }));
    const runs = [...loud, runOf('A', 1), runOf('B', 1)];
    expect(countCohort(runs, guarded).names.device).toBe('Box');
    const confirmed = runOf('C', 1, { name: 'box', confirmed_by: MODERATOR });
    expect(countCohort([...runs, confirmed], guarded).names.device).toBe('box');
  });

  it('has quantiles within one percent', () => {
    const statistic = countCohort(
      Array.from({ length: 100 }, (_, i) => runOf(`P${i}`, i + 1)),
      guarded,
    ).all[RATE];
    for (const part of [0.05, 0.5, 0.95]) {
      const ratio = (statistic ? quantile(statistic, part) : 0) / (100 * part);
      expect(Math.abs(Math.log(ratio)), `${part}`).toBeLessThan(0.0101);
    }
  });
});

/** A row of a device that some runs are of. */
const row = (subject: string, ...runs: readonly CountedRun[]): Candidate => ({
  subject,
  statistics: countCohort(runs, guarded),
});

const shown = (rows: readonly Candidate[], policy: typeof guarded | typeof open = guarded) =>
  listOf(rows, RATE, policy).map(({ of, statistic, ranked, fold }) => {
    return { subject: of.subject, value: statistic.value, place: ranked?.place ?? null, fold };
  });

/** Ten owners, each the only one of a device, of nine providers. */
const OWNERS = Array.from({ length: 10 }, (_, i) => row(`owner ${i}`, runOf(`ISP ${i % 9}`, 100 + 10 * i)));

describe('what a list shows', () => {
  it('is everything by value, and numbers what is confirmed', () => {
    const confirmed = row('checked', runOf('A', 125, { confirmed_by: MODERATOR }));
    const list = shown([...OWNERS, confirmed]);
    expect(list.map(({ value }) => value)).toEqual([190, 180, 170, 160, 150, 140, 130, 125, 120, 110, 100]);
    expect(list.filter(({ place }) => place !== null)).toEqual([
      { subject: 'checked', value: 125, place: 1, fold: null },
    ]);
    expect(shown([...OWNERS, confirmed], open).map(({ place }) => place)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]);
  });

  it('moves no confirmed row by what nobody has confirmed', () => {
    const confirmed = ['A', 'B'].map((provider) => runOf(provider, 100, { confirmed_by: MODERATOR }));
    const others = Array.from({ length: 400 }, (_, i) => runOf(`P${i}`, 1));
    const before = shown([...OWNERS, row('checked', ...confirmed)]).find(({ subject }) => subject === 'checked');
    const after = shown([...OWNERS, row('checked', ...confirmed, ...others)]).find(
      ({ subject }) => subject === 'checked',
    );
    expect(after).toEqual(before);
  });

  it('folds what is far better than others from the first hour, and nothing that is slow', () => {
    const list = shown([...OWNERS, row('made up', runOf('Host', 9000)), row('slow', runOf('ISP 3', 1))]);
    expect(list.filter(({ fold }) => fold !== null)).toEqual([
      { subject: 'made up', value: 9000, place: null, fold: 'far' },
    ]);
    // Drives of all kinds: the best is no outlier.
    const kinds = [20, 90, 400, 550, 2000, 3500, 5000, 7000, 14000].map((value, i) =>
      row(`${value}`, runOf(`P${i}`, value)),
    );
    expect(shown(kinds).filter(({ fold }) => fold !== null)).toEqual([]);
  });

  it('gives a provider no more rows than there are providers, the first to each of its networks', () => {
    const junk = Array.from({ length: 300 }, (_, i) =>
      row(`junk ${i}`, runOf('Host', 150 + i / 100, { network: `h/${i % 100}` })),
    );
    const list = shown([...OWNERS, ...junk]);
    const seen = list.filter(({ fold }) => fold === null);
    expect(seen.filter(({ subject }) => subject.startsWith('junk'))).toHaveLength(guarded.maxRowsPerProvider);
    expect(seen.filter(({ subject }) => subject.startsWith('owner'))).toHaveLength(10);
    const neighbour = row('neighbour', runOf('Host', 155, { network: 'neighbour' }));
    const ofOneNetwork = Array.from({ length: 300 }, (_, i) => row(`junk ${i}`, runOf('Host', 160, { network: 'h' })));
    expect(
      shown([...OWNERS, ...ofOneNetwork, neighbour]).find(({ subject }) => subject === 'neighbour')?.fold,
    ).toBeNull();
  });

  it('gives several providers no more by measuring each other', () => {
    const hosts = ['H1', 'H2', 'H3', 'H4', 'H5', 'H6', 'H7'];
    const junk = Array.from({ length: 400 }, (_, i) => row(`junk ${i}`, ...hosts.map((host) => runOf(host, 150))));
    const list = shown([...OWNERS, ...junk]);
    const isSeen = (prefix: string) =>
      list.filter(({ subject, fold }) => fold === null && subject.startsWith(prefix)).length;
    expect(isSeen('junk')).toBe(hosts.length * guarded.maxRowsPerProvider);
    expect(isSeen('owner')).toBe(10);
  });

  it('shows of folded rows those of many providers before the second of one', () => {
    const far = Array.from({ length: 30 }, (_, i) => row(`far ${i}`, runOf('Host', 9000 + i)));
    const list = listOf([...OWNERS, ...far, row('record', runOf('Lab', 8000))], RATE, guarded);
    const record = list.find(({ of }) => of.subject === 'record');
    expect(record).toMatchObject({ fold: 'far', turn: 0 });
    expect(list.filter(({ fold, turn }) => fold !== null && turn === 0)).toHaveLength(2);
  });

  it('shares a rank where a test finds no difference', () => {
    const confirmed = (subject: string, values: readonly number[]) =>
      row(subject, ...values.map((value, i) => runOf(`P${i}`, value, { confirmed_by: MODERATOR })));
    const list = listOf(
      [confirmed('a', [200, 204, 196]), confirmed('b', [201, 205, 197]), confirmed('snail', [20, 21, 19])],
      RATE,
      guarded,
    );
    expect(list.map(({ of, ranked }) => [of.subject, ranked?.place, ranked?.rank, ranked?.tied])).toEqual([
      ['b', 1, 1, true],
      ['a', 2, 1, true],
      ['snail', 3, 3, false],
    ]);
  });
});
