import { SUITE_VERSION } from '../documents/bounds.ts';
import type { FieldError } from '../documents/index.ts';
import type { BoardLayout } from '../documents/lists.ts';
import { contradictions } from '../families/record-checks.ts';
import type { RunRecord } from '../families/checks.ts';
import { DEFAULT_FAMILY } from '../families/family.ts';
import { detailsOf, familyOf, figuresOf, hasFindings } from '../families/families.ts';
import { FAMILY_IDS, type FamilyId } from '../families/ids.ts';
import type { Figure } from '../figures/figure.ts';
import { type Metric, METRIC_IDS, type MetricId, metricOf } from './metrics.ts';

/** Families whose runs can be ranked. */
export const RANKED_FAMILIES: ReadonlySet<FamilyId> = new Set(FAMILY_IDS.filter((id) => familyOf(id).boardLayout));

/** On which boards a run may stand; `null` for what cannot be compared: other families, engines or plans of one's own. */
export function boardLayoutOf(record: RunRecord): BoardLayout | null {
  if (record.plan.suite !== SUITE_VERSION) return null;
  return familyOf(record.family).boardLayout?.(record) ?? null;
}

/** A number of one run that can stand on a board. */
export interface MetricValue {
  readonly value: number;
  /** 99th percentile of the latencies of its calls; `null` where they are too few, or were not timed one by one. */
  readonly p99_ns: number | null;
  /** The value that the same browser reached in memory, in the metric's unit. */
  readonly ceiling?: number;
}

export type MetricValues = Readonly<Partial<Record<MetricId, MetricValue>>>;

/** Where the drive is asked nothing else counts, and where memory is, nothing of the drive. */
const isAnswered = ({ reads }: Metric, { origin }: Figure) =>
  reads === null || (origin === 'drive') === (reads === 'drive');

/** The number that a metric ranks among the figures of a run; `null` where it has none. */
function valueOf(metric: Metric, figures: readonly Figure[]): MetricValue | null {
  const figureOf = (figureId: string | undefined) => figures.find(({ id }) => id === figureId);
  const figure = figureOf(metric.figure);
  if (!figure || !isAnswered(metric, figure)) return null;
  const ceiling = figureOf(metric.ceiling)?.value;
  const value = figure.value / (metric.call_bytes ?? 1);
  return { value, p99_ns: figure.p99_ns, ...(ceiling !== undefined && { ceiling }) };
}

/** Boards compare logarithms. */
const isRankable = ({ value }: MetricValue) => Number.isFinite(value) && value > 0;

/** Digits that are kept: two runs agree in fewer. Whoever derives a run's numbers gets the same ones that rows hold. */
const VALUE_DIGITS = 6;
const P99_DIGITS = 4;
const roundTo = (digits: number, value: number) => Number(value.toPrecision(digits));

const roundMetric = ({ value, p99_ns, ceiling }: MetricValue): MetricValue => ({
  value: roundTo(VALUE_DIGITS, value),
  p99_ns: p99_ns === null ? null : roundTo(P99_DIGITS, p99_ns),
  ...(ceiling !== undefined && { ceiling: roundTo(VALUE_DIGITS, ceiling) }),
});

/** Only the tests of a grid end one by one: of another run that did not end by itself nothing ranks. */
const isEnded = ({ family, status }: RunRecord) => family === DEFAULT_FAMILY || status === 'done';

/** The numbers by which a run stands on boards. */
export function metricsOf(record: RunRecord): MetricValues {
  const layout = boardLayoutOf(record);
  if (layout === null || !isEnded(record)) return {};
  const figures = [...figuresOf(record), ...detailsOf(record)];
  const entries = METRIC_IDS.filter((id) => metricOf(id).layouts.includes(layout)).flatMap((id) => {
    const value = valueOf(metricOf(id), figures);
    return value && isRankable(value) ? [[id, roundMetric(value)] as const] : [];
  });
  return Object.fromEntries(entries);
}

/** Engines without a drive, for tests and demonstrations. */
const ENGINES_WITHOUT_DRIVE = new Set(['memory', 'scripted']);

/** The faults of a record: what cannot be true, and what gives a number that cannot be. No service takes one with any of these. */
export function faultsOf(record: RunRecord): FieldError[] {
  const faults: FieldError[] = [...contradictions(record)];
  if (ENGINES_WITHOUT_DRIVE.has(record.environment.engine)) {
    faults.unshift({ pointer: '/environment/engine', detail: 'measures no drive and cannot be published' });
  }
  if (!hasFindings(record)) faults.push({ pointer: '/result', detail: 'has no measured value' });
  return faults;
}

/** The same, and the numbers by which a run without faults stands on boards. */
export function judgeRecord(record: RunRecord): { readonly faults: FieldError[]; readonly metrics: MetricValues } {
  const faults = faultsOf(record);
  return { faults, metrics: faults.length > 0 ? {} : metricsOf(record) };
}
