import type { Ticket } from '@opfsmark/schema/api';
import { rowName, rowSlug, type JobResult } from '@opfsmark/schema/documents';
import { isRecordOf, isScore, SCORE_KINDS, scoreOf, type RunRecord } from '@opfsmark/schema/families';
import { bytesPerSecond, iops } from '@opfsmark/schema/figures';
import type { HistoryEntry, HistoryFigure } from './entry.ts';

function figureOf(job: JobResult): HistoryFigure | null {
  const [bytes, calls] = [bytesPerSecond(job), iops(job)];
  if (job.status !== 'done' || !bytes || !calls) return null;
  return {
    slug: rowSlug(job.row),
    name: rowName(job.row),
    pattern: job.row.pattern,
    direction: job.direction,
    ...(job.reads && { reads: job.reads }),
    bytes_per_s: bytes.median,
    iops: calls.median,
  };
}

function scoresOf(record: RunRecord): HistoryEntry['scores'] {
  if (!isRecordOf(record, 'matrix')) return {};
  return Object.fromEntries(
    SCORE_KINDS.flatMap((kind) => {
      const score = scoreOf(record, kind);
      return isScore(score) ? [[kind, score.points]] : [];
    }),
  );
}

/** What is worked out when a run is kept: whoever reads the history does without it. */
export function entryOf(record: RunRecord, ticket: Ticket | null): HistoryEntry {
  const { started_at, status, environment, family, plan, result } = record;
  return {
    started_at,
    status,
    engine: environment.engine,
    client: environment.client,
    family,
    profile: plan.profile,
    ticket,
    file_bytes: 'file_bytes' in plan ? plan.file_bytes : null,
    scores: scoresOf(record),
    figures: 'jobs' in result ? result.jobs.map(figureOf).filter((figure) => figure !== null) : [],
  };
}
