import { boardLayoutOf, CUT_KEYS, type CutKeys, type MetricId, RANKED_FAMILIES } from '@opfsmark/schema/boards';
import { evidenceToRank } from '@opfsmark/schema/families';
import { REAL_FAMILIES, REAL_RECORDS } from '@opfsmark/schema/test-support/real-records';
import { describe, expect, it } from 'vitest';
import { HOUR_MS } from '../src/base/days.ts';
import { bucketOfValue, valueOfBucket } from '../src/boards/buckets.ts';
import { type CohortRun, countCohort } from '../src/boards/cohort.ts';
import { NO_PROVIDER } from '../src/boards/policy.ts';
import { rowOf } from '../src/boards/ranking.ts';
import { metricPlace } from '../src/boards/stored-metrics.ts';
import { type CountedRun, RUNS_PER_MACHINE, votesOf } from '../src/boards/votes.ts';

/** What a rank needs: runs that have waited, from several providers, at moments that lie apart. */
describe('a rank', () => {
  const METRIC = 'seq1m_q8t1_write';
  const DAYS = 24;
  const POLICY = { minProviders: 3, waitingMs: 7 * DAYS * HOUR_MS, minSpanMs: 20 * HOUR_MS, maxMonths: 24 };
  const NAMES = { device: { name: 'Laptop', isRejected: false }, drive: { name: null, isRejected: false } };
  const KEYS = {
    ...Object.fromEntries(CUT_KEYS.map((key) => [key, ''])),
    scope: '2.shared',
    device: 'laptop',
  } as CutKeys;
  const START_MS = Date.UTC(2026, 5, 1, 23, 59, 16);
  const UNUSUAL = '1'.padStart(metricPlace(METRIC), '0');

  let runCount = 0;
  /** A run of its own network and provider. */
  function runAt(hours: number, more: Partial<CohortRun> & { readonly value?: number } = {}): CohortRun {
    const { value = 100, ...overrides } = more;
    const id = ++runCount;
    return {
      ...KEYS,
      run_id: String(id).padStart(16, '0'),
      created_ms: START_MS + hours * HOUR_MS,
      rig: '',
      confirmed: 0,
      network: `${id}`,
      provider: `${id}`,
      unusual: '',
      core: '',
      driveName: '',
      metrics: { [METRIC]: { value, p99_ns: null } },
      ...overrides,
    };
  }

  /** Networks by whose votes the metric is ranked at a moment; 0 where it is not. */
  function votersAt(hours: number, runs: readonly CohortRun[]): number {
    const { cohort } = countCohort('device|2.shared|laptop', runs, NAMES, POLICY, START_MS + hours * HOUR_MS);
    return (cohort.metrics[METRIC]?.counts ?? []).reduce((sum, [, n]) => sum + n, 0);
  }

  describe('a date is not a day', () => {
    it('what came before and after midnight never ranks by itself', () => {
      const midnightRuns = [runAt(0), runAt(80 / 3600), runAt(90 / 3600)];
      expect([8, 30, 300].map((days) => votersAt(days * DAYS, midnightRuns))).toEqual([0, 0, 0]);
    });

    it.each([
      [19.9, 0],
      [20, 3],
    ])('the last of three runs %d hours after the first: %d networks rank it', (hours, networks) => {
      expect(votersAt(30 * DAYS, [runAt(0), runAt(1), runAt(hours)])).toBe(networks);
    });

    it('each run waits seven days, on a device that others have measured before, too', () => {
      const runs = [runAt(0), runAt(30 * DAYS), runAt(31 * DAYS)];
      expect([37.9, 38].map((days) => votersAt(days * DAYS, runs))).toEqual([0, 3]);
    });

    it('a network that has waited gets no new run counted at once', () => {
      const sleepers = [0, 30, 60].map((hours) => runAt(hours));
      const fastRuns = sleepers.map(({ network, provider }) => runAt(10 * DAYS, { network, provider, value: 900 }));
      const valueAt = (days: number) =>
        countCohort(
          'device|2.shared|laptop',
          [...sleepers, ...fastRuns],
          NAMES,
          POLICY,
          START_MS + days * DAYS * HOUR_MS,
        ).cohort.metrics[METRIC]?.run_id;
      expect(sleepers.map(({ run_id }) => run_id)).toContain(valueAt(16.9));
      // Its machine's median of two is the lower one.
      expect(sleepers.map(({ run_id }) => run_id)).toContain(valueAt(17));
    });

    it('says when time alone changes it', () => {
      const dueHours = (hours: number, runs: readonly CohortRun[]) => {
        const { due_ms } = countCohort('device|2.shared|laptop', runs, NAMES, POLICY, START_MS + hours * HOUR_MS);
        return ((due_ms ?? 0) - START_MS) / HOUR_MS;
      };
      const runs = [runAt(0), runAt(30)];
      expect([31, 7 * DAYS, 8.5 * DAYS].map((hours) => dueHours(hours, runs))).toEqual([
        7 * DAYS,
        7 * DAYS + 30,
        21 * DAYS,
      ]);
    });
  });

  it('is the same by whatever names networks and providers go, in whichever order they come', () => {
    const runs = Array.from({ length: 150 }, (_, i) =>
      runAt(4 * i, { value: 100 + (i % 7), driveName: i % 3 === 0 ? 'A 1' : 'B 2', provider: `${i % 40}` }),
    );
    const renamedRuns = runs
      .map((run, i) => ({ ...run, network: `${(i * 61) % 150}`, provider: `p${((i % 40) * 37) % 40}` }))
      .toReversed();
    const cohorts = [runs, renamedRuns].map(
      (list) => countCohort('device|2.shared|laptop', list, NAMES, POLICY, START_MS + 60 * DAYS * HOUR_MS).cohort,
    );
    expect(cohorts[0]?.metrics[METRIC]?.weights).toBeDefined();
    expect(cohorts[1]).toEqual(cohorts[0]);
  });

  describe('the median of a row', () => {
    /** The lower the better. */
    const WAIT = 'rnd4k_q1t1_flush';
    const withWait = (run: CohortRun): CohortRun => {
      const { value = 1 } = run.metrics[METRIC] ?? {};
      return { ...run, metrics: { ...run.metrics, [WAIT]: { value: 1e4 / value, p99_ns: null } } };
    };
    function rowAt(hours: number, runs: readonly CohortRun[], metric: MetricId = METRIC) {
      const nowMs = START_MS + hours * HOUR_MS;
      const { cohort, due_ms } = countCohort('device|2.shared|laptop', runs.map(withWait), NAMES, POLICY, nowMs);
      return { ...rowOf(cohort, 0, metric)?.row, dueHours: ((due_ms ?? 0) - START_MS) / HOUR_MS };
    }
    /** Networks of some providers, of each as many, all at one moment. */
    const runsOf = (networks: number, providers: number, value: number, hours: number, name = `${value}`) =>
      Array.from({ length: networks }, (_, i) => runAt(hours, { value, provider: `${name} ${i % providers}` }));
    /** Six networks of six providers, that hold a row. */
    const holders = () => Array.from({ length: 6 }, (_, i) => runAt(5 * i, { provider: `holder ${i}` }));
    const BASE = { value: valueOfBucket(bucketOfValue(100)), wait: valueOfBucket(bucketOfValue(100)) };
    const LATE = 30 * DAYS;

    it.each([
      [3, 2, 1, 3],
      [6, 3, 1, 6],
      [20, 10, 5, 16],
      [51, 26, 18, 34],
    ])('of %d networks of as many providers: vote no. %d, its interval from no. %d to no. %d', (networks, ...ranks) => {
      const runs = Array.from({ length: networks }, (_, i) => runAt(i, { value: valueOfBucket(i + 1) }));
      const spread = [...runs, runAt(20, { value: valueOfBucket(networks), network: runs.at(-1)?.network ?? '' })];
      const { value = 0, low = 0, high = 0, networks: networkCount, votes } = rowAt(LATE, spread);
      expect([value, low, high].map(bucketOfValue)).toEqual(ranks);
      expect([networkCount, votes]).toEqual([networks, undefined]);
    });

    it('has one voice of a provider, however many networks it has', () => {
      const [fewRuns, manyRuns] = [runsOf(3, 3, 100, 0), runsOf(40, 1, 200, 20)];
      expect(rowAt(LATE, [...fewRuns, ...manyRuns])).toMatchObject({ value: BASE.value, networks: 43, votes: 5 });
    });

    it.each([
      ['seven networks of two providers', runsOf(7, 2, 180, LATE)],
      ['seven of two that are there from the first day on', runsOf(7, 2, 180, 1)],
      ['fifty-four of its own providers', runsOf(54, 6, 180, LATE, 'holder')],
      ['fifty-four of six others', runsOf(54, 6, 180, LATE)],
    ])('that six networks hold is not moved by %s, however long they wait', (_, others) => {
      const runs = [...holders(), ...others];
      for (const days of [38, 51, 52, 365]) {
        expect(rowAt(days * DAYS, runs).value).toBe(BASE.value);
        expect(rowAt(days * DAYS, runs, WAIT).value).toBe(BASE.wait);
      }
    });

    it('is moved by twice as many providers as hold it, after three weeks', () => {
      const [twiceRuns, moreRuns] = [12, 13].map((providers) => [
        ...holders(),
        ...runsOf(providers, providers, 180, LATE),
      ]);
      const valuesAt = (hours: number) =>
        [twiceRuns, moreRuns].map((runs = []) =>
          [METRIC, WAIT].map((metric) => rowAt(hours, runs, metric as MetricId).value),
        );
      const before = [BASE.value, BASE.wait];
      expect(valuesAt(LATE + 21 * DAYS - 1)).toEqual([before, before]);
      const movedValues = [180, 1e4 / 180].map((value) => valueOfBucket(bucketOfValue(value)));
      // Where two values have the same weight, a row shows the lower one.
      expect(valuesAt(LATE + 21 * DAYS)).toEqual([[before[0], movedValues[1]], movedValues]);
    });

    it('leaves out who is late until then: networks, histogram and interval', () => {
      const runs = [...holders(), ...runsOf(13, 13, 180, LATE)];
      const before = rowAt(LATE + 21 * DAYS - 1, runs);
      expect(before).toMatchObject({ networks: 6, low: BASE.value, high: BASE.value, dueHours: LATE + 21 * DAYS });
      expect(before.votes).toBeUndefined();
      // 25^2 / (6 * 2^2 + 13)
      expect(rowAt(LATE + 21 * DAYS, runs)).toMatchObject({ networks: 19, votes: 17 });
    });

    it('counts a whole voice for what a moderator has confirmed, whenever it came', () => {
      const confirmedRuns = Array.from({ length: 7 }, () => runAt(LATE, { value: 180, confirmed: 1 }));
      expect(rowAt(LATE, [...holders(), ...confirmedRuns]).value).toBe(valueOfBucket(bucketOfValue(180)));
      expect(rowAt(LATE, [...holders(), ...confirmedRuns.slice(1)]).value).toBe(BASE.value);
    });

    it('is not held by what is unusual: who comes after that alone is not late', () => {
      const forgedRuns = [0, 1, 2].map((hours) => runAt(hours, { value: 900, unusual: UNUSUAL }));
      const honestRuns = [0, 1, 20].map((hours) => runAt(LATE + hours));
      expect(rowAt(LATE + 7 * DAYS + 20, [...forgedRuns, ...honestRuns])).toMatchObject({
        networks: 3,
        value: BASE.value,
      });
    });
  });

  describe('a provider', () => {
    const spread = [0, 24, 48, 72, 96];

    it('counts once, however many networks it has', () => {
      const ofTwo = spread.map((hours, i) => runAt(hours, { provider: `${i % 2}` }));
      expect(votersAt(30 * DAYS, ofTwo)).toBe(0);
      expect(votersAt(30 * DAYS, [...ofTwo, runAt(100)])).toBe(6);
    });

    it('that hosts counts for nobody, neither towards a rank nor in it', () => {
      const hostedRuns = spread.map((hours) => runAt(hours, { provider: NO_PROVIDER }));
      expect(votersAt(30 * DAYS, hostedRuns)).toBe(0);
      expect(votersAt(30 * DAYS, [...hostedRuns, ...[0, 24, 48].map((hours) => runAt(hours))])).toBe(3);
    });

    it('is not asked for where a moderator has confirmed a run', () => {
      expect(votersAt(1, [runAt(0, { confirmed: 1, provider: NO_PROVIDER, unusual: UNUSUAL })])).toBe(1);
    });
  });

  describe('an unusual value', () => {
    const unusualRuns = (count: number) =>
      Array.from({ length: count }, (_, i) => runAt(i * 24, { value: 900, unusual: UNUSUAL }));

    it('does not count with the providers that suffice for others, however long it waits', () => {
      expect(votersAt(300 * DAYS, unusualRuns(8))).toBe(0);
      const usualRuns = [0, 24, 48].map((hours) => runAt(hours));
      expect(votersAt(300 * DAYS, [...usualRuns, ...unusualRuns(8)])).toBe(3);
    });

    it('counts with three times the providers, after three times the waiting', () => {
      expect([28.9, 29].map((days) => votersAt(days * DAYS, unusualRuns(9)))).toEqual([0, 9]);
    });

    it('leaves the other metrics of its run to count', () => {
      const otherRun = runAt(0, { unusual: '1' });
      expect(votersAt(30 * DAYS, [otherRun, runAt(24), runAt(48)])).toBe(metricPlace(METRIC) === 1 ? 0 : 3);
    });
  });
});

