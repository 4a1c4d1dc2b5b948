import { METRIC_IDS, metricOf, type BoardRow, type MetricValues } from '@opfsmark/schema/boards';
import { median } from '@opfsmark/schema/documents';
import { estimateMedian, type Estimate } from './buckets.ts';
import type { Line, RecentRun } from './lines.ts';
import { unpackMetrics } from './stored-metrics.ts';
import { RUNS_PER_VOTE } from './votes.ts';

/** A board's row without what depends on its neighbours. */
export type StoredRow = Omit<BoardRow, 'key' | 'rank' | 'tied' | 'provisional'>;

/** One entry of one board, as it is stored. */
export interface Entry {
  readonly board_id: string;
  /** 0 ranked, 1 provisional */
  readonly tier: number;
  /** Ascends from best to worst. */
  readonly sort: number;
  readonly subject: string;
  readonly row: StoredRow;
}

/** The entries of a line on all its boards. */
export function entriesOf(line: Line, rankMinRigs: number): Entry[] {
  // Runs that memory probably served represent a line only where it has no others.
  const published = line.recent.filter(({ status }) => status === 'published');
  const isSuspected = published.length === 0 && line.votes.size === 0;
  const recent = (isSuspected ? line.recent : published).flatMap(readableRun);
  return METRIC_IDS.flatMap((metric) => {
    const runs = recent.flatMap(({ run_id, metrics }) => {
      const own = metrics[metric];
      return own ? [{ run_id, ...own }] : [];
    });
    const voted = estimateMedian(line.votes.get(metric) ?? new Map());
    const estimate = voted ?? estimateWithoutVotes(runs.map(({ value }) => value));
    const latest = runs[0];
    if (!estimate || !latest) return [];
    const isRanked = line.mayRank && estimate.votes >= rankMinRigs;
    const row: StoredRow = {
      subject: line.shown,
      filesystem: line.filesystem,
      value: estimate.value,
      low: estimate.low,
      high: estimate.high,
      p99_ns: latest.p99_ns,
      ...(latest.ceiling === undefined ? {} : { ceiling: latest.ceiling }),
      rigs: estimate.votes,
      runs: voted ? line.runs : runs.length,
      run_id: latest.run_id,
      ...(isSuspected ? { suspected: 'memory_backed' as const } : {}),
    };
    return line.boards(metric).map((board_id) => ({
      board_id,
      tier: isRanked ? 0 : 1,
      sort: metricOf(metric).better === 'lower' ? estimate.value : -estimate.value,
      subject: line.subject,
      row,
    }));
  });
}

/** A run whose metrics cannot be read is left out: it must not stop the boards of everybody on its system. */
function readableRun({ run_id, metrics }: RecentRun): { run_id: string; metrics: MetricValues }[] {
  try {
    return [{ run_id, metrics: unpackMetrics(metrics) }];
  } catch {
    return [];
  }
}

/** Runs without a machine's id count together as one machine would: the median of the last five. */
function estimateWithoutVotes(values: readonly number[]): Estimate | null {
  const last = values.slice(0, RUNS_PER_VOTE);
  if (last.length === 0) return null;
  return { value: median(last), low: Math.min(...last), high: Math.max(...last), votes: 0 };
}
