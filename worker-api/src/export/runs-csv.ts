import type { RunItem } from '@opfsmark/schema/api';
import { METRIC_IDS } from '@opfsmark/schema/boards';
import { csvLines } from '@opfsmark/schema/documents';

const HEAD = [
  'run_id',
  'created_at',
  'trust',
  'device',
  'device_slug',
  'filesystem',
  'os',
  'browser',
  'family',
  'profile',
];

/** One line per run. The columns are the same on every page, so that pages can be put together. */
export function runsCsv(runs: readonly RunItem[]): string {
  const lines = runs.map((run) => [
    run.run_id,
    run.created_at,
    run.trust,
    run.device.name,
    run.device.slug,
    run.filesystem,
    run.os,
    run.browser,
    run.family,
    run.profile,
    ...METRIC_IDS.map((id) => run.metrics[id] ?? null),
  ]);
  return csvLines([[...HEAD, ...METRIC_IDS], ...lines]);
}
