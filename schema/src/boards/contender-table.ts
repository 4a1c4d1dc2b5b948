import { classOf, COMMIT_CLASSES, isRanked, type CommitClass } from '../families/app-storage/contenders.ts';
import type { ContenderId } from '../families/app-storage/contender-ids.ts';
import { APP_STORE_IDS, APP_STORES, APP_WORKLOADS, appMetricId, type AppEngine, type AppWorkload } from './metrics.ts';
import { type EstimatedMedian, isDifferent } from './difference.ts';
import { formatCut, scopeOf, type BoardClient } from './ids.ts';

/** One metric as it is known: the median over internet providers, and its interval. */
export interface KnownMetric {
  readonly metric: string;
  readonly p50: number;
  readonly low: number;
  readonly high: number;
  readonly providers: number;
  readonly unconfirmed?: true | undefined;
}

/** Nanoseconds per operation. */
export interface ContenderCell extends EstimatedMedian {
  /** Nothing of it is confirmed: it has no rank. */
  readonly isUnconfirmed: boolean;
  /** Among the contenders of its class; `null` for one that is a floor for the others. */
  readonly rank: number | null;
  /** Shares its rank: no clear difference, see `isDifferent`. */
  readonly tied: boolean;
}

/** A contender on the machines of all, within one browser and system. */
export interface ContenderRow {
  readonly contender: ContenderId;
  readonly engine: AppEngine | null;
  readonly class: CommitClass;
  /** `null` where nobody has measured it. */
  readonly cells: Readonly<Record<AppWorkload, ContenderCell | null>>;
}

/** The runs of all that ran the standard test of storage for apps in one browser and system. */
export function clientCut(suite: number, { os, browser }: BoardClient): string {
  return formatCut('client', { scope: scopeOf(suite, 'app-storage'), os, browser });
}

interface Entry {
  readonly row: Omit<ContenderRow, 'cells'>;
  readonly byWorkload: Readonly<Record<AppWorkload, KnownMetric | undefined>>;
}

const medianOf = ({ p50: value, low, high, providers }: KnownMetric) => ({ value, low, high, providers });

/** Ranks of one workload within one class, by contender and engine: 1, 1, 3 where the first two cannot be told apart. */
function ranksOf(entries: readonly Entry[], workload: AppWorkload): ReadonlyMap<Entry, number> {
  const ranks = new Map<Entry, number>();
  let leader: KnownMetric | null = null;
  let rank = 0;
  const entryMetrics = entries.flatMap((entry) => {
    const metric = entry.byWorkload[workload];
    return metric && !metric.unconfirmed && isRanked(entry.row.contender) ? [{ entry, metric }] : [];
  });
  const sortedMetrics = entryMetrics.toSorted((a, b) => a.metric.p50 - b.metric.p50);
  for (const [index, { entry, metric }] of sortedMetrics.entries()) {
    if (leader === null || isDifferent(medianOf(metric), medianOf(leader))) [leader, rank] = [metric, index + 1];
    ranks.set(entry, rank);
  }
  return ranks;
}

function rowsOfClass(entries: readonly Entry[]): ContenderRow[] {
  const ranks = { put: ranksOf(entries, 'put'), read: ranksOf(entries, 'read') };
  const cellOf = (entry: Entry, workload: AppWorkload): ContenderCell | null => {
    const metric = entry.byWorkload[workload];
    if (!metric) return null;
    const rank = ranks[workload].get(entry) ?? null;
    const isTied = rank !== null && [...ranks[workload].values()].filter((other) => other === rank).length > 1;
    const { p50: value, low, high, providers, unconfirmed = false } = metric;
    return { value, low, high, providers, isUnconfirmed: unconfirmed, rank, tied: isTied };
  };
  const rows = entries.map((entry) => ({
    ...entry.row,
    cells: { put: cellOf(entry, 'put'), read: cellOf(entry, 'read') },
  }));
  return rows.toSorted((a, b) => (a.cells.put?.value ?? Infinity) - (b.cells.put?.value ?? Infinity));
}

/**
 * The contenders of one browser and system: the best class first, within it the fastest put. Ranks are
 * given only within a class, to what is confirmed.
 */
export function contenderTable(metrics: readonly KnownMetric[]): ContenderRow[] {
  const metricsById = new Map(metrics.map((metric) => [metric.metric, metric]));
  const entries = APP_STORE_IDS.flatMap((id): Entry[] => {
    const { contender, engine } = APP_STORES[id];
    const byWorkload = { put: metricsById.get(appMetricId('put', id)), read: metricsById.get(appMetricId('read', id)) };
    const isKnown = APP_WORKLOADS.some((workload) => byWorkload[workload] !== undefined);
    return isKnown ? [{ row: { contender, engine, class: classOf(contender) }, byWorkload }] : [];
  });
  return COMMIT_CLASSES.flatMap((one) => rowsOfClass(entries.filter(({ row }) => row.class === one)));
}
