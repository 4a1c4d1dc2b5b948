import { APP_STORE_IDS, APP_STORES, APP_WORKLOADS, appMetricId } from './app-metrics.ts';
import { metricsOf } from './derive-metric.ts';
import { decodeHistogram, totalCount } from '../documents/histogram.ts';
import { sum } from '../documents/wire.ts';
import { cellOf, isRecordOf, type AppStorageRow, type FamilyRecord, type RunRecord } from '../families/index.ts';

/** Two runs with this many calls in this many buckets never have the same counts. */
const MIN_CALLS = 200;
const MIN_BUCKETS = 8;

/** Every histogram of a document but those of floors, which the fingerprint leaves to the run itself. */
function histogramsIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, own]) => {
    if (name === 'floors') return [];
    return name === 'histogram' && typeof own === 'string' ? [own] : histogramsIn(own);
  });
}

const loopsOf = (row: AppStorageRow, workload: (typeof APP_WORKLOADS)[number]) =>
  (cellOf(row, workload)?.elapsed_ns ?? []).toSorted((a, b) => a - b);

/** The loops behind a run's numbers on boards, of the contender whose puts took longest; `null` where it has no number. */
function longestLoops(record: FamilyRecord<'app-storage'>): string | null {
  const metrics = metricsOf(record);
  const ranked = new Set(
    APP_STORE_IDS.filter((id) => metrics[appMetricId('put', id)]).map((id): string => APP_STORES[id].contender),
  );
  const longest = record.result.rows
    .filter(({ contender }) => ranked.has(contender))
    .map((row) => ({ row, putNs: sum(loopsOf(row, 'put')) }))
    .toSorted((a, b) => b.putNs - a.putNs || (a.row.contender < b.row.contender ? -1 : 1))[0]?.row;
  if (!longest) return null;
  return JSON.stringify([longest.contender, ...APP_WORKLOADS.map((workload) => loopsOf(longest, workload))]);
}

/**
 * What tells a measured result from every other: its largest histogram, of storage for apps its longest loops, or all of it
 * where it has neither. Whoever sends a public result again has to make up the part that says most.
 */
export function fingerprintOf(record: RunRecord): string {
  const loops = isRecordOf(record, 'app-storage') ? longestLoops(record) : null;
  return loops ?? histogramFingerprint(record);
}

function histogramFingerprint({ result }: RunRecord): string {
  let [largest, calls] = ['', 0];
  for (const text of histogramsIn(result)) {
    const counts = decodeHistogram(text) ?? [];
    const total = totalCount(counts);
    if (total > calls && counts.filter((n) => n > 0).length >= MIN_BUCKETS) [largest, calls] = [text, total];
  }
  return calls >= MIN_CALLS ? largest : JSON.stringify(result);
}
