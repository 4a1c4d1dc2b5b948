import type { RunItem } from '@opfsmark/schema/api';
import { linksOf } from '../base/links.ts';
import { filesystemName } from '../boards/names.ts';
import { readableMetrics, type StoredMetrics } from '../boards/stored-metrics.ts';
import type { ListedRun } from '../store/listing.ts';

/** Values of a run's metrics by id. */
export function metricValues(stored: StoredMetrics): Record<string, number> {
  return Object.fromEntries(Object.entries(readableMetrics(stored)).map(([id, { value }]) => [id, value]));
}

/** A run as lists and exports show it. */
export function runItemOf(run: ListedRun): RunItem {
  return {
    run_id: run.run_id,
    created_at: new Date(run.created_ms).toISOString(),
    trust: run.trust,
    device: { slug: run.device, name: run.name },
    filesystem: run.filesystem === '' ? null : filesystemName(run.filesystem),
    os: run.os,
    browser: run.browser,
    family: run.family,
    profile: run.profile,
    metrics: metricValues(run),
    links: linksOf(run.run_id),
  };
}
