import { metricOf, type MetricId } from './metrics.ts';

/** As fine as each browser tells an isolated page the time; the others are built on Chromium. */
const CLOCK_STEP_NS: Readonly<Record<string, number>> = { firefox: 20_000, safari: 20_000, node: 0 };
const FINEST_NS = 5_000;

/**
 * The step of the clock by which a board's times of single calls were told; without a browser, as where many are together,
 * the finest that a page has. 0 for what is no time of one call: the time per operation is that of many.
 */
export function boardClockNs(metric: MetricId, browser: string | null = null): number {
  if (metricOf(metric).source.kind === 'app_storage') return 0;
  return browser === null ? FINEST_NS : (CLOCK_STEP_NS[browser] ?? FINEST_NS);
}
