import { METRIC_IDS, metricOf, type MetricId, type MetricValues, type RecentRow } from '@opfsmark/schema/boards';
import { filesystemName, interfaceName } from '../boards/names.ts';
import { readableMetrics } from '../boards/stored-metrics.ts';
import type { RecentRun } from '../store/recent.ts';

/** A run as it stands under a board; `null` where it has no such number. */
export function recentRowOf(run: RecentRun, metric: MetricId): RecentRow | null {
  const metrics = readableMetrics(run);
  const own = metrics[metric];
  if (!own) return null;
  const suspected = (['memory_backed', 'flush_does_nothing'] as const).find((reason) => run.reasons.includes(reason));
  return {
    run_id: run.run_id,
    created_at: new Date(run.created_ms).toISOString(),
    device: { slug: run.device, name: run.name },
    filesystem: run.filesystem === '' ? null : filesystemName(run.filesystem),
    os: run.os,
    browser: run.browser,
    version: run.version,
    drive: run.drive_name === '' ? null : run.drive_name,
    interface: run.interface === '' ? null : interfaceName(run.interface),
    value: own.value,
    p99_ns: own.p99_ns,
    ...(own.ceiling === undefined ? {} : { ceiling: own.ceiling }),
    trust: run.trust,
    unranked_because: JSON.parse(run.unranked) as string[],
    read_from: readFrom(metric, metrics),
    ...(suspected && { suspected }),
  };
}

/** A run has the number of a read from the drive only where the drive answered that row. */
function readFrom(metric: MetricId, metrics: MetricValues): RecentRow['read_from'] {
  const { reads, row } = metricOf(metric);
  if (reads === 'drive') return 'drive';
  if (reads !== 'any' || row === null) return null;
  const ofDrive = METRIC_IDS.find((id) => metricOf(id).reads === 'drive' && metricOf(id).row === row);
  return ofDrive !== undefined && metrics[ofDrive] !== undefined ? 'drive' : 'memory';
}
