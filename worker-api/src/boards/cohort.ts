import { CUT_KEYS, METRIC_IDS, parseCut, type CutKeys, type MetricId, type MetricValue } from '@opfsmark/schema/boards';
import { bucketOfValue, estimateMedian, sortBuckets, type SortedBuckets } from './buckets.ts';
import { lineOf, type ModelNames, type Shown } from './lines.ts';
import { usualName } from './names.ts';
import { agedUntilMs, monthsAfter, waitingMs, type RankPolicy } from './policy.ts';
import { countedVotes, type MetricVotes } from './ranked.ts';
import { RUNS_PER_VOTE, voteOf, type CountedRun, type NetworkVote, type Standing } from './votes.ts';

/** A run that counts in cohorts. */
export interface CohortRun extends CountedRun, CutKeys {
  readonly network: number;
  /** The drive's model as it was declared. */
  readonly driveName: string;
}

/** What is confirmed of one metric of a cohort. */
export interface CohortMetric {
  /** Votes by logarithmic bucket, ascending. */
  readonly counts: SortedBuckets;
  /** Of the votes that count, the run of one near the median: it gives a row its link and its 99th percentile. */
  readonly run_id: string;
  readonly p99_ns: number | null;
  readonly ceiling?: number;
}

/** What lists show of a cohort: nothing of what is not confirmed. */
export interface Cohort {
  readonly shown: Shown;
  readonly metrics: Readonly<Partial<Record<MetricId, CohortMetric>>>;
}

export interface CountedCohort {
  /** Runs behind its votes. */
  readonly runs: number;
  readonly cohort: Cohort;
  /** When time alone may change it; `null` where it cannot. */
  readonly due_ms: number | null;
}

/** The network votes among which a row's typical run is chosen: those of the first networks. */
const VOTES_SAMPLED = 50;

const isOf = (run: CutKeys, keys: Partial<CutKeys>) =>
  CUT_KEYS.every((key) => keys[key] === undefined || keys[key] === run[key]);

/** Those of some runs that belong to a cut. */
export function runsOfCut<Run extends CutKeys>(cut: string, runs: readonly Run[]): Run[] {
  const keys = parseCut(cut)?.keys;
  return keys ? runs.filter((run) => isOf(run, keys)) : [];
}

/** The votes of one metric while they are counted. */
type Counts = Record<Standing, Map<number, number>>;

interface Sample {
  readonly vote: NetworkVote;
  readonly run: CountedRun & { readonly driveName: string };
}

/** What a network has in a cohort: its vote, and the run that stands for it. */
interface NetworkPart {
  readonly vote: NetworkVote;
  readonly run: Sample['run'];
  readonly due_ms: number;
}

/** How the votes of networks are made at one moment. */
export class Electorate {
  readonly policy: RankPolicy;
  readonly #establishedMs: number;
  readonly #agedMs: number;
  readonly #waitingMs: number;

  constructor(policy: RankPolicy, nowMs: number) {
    this.policy = policy;
    this.#waitingMs = waitingMs(policy);
    this.#establishedMs = nowMs - this.#waitingMs;
    this.#agedMs = agedUntilMs(policy, nowMs);
  }

