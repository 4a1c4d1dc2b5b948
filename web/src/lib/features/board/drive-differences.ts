import type { RunItem } from '@opfsmark/schema/api';
import { estimatedMedian, isDifferent, isMetricId, metricOf, type MetricId } from '@opfsmark/schema/boards';

interface DriveDifference {
  readonly metric: MetricId;
  /** Of each drive, in their order; `null` where none of its runs has the figure. */
  readonly values: readonly (number | null)[];
  /** How many times the best is better than the worst; `null` where they do not clearly differ. */
  readonly ratio: number | null;
}

type Drive = NonNullable<RunItem['drive']>;
const clientOf = ({ os, browser }: RunItem) => `${os} ${browser}`;

/** The runs of one browser on one system, of which there are most: what a flush means is the same in them. */
function ofOneClient(runs: readonly RunItem[]): readonly RunItem[] {
  const clients = [...new Set(runs.map(clientOf))].map((client) => runs.filter((run) => clientOf(run) === client));
  return clients.toSorted((a, b) => b.length - a.length)[0] ?? [];
}

/**
 * The differences of the drives of one device, by the rule of leaderboards over the runs that its page shows: what clearly differs
 * comes first.
 */
export function driveDifferences(
  runs: readonly RunItem[],
  drives: readonly Drive[],
  metrics: readonly MetricId[],
): DriveDifference[] {
  const differences = metrics.filter(isMetricId).flatMap((metric): DriveDifference[] => {
    const comparable = metricOf(metric).withinClient ? ofOneClient(runs) : runs;
    const estimates = drives.map(({ slug }) => {
      const ofDrive = comparable.filter(({ drive }) => drive?.slug === slug);
      const values = ofDrive.flatMap((run) => run.metrics[metric] ?? []);
      return values.length === 0 ? null : estimatedMedian(values);
    });
    const known = estimates.filter((one) => one !== null).toSorted((a, b) => a.value - b.value);
    const [least, most] = [known[0], known.at(-1)];
    if (known.length < 2 || !least || !most) return [];
    const ratio = isDifferent(least, most) ? most.value / least.value : null;
    return [{ metric, values: estimates.map((one) => one?.value ?? null), ratio }];
  });
  return differences.toSorted((a, b) => Number(a.ratio === null) - Number(b.ratio === null));
}
