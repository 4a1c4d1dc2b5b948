import { median, sum } from '../../documents/stats.ts';
import type { ContenderId } from './contender-ids.ts';
import { newestCount, type CountedIn } from './contenders.ts';
import analyticsCounts from './analytics.json' with { type: 'json' };
import type { AnalyticsStep, AppStorageAnalytics } from './schema.ts';

/** Rows that were imported into one contender in one browser, and asked about: see `npm run analytics -w labs`. */
interface AnalyticsCount {
  readonly contender: ContenderId;
  /** The fewest rows first. */
  readonly analytics: readonly AppStorageAnalytics[];
}

const ANALYTICS_COUNTS = analyticsCounts as unknown as readonly CountedIn<AnalyticsCount>[];

export const analyticsOf = (contender: ContenderId, browser?: string) =>
  newestCount(contender, ANALYTICS_COUNTS, browser);

/** A session with rows that were imported earlier, and questions about all of them: how often it does what. */
const ANALYTICS_SESSION: Readonly<Partial<Record<AnalyticsStep, number>>> = {
  import: 1,
  reopen: 1,
  scan: 10,
  top: 10,
};

/** The middle of the times of a step; `null` where it has none. */
export function stepNs({ steps }: AppStorageAnalytics, step: AnalyticsStep): number | null {
  const times = steps.find((one) => one.step === step)?.elapsed_ns ?? [];
  return times.length > 0 ? median(times) : null;
}

/** How long a session takes; `null` where a part of it did not come through, or rows were lost with the worker. */
export function analyticsNs(one: AppStorageAnalytics): number | null {
  const parts = Object.entries(ANALYTICS_SESSION).map(([step, times]) => {
    const ns = stepNs(one, step as AnalyticsStep);
    return ns === null ? null : times * ns;
  });
  return one.kept !== one.rows || parts.includes(null) ? null : sum(parts.map((ns) => ns ?? 0));
}
