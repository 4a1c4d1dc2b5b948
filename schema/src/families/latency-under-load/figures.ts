import {
  bucketValueNs,
  decodeHistogram,
  evidentPercentileNs,
  mergeCounts,
  percentileBucket,
  totalCount,
  type Counts,
} from '../../documents/histogram.ts';
import type { Side } from '../../documents/pass.ts';
import { Z_90 } from '../../documents/deviations.ts';
import { median, sum } from '../../documents/stats.ts';
import type { Figure, Origin } from '../../figures/figure.ts';
import { intervalOf, type MeasuredValue } from '../../figures/loops.ts';
import type { Family, RecordOf } from '../family.ts';
import { originOfWrites } from '../flushes.ts';
import { partOfPass } from '../iostat-part.ts';
import type { Described } from '../report.ts';
import { LOADS_PERCENT, type LoadPercent, capacityPerS, underLoadFlushes, underLoadPlan } from './plan.ts';
import type { UnderLoadPlan, UnderLoadResult } from './schema.ts';

export const LOAD_PERCENTILES = { p50: 0.5, p95: 0.95, p99: 0.99, 'p99.9': 0.999 } as const;
export type LoadPercentile = keyof typeof LOAD_PERCENTILES;
export const LOAD_PERCENTILE_IDS = Object.keys(LOAD_PERCENTILES) as LoadPercentile[];

const countsOf = ({ histogram }: Side): Counts => decodeHistogram(histogram) ?? [];

const longestOf = (sides: readonly Side[]) => Math.max(...sides.map(({ max_ns }) => max_ns));

/**
 * A percentile of all calls, and where it lies with 90 %: between two of the sorted calls (the rank of a percentile is
 * binomial), which would do if calls did not wait for one another. They do, so it reaches as far as the loops, where those
 * have enough calls of their own. `null` where fewer than ten calls lie beyond it.
 */
function percentileOf(sides: readonly Side[], fraction: number): MeasuredValue | null {
  const loops = sides.map(countsOf);
  const allCounts = mergeCounts(loops);
  const calls = totalCount(allCounts);
  const value = evidentPercentileNs(allCounts, fraction);
  if (value === null) return null;
  const reach = Z_90 * Math.sqrt((fraction * (1 - fraction)) / calls);
  const at = (share: number) => bucketValueNs(percentileBucket(allCounts, Math.min(1, Math.max(0, share))));
  const ofLoops = loops.flatMap((counts) => evidentPercentileNs(counts, fraction) ?? []);
  // A bucket's middle may lie outside what was seen: no percentile stands above the longest call.
  const [minNs, maxNs] = [Math.min(...sides.map((side) => side.min_ns)), longestOf(sides)];
  const seen = (ns: number) => Math.min(maxNs, Math.max(minNs, ns));
  return {
    value: seen(value),
    low: seen(Math.min(at(fraction - reach), ...ofLoops)),
    high: seen(Math.max(at(fraction + reach + 1 / calls), ...ofLoops)),
  };
}

export interface LoadFigure {
  readonly percent: LoadPercent;
  readonly calls: number;
  readonly due: number;
  readonly maxNs: number;
  /** How much later than due a call began on average, because waking up takes time. */
  readonly lateNs: number;
  readonly percentiles: Readonly<Record<LoadPercentile, MeasuredValue | null>>;
}

interface UnderLoadFigures {
  /** Writes per second, each flushed; `null` before it was measured. */
  readonly capacity: MeasuredValue | null;
  readonly loads: readonly LoadFigure[];
}

export function underLoadFigures({ loops }: UnderLoadResult): UnderLoadFigures {
  const rates = loops.map(({ capacity }) => capacityPerS(capacity)).filter((rate) => rate > 0);
  const loads = LOADS_PERCENT.flatMap((percent, index): LoadFigure[] => {
    const passes = loops.flatMap(({ loads: loopLoads }) => loopLoads[index] ?? []);
    const sides = passes.flatMap(({ write }) => (write && write.ops > 0 ? write : []));
    const calls = sum(sides.map(({ ops }) => ops));
    if (calls === 0) return [];
    const of = (id: LoadPercentile) => [id, percentileOf(sides, LOAD_PERCENTILES[id])] as const;
    return [
      {
        percent,
        calls,
        due: sum(passes.map(({ due = 0 }) => due)),
        maxNs: longestOf(sides),
        lateNs: sum(passes.map(({ late_ns = 0 }) => late_ns)) / calls,
        percentiles: Object.fromEntries(LOAD_PERCENTILE_IDS.map(of)) as LoadFigure['percentiles'],
      },
    ];
  });
  return { capacity: rates.length > 0 ? intervalOf(rates, 1e9 / median(rates)) : null, loads };
}

/** Where the writes went. */
export function underLoadOrigin(
  run: Pick<Described<UnderLoadPlan, UnderLoadResult>, 'result' | 'environment'>,
): Origin | null {
  return originOfWrites(run.environment, underLoadFlushes(run));
}

function figuresOf(record: RecordOf<UnderLoadPlan, UnderLoadResult>): Figure[] {
  const { capacity, loads } = underLoadFigures(record.result);
  const head = { direction: 'write', row: null, p99_ns: null, origin: underLoadOrigin(record) } as const;
  const ofLoads = loads.flatMap(({ percent, percentiles }) =>
    LOAD_PERCENTILE_IDS.flatMap((id): Figure[] => {
      const percentile = percentiles[id];
      if (!percentile) return [];
      return [
        {
          id: `load ${percent} ${id}`,
          name: `load-${percent} ${id}`,
          unit: 'ns',
          better: 'lower',
          of_call: true,
          ...percentile,
          ...head,
        },
      ];
    }),
  );
  if (!capacity) return ofLoads;
  return [...ofLoads, { id: 'capacity', name: 'capacity', unit: 'iops', better: 'higher', ...capacity, ...head }];
}

export const underLoadFamily = {
  ...underLoadPlan,
  flushes: underLoadFlushes,
  iostat: ({ loops }) =>
    loops.flatMap(({ capacity, loads }, index) => [
      ...partOfPass(`capacity ${index + 1}`, capacity),
      ...loads.flatMap((pass, load) => partOfPass(`load-${LOADS_PERCENT[load]} ${index + 1}`, pass)),
    ]),
  figures: figuresOf,
} satisfies Family<UnderLoadPlan, UnderLoadResult>;
