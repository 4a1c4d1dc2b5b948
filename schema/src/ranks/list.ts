import { isDifferent } from '../boards/difference.ts';
import { type MetricId, metricOf } from '../boards/metrics.ts';
import type { CohortStatistics } from './cohort.ts';
import type { RankPolicy } from './policy.ts';
import { groupBy, middleOf, type Statistic, valueOfBin } from './statistics.ts';

/** A cohort that a list may show. */
export interface Candidate {
  /** Unique on the list. */
  readonly subject: string;
  readonly statistics: Pick<CohortStatistics, 'confirmedRuns' | 'sources' | 'all' | 'confirmed'>;
}

/** A number before a name: by value among those that have one. */
export interface Rank {
  readonly place: number;
  /** The place of the best that it cannot be told from. */
  readonly rank: number;
  readonly tied: boolean;
}

/** Why a row is folded: it is far from others, or one of many rows of one provider. Folded or not, it counts alike. */
export type Fold = 'far' | 'many';

/** A row of a list: what it shows of a cohort. */
export interface ListedRow<Of extends Candidate = Candidate> {
  readonly of: Of;
  readonly statistic: Statistic;
  /** Ascends from best to worst. */
  readonly sort: number;
  readonly ranked: Rank | null;
  readonly fold: Fold | null;
  /** Of a folded row: how many of its provider come before it. Where few are shown, those of many providers are. */
  readonly turn: number;
}

/** A cohort's value under a policy: where it has confirmed runs and a number asks for them, theirs; `null` without the metric. */
export function statisticOf(
  { all, confirmed }: Pick<CohortStatistics, 'all' | 'confirmed'>,
  metric: MetricId,
  { minConfirmedRuns }: Pick<RankPolicy, 'minConfirmedRuns'>,
): { readonly statistic: Statistic; readonly isNumbered: boolean } | null {
  const ofConfirmed = minConfirmedRuns > 0 ? confirmed[metric] : undefined;
  const statistic = ofConfirmed ?? all[metric];
  return statistic ? { statistic, isNumbered: minConfirmedRuns === 0 || ofConfirmed !== undefined } : null;
}

interface Unsorted<Of extends Candidate> {
  readonly of: Of;
  readonly statistic: Statistic;
  readonly sort: number;
  readonly isNumbered: boolean;
}

const bestFirst = (
  a: { readonly sort: number; readonly of: Candidate },
  b: { readonly sort: number; readonly of: Candidate },
): number => a.sort - b.sort || (a.of.subject < b.of.subject ? -1 : a.of.subject > b.of.subject ? 1 : 0);

/**
 * The rows of a list, best first: every cohort has its place by value, and nobody's depends on who came first. Rows that are
 * numbered are never folded, whatever others send.
 */
export function listOf<Of extends Candidate>(
  candidates: readonly Of[],
  metric: MetricId,
  policy: RankPolicy,
): ListedRow<Of>[] {
  const sign = metricOf(metric).better === 'lower' ? 1 : -1;
  const rows = candidates.flatMap((of): Unsorted<Of>[] => {
    const shown = statisticOf(of.statistics, metric, policy);
    return shown ? [{ of, ...shown, sort: sign * shown.statistic.value }] : [];
  });
  const sorted = rows.toSorted(bestFirst);
  const owners = ownersOf(sorted, policy);
  const isFar = farIn(sorted, owners, policy);
  const ranks = ranksOf(
    sorted.filter(({ isNumbered }) => isNumbered),
    policy,
  );
  const foldOf = (row: Unsorted<Of>): Fold | null => {
    if (row.isNumbered) return null;
    if (owners.get(row) === null) return 'many';
    return isFar(row) ? 'far' : null;
  };
  const folds = new Map(sorted.map((row) => [row, foldOf(row)]));
  const turns = turnsOf(sorted.filter((row) => folds.get(row) !== null));
  return sorted.map((row) => {
    const { of, statistic, sort } = row;
    return {
      of,
      statistic,
      sort,
      ranked: ranks.get(row) ?? null,
      fold: folds.get(row) ?? null,
      turn: turns.get(row) ?? 0,
    };
  });
}

/** An id ends in what nobody chose: an order by that favours nobody. */
const chanceOf = ({ statistic: { run } }: Unsorted<Candidate>) => run.run_id.slice(-7) + run.run_id;

/** How many rows of the same sender come before a row: of the one of its senders that has the fewest. */
function turnsOf(
  rows: readonly Unsorted<Candidate>[],
  by: 'provider' | 'network' = 'provider',
): ReadonlyMap<Unsorted<Candidate>, number> {
  const counts = new Map<string, number>();
  const byChance = rows.toSorted((a, b) => (chanceOf(a) < chanceOf(b) ? -1 : 1));
  return new Map(
    byChance.map((row) => {
      const senders = row.of.statistics.sources.map(([provider, network]) => (by === 'provider' ? provider : network));
      const turn = senders.length === 0 ? 0 : Math.min(...senders.map((sender) => counts.get(sender) ?? 0));
      for (const sender of senders) counts.set(sender, (counts.get(sender) ?? 0) + 1);
      return [row, turn];
    }),
  );
}

