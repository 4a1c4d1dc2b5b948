import { answerOf } from '@opfsmark/schema/answer/of';
import type { Ticket } from '@opfsmark/schema/api';
import { rowName, rowSlug, type JobResult } from '@opfsmark/schema/documents';
import {
  isRecordOf,
  isScore,
  SCORE_KINDS,
  scoreOf,
  sourceInRecord,
  sustainedRate,
  writtenSource,
  type RunRecord,
} from '@opfsmark/schema/families';
import { bytesPerSecond, iops, leadingFigure, type Source } from '@opfsmark/schema/figures';
import type { HistoryEntry, HistoryFigure } from './entry.ts';

function sourceOf(record: RunRecord, job: JobResult): Source | null {
  if (isRecordOf(record, 'matrix')) return sourceInRecord(record, job);
  return job.direction === 'read' ? 'unknown' : writtenSource(record);
}

function figureOf(record: RunRecord, job: JobResult): HistoryFigure | null {
  const leading = leadingFigure(job);
  const [bytes, calls] = [bytesPerSecond(job, leading), iops(job, leading)];
  if (job.status !== 'done' || !bytes || !calls) return null;
  const read_from = sourceOf(record, job);
  return {
    slug: rowSlug(job.row),
    name: rowName(job.row),
    pattern: job.row.pattern,
    direction: job.direction,
    ...(job.reads && { reads: job.reads }),
    ...(read_from !== null && { read_from }),
    ...(leading === 'flush_each' && { flushed_each: true as const }),
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

/** The rate in the end, where it is a drive's. */
function sustainedOf(record: RunRecord): Pick<HistoryEntry, 'sustained_bytes_per_s'> {
  if (!isRecordOf(record, 'sustained') || record.status !== 'done' || writtenSource(record) !== null) return {};
  const rate = sustainedRate(record.result, record.plan);
  return rate === null ? {} : { sustained_bytes_per_s: rate };
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
    ...sustainedOf(record),
    sentence: answerOf(record).sentence,
    scores: scoresOf(record),
    figures: 'jobs' in result ? result.jobs.flatMap((job) => figureOf(record, job) ?? []) : [],
  };
}
