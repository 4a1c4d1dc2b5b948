import { CUT_KEYS, type CutKeys, METRIC_IDS, type MetricId, type MetricValue, parseCut } from '@opfsmark/schema/boards';
import { bucketOfValue, estimateMedian, VoteCount, type Votes } from './buckets.ts';
import { lineOf, type ModelNames, type SubjectNames, usualName } from './lines.ts';
import { agedUntilMs, monthsAfter, needsOfUnusual, type RankNeeds, type RankPolicy, type SourceTag } from './policy.ts';
import { type ConfirmedBest, Reach } from './reach.ts';
import { Census, type Voice } from './voices.ts';
import { type CountedRun, type NetworkVote, RUNS_PER_VOTE, type Standing, votesOf, type Cutoffs } from './votes.ts';
import { classOf, type RunClass } from './warned.ts';

/** Votes for one metric of a cohort. */
interface Tally {
  readonly votes: VoteCount;
  readonly reach: Reach;
  readonly firstMs: number;
  readonly lastMs: number;
}

const meets = ({ reach, firstMs, lastMs }: Tally, { minProviders, minSpanMs }: RankNeeds) =>
  reach.size >= minProviders && lastMs - firstMs >= minSpanMs;

/** @param reach of no provider yet */
function sum(tallies: readonly Tally[], reach: Reach): Tally {
  const votes = new VoteCount();
  for (const one of tallies) votes.addAll(one.votes);
  for (const one of tallies) reach.addAll(one.reach);
  return {
    votes,
    reach,
    firstMs: Math.min(...tallies.map(({ firstMs }) => firstMs)),
    lastMs: Math.max(...tallies.map(({ lastMs }) => lastMs)),
  };
}

/** The votes that speak for a metric of a cohort. */
interface CountedVotes {
  readonly votes: Votes;
  readonly standings: ReadonlySet<Standing>;
  readonly reach: Reach;
  /** The best bucket that a moderator has confirmed. */
  readonly vouched: number | null;
}

/** Votes of one metric, by standing. */
class MetricTally {
  readonly #byStanding = new Map<Standing, Tally>();
  readonly #metric: MetricId;
  readonly #policy: RankPolicy;

  constructor(metric: MetricId, policy: RankPolicy) {
    this.#metric = metric;
    this.#policy = policy;
  }

  add({ standing, provider, first_ms, last_ms }: NetworkVote, bucket: number, weight: number): void {
    const tally = this.#of(standing);
    tally.votes.add(bucket, weight);
    tally.reach.add(provider, bucket);
    const [firstMs, lastMs] = [Math.min(tally.firstMs, first_ms), Math.max(tally.lastMs, last_ms)];
    this.#byStanding.set(standing, { ...tally, firstMs, lastMs });
  }

