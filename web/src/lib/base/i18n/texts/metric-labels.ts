import {
  APP_STORE_IDS,
  APP_STORES,
  APP_WORKLOADS,
  type AppEngine,
  appMetricId,
  type AppWorkload,
  METRIC_IDS,
  metricOf,
  type MetricId,
} from '@opfsmark/schema/boards';
import { parseRowName, rowShortName } from '@opfsmark/schema/documents';
import type { Words } from '@opfsmark/schema/answer/words';

/** Short for the head of a column, long where it stands alone. */
interface Label {
  readonly short: string;
  readonly long: string;
}
type LabelOf = (name: string) => Label;

type RowMetricId = Extract<MetricId, `${'rnd4k' | 'seq1m'}_${string}`>;
type RowKind = RowMetricId extends `${string}_${string}_${infer Kind}` ? Kind : never;

/** What is ranked of rows: "SEQ1M Q1" in each way in which it is measured. */
export function rowLabels(kinds: Readonly<Record<RowKind, LabelOf>>): Record<RowMetricId, Label> {
  const labels = METRIC_IDS.flatMap((id) => {
    const row = parseRowName(metricOf(id).row ?? '');
    return row ? [[id, kinds[id.split('_').at(-1) as RowKind](rowShortName(row))] as const] : [];
  });
  return Object.fromEntries(labels) as Record<RowMetricId, Label>;
}

const ENGINES = { leveldb: 'LevelDB', sqlite: 'SQLite' } as const satisfies Record<Exclude<AppEngine, 'own'>, string>;

/** What is ranked of storage for apps: each store, and the engine it is kept in where that makes another one of it. */
export function storeLabels(
  stores: Words['stores'],
  inEngine: (store: string, engine: string) => string,
  workloads: Readonly<Record<AppWorkload, LabelOf>>,
) {
  const labels = APP_WORKLOADS.flatMap((workload) =>
    APP_STORE_IDS.map((id) => {
      const { contender, engine } = APP_STORES[id];
      const name = stores[contender];
      const whole = engine === null || engine === 'own' ? name : inEngine(name, ENGINES[engine]);
      return [appMetricId(workload, id), workloads[workload](whole)] as const;
    }),
  );
  return Object.fromEntries(labels) as Record<ReturnType<typeof appMetricId>, Label>;
}