/**
 * Which provider a row stands for: of those that have measured it, the one that has the fewest. None has more rows than there
 * are providers, whatever it sends: the others are folded (`null`). Of a provider's networks each has its first row before
 * any has a second.
 */
function ownersOf(
  rows: readonly Unsorted<Candidate>[],
  { maxRowsPerProvider }: RankPolicy,
): ReadonlyMap<Unsorted<Candidate>, string | null> {
  const turns = [...turnsOf(rows, 'network')].toSorted(([, a], [, b]) => a - b);
  const providers = new Set(rows.flatMap(({ of }) => of.statistics.sources.map(([provider]) => provider)));
  const maxRows = Math.max(maxRowsPerProvider, providers.size);
  const providerRows = new Map<string, number>();
  const rowsOf = (provider: string) => providerRows.get(provider) ?? 0;
  const owners = new Map<Unsorted<Candidate>, string | null>();
  for (const [row] of turns) {
    const { sources } = row.of.statistics;
    const [owner] = sources.map(([provider]) => provider).toSorted((a, b) => rowsOf(a) - rowsOf(b));
    if (owner === undefined) owners.set(row, row.of.subject);
    else if (rowsOf(owner) >= maxRows && !row.isNumbered) owners.set(row, null);
    else {
      owners.set(row, owner);
      providerRows.set(owner, rowsOf(owner) + 1);
    }
  }
  return owners;
}

/** Fewer providers than this say nothing of what is far. */
const MIN_OTHERS = 4;
/** From so many on it makes no difference whether a row's own provider is among the others. */
const MANY_OTHERS = 100;
const ascending = (a: number, b: number) => a - b;
/** Hampel: so many standard deviations, as the median absolute deviation tells them of normal values. */
const HAMPEL = 3 * 1.4826;

const medianOf = (values: readonly number[]): number => middleOf(values.toSorted(ascending));

/**
 * Which rows are far better than what others have measured, each provider with the median of its rows: Hampel's test on
 * logarithms, and never closer than a factor. Whoever wants to move the median needs as many providers as all others are.
 */
function farIn(
  rows: readonly Unsorted<Candidate>[],
  owners: ReadonlyMap<Unsorted<Candidate>, string | null>,
  { farFactor }: RankPolicy,
): (row: Unsorted<Candidate>) => boolean {
  if (farFactor === Infinity) return () => false;
  const isHigherBetter = (rows[0]?.sort ?? 0) < 0;
  /** Logarithms, the larger the better. */
  const scoreOf = ({ statistic }: Unsorted<Candidate>) =>
    (isHigherBetter ? 1 : -1) * Math.log(statistic.value || valueOfBin(0));
  const owned = rows.filter((row) => owners.get(row) !== null);
  const points = [...groupBy(owned, (row) => owners.get(row) ?? '')].map(([owner, ofOwner]) => {
    return { owner, score: medianOf(ofOwner.map(scoreOf)) };
  });
  const limits = new Map<string, number>();
  const limitWithout = (owner: string): number => {
    const known = limits.get(owner);
    if (known !== undefined) return known;
    const scores = points.filter((point) => point.owner !== owner).map(({ score }) => score);
    let limit = Infinity;
    if (scores.length >= MIN_OTHERS) {
      const median = medianOf(scores);
      const deviation = medianOf(scores.map((score) => Math.abs(score - median)));
      limit = median + Math.max(Math.log(farFactor), HAMPEL * deviation);
    }
    limits.set(owner, limit);
    return limit;
  };
  return (row) => scoreOf(row) > limitWithout(points.length > MANY_OTHERS ? '' : (owners.get(row) ?? ''));
}

/** Ranks by value: what no test can tell from the first of its band shares its rank (1, 1, 3). */
function ranksOf(
  rows: readonly Unsorted<Candidate>[],
  { minTiedProviders }: RankPolicy,
): ReadonlyMap<Unsorted<Candidate>, Rank> {
  const ranks: { readonly row: Unsorted<Candidate>; readonly place: number; readonly rank: number }[] = [];
  let first: Unsorted<Candidate> | undefined;
  for (const [i, row] of rows.entries()) {
    const isTied = first && row.statistic.providers >= minTiedProviders && !isDifferent(row.statistic, first.statistic);
    if (!isTied) first = row;
    ranks.push({ row, place: i + 1, rank: isTied ? (ranks[i - 1]?.rank ?? 1) : i + 1 });
  }
  return new Map(
    ranks.map(({ row, place, rank }, i) => {
      const tied = rank === ranks[i - 1]?.rank || rank === ranks[i + 1]?.rank;
      return [row, { place, rank, tied }];
    }),
  );
}