describe('votes', () => {
  const METRIC = 'seq1m_q1t1_write';
  let id = 0;
  const runOf = (value: number, rig: string, confirmed = 0): CountedRun => ({
    run_id: `${id++}`,
    created_ms: 1,
    rig,
    confirmed,
    provider: '1',
    unusual: '',
    metrics: { [METRIC]: { value, p99_ns: null } },
  });
  const runs = (count: number, value: number, rig: string) => Array.from({ length: count }, () => runOf(value, rig));
  const votedOf = (newestFirst: readonly CountedRun[]) =>
    votesOf(newestFirst, { usualMs: 1, unusualMs: 1 })[0]?.buckets.get(METRIC);

  it('a machine votes with its last runs, and not with what it measured before', () => {
    expect(votedOf([...runs(RUNS_PER_MACHINE, 100, 'a'), ...runs(20, 9_000, 'a')])).toBe(bucketOfValue(100));
  });

  it('a machine with many runs is one of its network, as one with a single run is', () => {
    const machines = [...runs(RUNS_PER_MACHINE, 9_000, 'a'), runOf(100, 'b'), runOf(110, 'c')];
    expect(votedOf(machines)).toBe(bucketOfValue(110));
  });

  it('where a moderator has confirmed runs, these alone vote', () => {
    expect(votedOf([...runs(3, 9_000, 'a'), runOf(100, 'b', 1)])).toBe(bucketOfValue(100));
  });
});

/** A run that stands on a board is looked at before it counts, whatever its family. */
describe('ranked families', () => {
  const context = { declared: {}, cores: [], nowMs: Date.now() };

  it.each(REAL_RECORDS.filter(([, record]) => boardLayoutOf(record) !== null))(
    '%s does not rank with a core that nobody knows',
    (_, record) => {
      const environment = { ...record.environment, wasm_sha256: 'a'.repeat(64) };
      expect(evidenceToRank({ ...record, environment }, context)).toContain('unknown_core');
      expect(RANKED_FAMILIES).toContain(record.family);
    },
  );

  it('every other family stands on no board, and is asked for nothing', () => {
    const otherFamilies = REAL_FAMILIES.filter(([id]) => !RANKED_FAMILIES.has(id));
    expect(otherFamilies.length).toBeGreaterThan(0);
    for (const [, record] of otherFamilies) {
      expect([boardLayoutOf(record), evidenceToRank(record, context)]).toEqual([null, []]);
    }
  });
});
