import type { FieldError } from '../documents/index.ts';
import { contradictions, hasFindings, type RunRecord } from '../families/index.ts';
import { deriveMetric } from './derive-metric.ts';
import { METRIC_IDS, metricOf } from './metrics.ts';
import { boardLayoutOf } from './record-layout.ts';

/** Engines without a drive, for tests and demonstrations. */
const ENGINES_WITHOUT_DRIVE = new Set(['memory', 'scripted']);

const MAX_METRIC = 1e15;
const isPossible = (value: number) => Number.isFinite(value) && value >= 0 && value <= MAX_METRIC;

/** What in a record cannot be true, and what gives a number that cannot be: no service takes one with any of these. */
export function faultsOf(record: RunRecord): FieldError[] {
  const faults: FieldError[] = [...contradictions(record)];
  if (ENGINES_WITHOUT_DRIVE.has(record.environment.engine)) {
    faults.unshift({ pointer: '/environment/engine', detail: 'measures no drive and cannot be published' });
  }
  for (const [id, value] of faults.length > 0 ? [] : derivedMetrics(record)) {
    if (!isPossible(value)) faults.push({ pointer: '/result', detail: `makes ${id} no possible number` });
  }
  if (!hasFindings(record)) faults.push({ pointer: '/result', detail: 'has no measured value' });
  return faults;
}

/** Every number that could stand on a board, before it is known to be one. */
function derivedMetrics(record: RunRecord): [id: string, value: number][] {
  const layout = boardLayoutOf(record);
  if (layout === null) return [];
  return METRIC_IDS.filter((id) => metricOf(id).layouts.includes(layout)).flatMap((id): [string, number][] => {
    const found = deriveMetric(metricOf(id), record);
    return found ? [[id, found.value]] : [];
  });
}
