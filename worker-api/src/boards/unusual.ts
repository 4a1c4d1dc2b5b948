import { METRIC_IDS, type MetricId, metricOf, type MetricValues, parseCut } from '@opfsmark/schema/boards';
import { bucketOfValue, lowerMedian, valueOfBucket } from './buckets.ts';
import { NO_PROVIDER, type SourceTag, type RankNeeds } from './policy.ts';
import { type ConfirmedBest, Reach } from './reach.ts';
import { metricPlace, setOfMetrics } from './stored-metrics.ts';

/** Fewer networks than this own no bounds: the first few must not lock out others. */
const OUTLIER_MIN_NETWORKS = 8;
/** The outer tenths are not trusted. */
const TRIMMED = 0.1;
/** How far beyond the others a value must lie: a factor of three, and six with the fewest networks. */
const MIN_FACTOR = 3;

/**
 * Whether a run is far better than the runs of other networks with the same device, system, browser and flush. Slower runs
 * are never held: a slower drive is likely, and one vote moves a median by one vote at most.
 *
 * @param peers one run per other network
 */
export function isOutlier(metrics: MetricValues, peers: readonly MetricValues[]): boolean {
  return Object.entries(metrics).some(([metric, { value }]) =>
    liesOutside(
      metric as MetricId,
      value,
      peers.flatMap((peer) => peer[metric as MetricId]?.value ?? []),
    ),
  );
}

function liesOutside(metric: MetricId, value: number, others: readonly number[]): boolean {
  const n = others.length;
  if (n < OUTLIER_MIN_NETWORKS) return false;
  const sign = metricOf(metric).better === 'lower' ? -1 : 1;
  const buckets = others.map((other) => sign * bucketOfValue(other)).toSorted((a, b) => a - b);
  const best = buckets[n - 1 - Math.floor(n * TRIMMED)] ?? 0;
  return sign * bucketOfValue(value) > best + bucketOfValue(MIN_FACTOR * (1 + OUTLIER_MIN_NETWORKS / n));
}

/** Per interface, '' for all of them, the best value that is confirmed of each metric. */
export type ConfirmedBests = Readonly<Record<string, Readonly<Partial<Record<MetricId, number>>>>>;

const isBetter = (metric: MetricId, a: number, b: number) => (metricOf(metric).better === 'lower' ? a < b : a > b);

interface OpenBest {
  readonly reach: Reach;
  vouched: number | null;
}

/** Takes together what the cohorts of a scope confirm. */
export class BestsCount {
  readonly #needs: RankNeeds;
  readonly #byInterface = new Map<string, Map<MetricId, OpenBest>>();

  constructor(needs: RankNeeds) {
    this.#needs = needs;
  }

