import type { RunItem } from '@opfsmark/schema/api';
import { csvLine } from './csv.ts';

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

/** One line per run, with a column for each metric that any of the runs has. */
export function runsCsv(runs: readonly RunItem[]): string {
  const metrics = [...new Set(runs.flatMap((run) => Object.keys(run.metrics)))].toSorted();
  const lines = runs.map((run) =>
    csvLine([
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
      ...metrics.map((id) => run.metrics[id] ?? null),
    ]),
  );
  return csvLine([...HEAD, ...metrics]) + lines.join('');
}