  /** The votes by which the metric is ranked; `null` where they are too few. Below that only what a moderator has confirmed counts. */
  countedVotes(): CountedVotes | null {
    const isUnusualHeld = !meets(this.#of('u'), needsOfUnusual(this.#policy));
    const standings: Standing[] = isUnusualHeld ? ['e', 'c'] : ['e', 'c', 'u'];
    const total = sum(
      standings.map((standing) => this.#of(standing)),
      this.#noReach(),
    );
    const confirmedTally = this.#of('c');
    const vouchedBucket = confirmedTally.votes.buckets.reduce<number | null>(
      (best, bucket) => confirmedTally.reach.better(best, bucket),
      null,
    );
    if (meets(total, this.#policy)) {
      return { votes: total.votes.finish(), standings: new Set(standings), reach: total.reach, vouched: vouchedBucket };
    }
    if (vouchedBucket === null) return null;
    return {
      votes: confirmedTally.votes.finish(),
      standings: new Set(['c']),
      reach: confirmedTally.reach,
      vouched: vouchedBucket,
    };
  }

  #of(standing: Standing): Tally {
    const emptyTally = { votes: new VoteCount(), reach: this.#noReach(), firstMs: Infinity, lastMs: -Infinity };
    return this.#byStanding.get(standing) ?? emptyTally;
  }

  #noReach(): Reach {
    return new Reach(this.#metric, this.#policy);
  }
}

/** A run that counts in cohorts. */
export interface CohortRun extends CountedRun, CutKeys {
  readonly network: SourceTag;
  readonly core: string;
  /** The drive's model as it was declared. */
  readonly driveName: string;
}

/** What is confirmed of one metric of a cohort. */
interface CohortMetric extends Votes {
  /** The run of a counting vote near the median: it gives a row its link and its 99th percentile. */
  readonly run_id: string;
  readonly p99_ns: number | null;
  readonly ceiling?: number;
  /** By which others are told to be unusual; only of cuts that tell it. */
  readonly best?: ConfirmedBest;
}

/** What lists show of a cohort: nothing of what is not confirmed. */
export interface Cohort {
  readonly shown: SubjectNames;
  readonly metrics: Readonly<Partial<Record<MetricId, CohortMetric>>>;
  /** In which classes the runs that stand for metrics are, by their ids. */
  readonly classes: Readonly<Record<string, RunClass>>;
}

export interface CountedCohort {
  /** Runs behind its votes. */
  readonly runs: number;
  readonly cohort: Cohort;
  /** When time alone may change it; `null` where it cannot. */
  readonly due_ms: number | null;
}

/** Kinds whose cohorts tell the best: of each interface, and of each operating system because every run has one. */
const BEST_KINDS = new Set(['interface', 'os']);
const tellsBest = (cut: string) => BEST_KINDS.has(parseCut(cut)?.kind ?? '');

/** So many network votes among which a row's typical run is chosen. */
const VOTES_SAMPLED = 50;

/** An id begins with a time and ends in what nobody chose: by that a sample is the same here and where tags have other names. */
const chanceOf = ({ run: { run_id } }: NetworkVote) => run_id.slice(-7) + run_id;

const sampleOf = <Vote extends NetworkVote>(votes: readonly Vote[]): Vote[] =>
  votes.toSorted((a, b) => (chanceOf(a) < chanceOf(b) ? -1 : 1)).slice(0, VOTES_SAMPLED);

const isOf = (run: CutKeys, keys: Partial<CutKeys>) =>
  CUT_KEYS.every((key) => keys[key] === undefined || keys[key] === run[key]);

/** Those of some runs that belong to a cut. */
export function runsOfCut<Run extends CutKeys>(cut: string, runs: readonly Run[]): Run[] {
  const keys = parseCut(cut)?.keys;
  return keys ? runs.filter((run) => isOf(run, keys)) : [];
}

/** What a network has in a cohort. */
export interface NetworkPart {
  readonly votes: readonly NetworkVote<CohortRun>[];
  /** Also those that wait. */
  readonly runs: number;
  readonly due_ms: number;
}

/** How the votes of networks are made at one moment. */
export class Electorate {
  readonly policy: RankPolicy;
  readonly #nowMs: number;
  readonly #waits: { readonly usualMs: number; readonly unusualMs: number };
  readonly #cutoffs: Cutoffs;
  readonly #agedMs: number;

  constructor(policy: RankPolicy, nowMs: number) {
    this.policy = policy;
    this.#nowMs = nowMs;
    this.#waits = { usualMs: policy.waitingMs, unusualMs: needsOfUnusual(policy).waitingMs };
    this.#cutoffs = { usualMs: nowMs - this.#waits.usualMs, unusualMs: nowMs - this.#waits.unusualMs };
    this.#agedMs = agedUntilMs(policy, nowMs);
  }

  /** Those of some runs that are not too old, newest first. */
  current(runs: readonly CohortRun[]): CohortRun[] {
    return runs
      .filter(({ created_ms }) => created_ms > this.#agedMs)
      .toSorted((a, b) => b.created_ms - a.created_ms || (a.run_id < b.run_id ? 1 : -1));
  }

  newCensus(): Census {
    return new Census(this.policy, this.#cutoffs);
  }

  /**
   * What a network has in a cohort comes to.
   *
   * @param newestFirst its current runs: at least one
   */
  partOf(newestFirst: readonly CohortRun[], { isLate }: Pick<Voice, 'isLate'>): NetworkPart {
    const { usualMs, unusualMs } = this.#waits;
    const waits = isLate ? [unusualMs] : [usualMs, unusualMs];
    const cutoffs = isLate ? { ...this.#cutoffs, usualMs: this.#cutoffs.unusualMs } : this.#cutoffs;
    const changes = newestFirst.flatMap(({ created_ms }) => waits.map((wait) => created_ms + wait));
    const confirmedRuns = newestFirst.filter((run) => run.confirmed === 1);
    const oldestMs = newestFirst.at(-1)?.created_ms ?? this.#nowMs;
    return {
      votes: votesOf(newestFirst, cutoffs),
      runs: Math.min(confirmedRuns.length || newestFirst.length, RUNS_PER_VOTE),
      due_ms: changes
        .filter((ms) => ms > this.#nowMs)
        .reduce((earliestMs, ms) => Math.min(earliestMs, ms), monthsAfter(oldestMs, this.policy.maxMonths)),
    };
  }
}

/** Counts a cohort whole, network by network: it holds no runs but those that may stand for it. */
export class CohortCount {
  readonly #policy: RankPolicy;
  readonly #tallies = new Map<MetricId, MetricTally>();
  #samples: NetworkVote<CohortRun>[] = [];
  #runs = 0;
  #dueMs: number | null = null;

  constructor(policy: RankPolicy) {
    this.#policy = policy;
  }

  add({ votes, runs, due_ms }: NetworkPart, { weight }: Pick<Voice, 'weight'>): void {
    for (const vote of votes) {
      for (const [metric, bucket] of vote.buckets) {
        const tally = this.#tallies.get(metric) ?? new MetricTally(metric, this.#policy);
        tally.add(vote, bucket, weight);
        this.#tallies.set(metric, tally);
      }
      this.#samples.push(vote);
      if (this.#samples.length > 2 * VOTES_SAMPLED) this.#samples = sampleOf(this.#samples);
    }
    this.#runs += runs;
    this.#dueMs = Math.min(due_ms, this.#dueMs ?? due_ms);
  }

  /** @param models names of the cohort's device and drive, and whether they may stand on boards */
  finish(cut: string, models: ModelNames): CountedCohort {
    this.#samples = sampleOf(this.#samples);
    const usualDrive = usualName(this.#samples.map(({ run }) => run.driveName));
    const { shown, mayRank } = lineOf(cut, models, usualDrive);
    const metrics = mayRank ? METRIC_IDS.flatMap((metric) => this.#confirmedMetric(cut, metric) ?? []) : [];
    const standingIds = new Set(metrics.map(([, { run_id }]) => run_id));
    const classes = this.#samples.flatMap(({ run }) =>
      standingIds.has(run.run_id) ? [[run.run_id, classOf(run)] as const] : [],
    );
    return {
      runs: this.#runs,
      cohort: { shown, metrics: Object.fromEntries(metrics), classes: Object.fromEntries(classes) },
      due_ms: this.#dueMs,
    };
  }

  #confirmedMetric(cut: string, metric: MetricId): [MetricId, CohortMetric][] | null {
    const countedVotes = this.#tallies.get(metric)?.countedVotes();
    const estimate = countedVotes && estimateMedian(countedVotes.votes);
    const typicalRun = estimate && this.#typicalRun(metric, bucketOfValue(estimate.value), countedVotes.standings);
    if (!typicalRun) return null;
    const { run_id, p99_ns, ceiling } = typicalRun;
    const { votes, reach, vouched } = countedVotes;
    const cohortMetric: CohortMetric = {
      ...votes,
      run_id,
      p99_ns,
      ...(ceiling === undefined ? {} : { ceiling }),
      ...(tellsBest(cut) ? { best: { providers: [...reach], vouched } } : {}),
    };
    return [[metric, cohortMetric]];
  }

  #typicalRun(metric: MetricId, median: number, standings: ReadonlySet<Standing>) {
    const candidates = this.#samples
      .filter(({ standing }) => standings.has(standing))
      .flatMap(({ buckets, run: { run_id, metrics } }): (MetricValue & { run_id: string; distance: number })[] => {
        const [bucket, metricValue] = [buckets.get(metric), metrics[metric]];
        return bucket === undefined || !metricValue
          ? []
          : [{ run_id, ...metricValue, distance: Math.abs(bucket - median) }];
      });
    return candidates.toSorted((a, b) => a.distance - b.distance)[0] ?? null;
  }
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
  const currentRuns = electorate.current(runsOfCut(cut, runs));
  const networks = [...Map.groupBy(currentRuns, ({ network }) => network).values()];
  const census = electorate.newCensus();
  for (const networkRuns of networks) census.add(networkRuns);
  const voices = census.finish();
  const count = new CohortCount(policy);
  for (const networkRuns of networks) {
    const voice = voices.of(networkRuns);
    count.add(electorate.partOf(networkRuns, voice), voice);
  }
  return count.finish(cut, models);
}

export const isConfirmed = ({ metrics }: Cohort): boolean => Object.keys(metrics).length > 0;