  add(cut: string, metrics: Readonly<Partial<Record<MetricId, { readonly best?: ConfirmedBest }>>>): void {
    const ofInterface = parseCut(cut)?.keys.interface ?? '';
    const openBests = this.#byInterface.get(ofInterface) ?? new Map<MetricId, OpenBest>();
    for (const metric of METRIC_IDS) {
      const best = metrics[metric]?.best;
      if (!best) continue;
      const openBest = openBests.get(metric) ?? { reach: new Reach(metric, this.#needs), vouched: null };
      openBest.reach.addAll(best.providers);
      openBest.vouched = openBest.reach.better(openBest.vouched, best.vouched);
      openBests.set(metric, openBest);
    }
    if (openBests.size > 0) this.#byInterface.set(ofInterface, openBests);
  }

  finish(): ConfirmedBests {
    const valuesOf = (bests: ReadonlyMap<MetricId, OpenBest>) =>
      [...bests].flatMap(([metric, { reach, vouched }]) => {
        const bucket = reach.better(reach.reached(), vouched);
        return bucket === null ? [] : [[metric, valueOfBucket(bucket)]];
      });
    return Object.fromEntries([...this.#byInterface].map(([of, bests]) => [of, Object.fromEntries(valuesOf(bests))]));
  }
}

/**
 * What a value is compared with: the best of its interface and that of all, of which the worse one counts. An interface that
 * only its liars have named tells no better one.
 */
function bestOf(bests: ConfirmedBests, ofInterface: string, metric: MetricId): number | undefined {
  const [interfaceBest, overallBest] = [bests[ofInterface]?.[metric], bests['']?.[metric]];
  if (interfaceBest === undefined || overallBest === undefined) return interfaceBest ?? overallBest;
  return isBetter(metric, interfaceBest, overallBest) ? overallBest : interfaceBest;
}

const isFarBetter = (metric: MetricId, value: number, than: number, factor: number) =>
  isBetter(metric, value, metricOf(metric).better === 'lower' ? than / factor : than * factor);

/** Which metrics of a run are far better than all that is confirmed. */
export function unusualSet(metrics: MetricValues, ofInterface: string, bests: ConfirmedBests, factor: number): string {
  const unusualMetrics = METRIC_IDS.filter((metric) => {
    const [metricValue, best] = [metrics[metric], bestOf(bests, ofInterface, metric)];
    return metricValue && best !== undefined && isFarBetter(metric, metricValue.value, best, factor);
  });
  return setOfMetrics(unusualMetrics);
}

interface Marked {
  readonly metrics: MetricValues;
  readonly unusual: string;
}

export const hasUnusual = (unusual: string, metric: MetricId): boolean => unusual[metricPlace(metric) - 1] === '1';

const pick = <Run extends Marked>(run: Run, isUnusual: boolean): Run => ({
  ...run,
  metrics: Object.fromEntries(
    Object.entries(run.metrics).filter(([id]) => hasUnusual(run.unusual, id as MetricId) === isUnusual),
  ),
});

/** A run with its unusual metrics alone, and without them. */
export const withUnusual = <Run extends Marked>(run: Run): Run => pick(run, true);
export const withoutUnusual = <Run extends Marked>(run: Run): Run =>
  run.unusual === '' ? { ...run } : pick(run, false);

/** A value on a board. */
interface Rival {
  readonly value: number;
  readonly provider: SourceTag;
  readonly created_ms: number;
}

/**
 * Which values are far better than what a board knows. Where nothing of that is confirmed, a value is compared with the
 * middle one of other providers, each with its best: of those that came before it, and of all. So the first results of a site
 * are seen whatever comes later, and whoever wants to stand above them with a made-up value needs more providers than there
 * are honest ones.
 */
export class UnusualJudge {
  readonly #metric: MetricId;
  readonly #bests: ConfirmedBests;
  readonly #factor: number;
  readonly #rivals: readonly Rival[];

  constructor(metric: MetricId, bests: ConfirmedBests, factor: number, rivals: readonly Rival[]) {
    this.#metric = metric;
    this.#bests = bests;
    this.#factor = factor;
    this.#rivals = rivals.filter(({ provider }) => provider !== NO_PROVIDER);
  }

  isUnusual(rival: Rival, ofInterface: string): boolean {
    const best = bestOf(this.#bests, ofInterface, this.#metric);
    const rivals = this.#rivals.filter(({ provider }) => provider !== rival.provider);
    const comparedValues =
      best === undefined
        ? [rivals.filter((one) => one.created_ms < rival.created_ms), rivals].map((of) => this.#middle(of))
        : [best];
    return comparedValues.every(
      (value) => value !== null && isFarBetter(this.#metric, rival.value, value, this.#factor),
    );
  }

  #middle(rivals: readonly Rival[]): number | null {
    const sign = metricOf(this.#metric).better === 'lower' ? -1 : 1;
    const rivalsByProvider = [...Map.groupBy(rivals, ({ provider }) => provider).values()];
    const middle = lowerMedian(rivalsByProvider.map((values) => Math.max(...values.map(({ value }) => sign * value))));
    return middle === null ? null : sign * middle;
  }
}
