import type { Ticket } from '@opfsmark/schema/api';
import { rowName, rowSlug } from '@opfsmark/schema/documents';
import { isRecordOf, isScore, SCORE_KINDS, scoreOf, type RunRecord } from '@opfsmark/schema/families';
import { reportOf, type Report, type Test } from '@opfsmark/schema/report';
import type { HistoryEntry, HistoryFigure } from './entry.ts';

/** What a test is shown by first. */
function figureOf({ row, direction, reads, origin, figure, bytesPerS, iops }: Test): HistoryFigure {
  return {
    slug: rowSlug(row),
    name: rowName(row),
    pattern: row.pattern,
    direction,
    ...(reads && { reads }),
    ...(origin !== null && { read_from: origin }),
    ...(figure === 'flush_each' && { flushed_each: true as const }),
    bytes_per_s: bytesPerS.value,
    iops: iops.value,
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
function sustainedOf({ record, figures }: Report): Pick<HistoryEntry, 'sustained_bytes_per_s'> {
  const end = figures.find(({ id, quantity }) => id === 'at-last' && quantity.origin === null);
  if (record.family !== 'sustained' || record.status !== 'done' || !end) return {};
  return { sustained_bytes_per_s: end.value };
}

/** What is worked out when a run is kept: whoever reads the history does without it. */
export function entryOf(record: RunRecord, ticket: Ticket | null): HistoryEntry {
  const { started_at, status, environment, family, plan } = record;
  const report = reportOf(record);
  return {
    started_at,
    status,
    engine: environment.engine,
    client: environment.client,
    family,
    profile: plan.profile,
    ticket,
    file_bytes: 'file_bytes' in plan ? plan.file_bytes : null,
    ...sustainedOf(report),
    sentence: report.answer.sentence,
    scores: scoresOf(record),
    figures: (report.tests ?? []).filter(({ status, isLeading }) => status === 'done' && isLeading).map(figureOf),
  };
}