  /** What all runs that one network has in a cohort come to; `null` where none has a vote. */
  partOf(runs: readonly CohortRun[]): NetworkPart | null {
    const newestFirst = runs
      .filter(({ created_ms }) => created_ms > this.#agedMs)
      .toSorted((a, b) => b.created_ms - a.created_ms || (a.run_id < b.run_id ? 1 : -1));
    // A run may make its metrics from text each time they are asked for: here they are asked for once.
    const own = newestFirst.slice(0, RUNS_PER_VOTE).map((run) => ({ ...run }));
    const vote = voteOf(own, this.#establishedMs);
    const run = vote && own.find(({ run_id }) => run_id === vote.run_id);
    if (!vote || !run) return null;
    const agesMs = monthsAfter(newestFirst.at(-1)?.created_ms ?? vote.first_ms, this.policy.maxMonths);
    const due_ms = vote.standing === 'n' ? Math.min(agesMs, vote.first_ms + this.#waitingMs) : agesMs;
    return { vote, run, due_ms };
  }
}

/** Counts a cohort whole, network by network: it holds no runs but those that may stand for it. */
export class CohortCount {
  readonly #policy: RankPolicy;
  readonly #counts = new Map<MetricId, Counts>();
  readonly #days = new Set<number>();
  readonly #samples: Sample[] = [];
  #runs = 0;
  #dueMs: number | null = null;

  constructor(policy: RankPolicy) {
    this.#policy = policy;
  }

  /** Networks come in ascending order. */
  add({ vote, run, due_ms }: NetworkPart): void {
    for (const [metric, bucket] of vote.buckets) {
      const counts: Counts = this.#counts.get(metric) ?? { n: new Map(), e: new Map(), c: new Map() };
      counts[vote.standing].set(bucket, (counts[vote.standing].get(bucket) ?? 0) + 1);
      this.#counts.set(metric, counts);
    }
    for (const ms of [vote.first_ms, vote.last_ms]) this.#days.add(Math.floor(ms / DAY_MS));
    if (this.#samples.length < VOTES_SAMPLED) this.#samples.push({ vote, run });
    this.#runs += vote.runs;
    this.#dueMs = Math.min(due_ms, this.#dueMs ?? due_ms);
  }
  /** @param models names of the cohort's device and drive, and whether they may stand on boards */
  finish(cut: string, models: ModelNames): CountedCohort {
    const usualDrive = usualName(this.#samples.map(({ run }) => run.driveName));
    const { shown, mayRank } = lineOf(cut, models, usualDrive);
    const metrics = mayRank ? METRIC_IDS.flatMap((metric) => this.#confirmed(metric) ?? []) : [];
    return { runs: this.#runs, cohort: { shown, metrics: Object.fromEntries(metrics) }, due_ms: this.#dueMs };
  }

  #confirmed(metric: MetricId): [MetricId, CohortMetric][] | null {
    const counts = this.#counts.get(metric);
    const counted = counts && countedVotes(metricVotesOf(counts), this.#days.size, this.#policy);
    const estimate = counted && estimateMedian(counted.counts);
    const typical = estimate && this.#typicalRun(metric, bucketOfValue(estimate.value), counted.standings);
    if (!typical) return null;
    const { run_id, p99_ns, ceiling } = typical;
    const own = { counts: sortBuckets(counted.counts), run_id, p99_ns, ...(ceiling === undefined ? {} : { ceiling }) };
    return [[metric, own]];
  }

  #typicalRun(metric: MetricId, median: number, standings: ReadonlySet<Standing>) {
    const near = this.#samples
      .filter(({ vote }) => standings.has(vote.standing))
      .flatMap(
        ({ vote: { buckets }, run: { run_id, metrics } }): (MetricValue & { run_id: string; distance: number })[] => {
          const [bucket, own] = [buckets.get(metric), metrics[metric]];
          return bucket === undefined || !own ? [] : [{ run_id, ...own, distance: Math.abs(bucket - median) }];
        },
      );
    return near.toSorted((a, b) => a.distance - b.distance)[0] ?? null;
  }
}

const DAY_MS = 86_400_000;

function metricVotesOf({ n, e, c }: Counts): MetricVotes {
  const sum = (...all: ReadonlyMap<number, number>[]) => {
    const counts = new Map<number, number>();
    for (const [bucket, count] of all.flatMap((one) => [...one])) counts.set(bucket, (counts.get(bucket) ?? 0) + count);
    return counts;
  };
  return { all: sum(n, e, c), established: sum(e, c), confirmed: c };
}

/** The runs of each network, in ascending order. */
function networksOf(runs: readonly CohortRun[]): CohortRun[][] {
  const networks = [...Map.groupBy(runs, ({ network }) => network)];
  return networks.toSorted(([a], [b]) => a - b).map(([, own]) => own);
}

/** Counts the runs of one cohort; those of others are left out. */
export function countCohort(
  cut: string,
  runs: readonly CohortRun[],
  models: ModelNames,
  policy: RankPolicy,
  nowMs: number,
): CountedCohort {
  const electorate = new Electorate(policy, nowMs);
  const count = new CohortCount(policy);
  for (const own of networksOf(runsOfCut(cut, runs))) {
    const part = electorate.partOf(own);
    if (part) count.add(part);
  }
  return count.finish(cut, models);
}

export const isConfirmed = ({ metrics }: Cohort): boolean => Object.keys(metrics).length > 0;
