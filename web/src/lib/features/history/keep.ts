import type { Ticket } from '@opfsmark/schema/api';
import { rowName, rowSlug } from '@opfsmark/schema/documents';
import type { RunRecord } from '@opfsmark/schema/families';
import { fileBytesOf } from '@opfsmark/schema/families/file-bytes';
import { type Report, reportOf, type Test } from '@opfsmark/schema/report';
import type { HistoryEntry, HistoryFigure } from './entry.ts';
import { change } from '../../base/local/database.ts';
import { askToLast } from '../../base/local/lasting.ts';
import { readHistory } from './store.ts';

/** The figure that a test is shown by first. */
function figureOf({ row, direction, reads, origin, figure, bytesPerS, iops }: Test): HistoryFigure {
  return {
    slug: rowSlug(row),
    name: rowName(row),
    pattern: row.pattern,
    direction,
    ...(reads && { reads }),
    ...(origin !== null && { origin }),
    ...(figure === 'flush_each' && { flushed_each: true as const }),
    bytes_per_s: bytesPerS.value,
    iops: iops.value,
  };
}

/** The rate in the end, where it is a drive's. */
function sustainedOf({ record, figures }: Report): Pick<HistoryEntry, 'sustained_bytes_per_s'> {
  const end = figures.find(({ id, quantity }) => id === 'at-last' && quantity.origin === null);
  if (record.family !== 'sustained' || record.status !== 'done' || !end) return {};
  return { sustained_bytes_per_s: end.value };
}

/** The entry is worked out when a run is kept: whoever reads the history does without it. */
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
    file_bytes: fileBytesOf(record),
    planned_bytes: 'file_bytes' in plan ? plan.file_bytes : null,
    ...sustainedOf(report),
    sentence: report.answer.sentence,
    figures: (report.tests ?? []).filter(({ status, isLeading }) => status === 'done' && isLeading).map(figureOf),
  };
}

/** About 20 MB of records at most; the oldest go first. */
export const MAX_RUNS = 400;

/** Adds runs that are not kept yet; the caller sees to it that there is room for them. */
export async function addRuns(runs: readonly { readonly record: RunRecord; readonly ticket: Ticket | null }[]) {
  await change(['history', 'records'], (stores) => {
    for (const { record, ticket } of runs) {
      stores('history').put(entryOf(record, ticket));
      stores('records').put(record);
    }
  });
}

/** Keeps a finished run. The same run again takes the place of what was kept. */
async function keepRun(record: RunRecord, ticket: Ticket | null): Promise<void> {
  const { started_at } = record;
  const otherEntries = (await readHistory()).filter((entry) => entry.started_at !== started_at);
  const surplus = otherEntries.slice(MAX_RUNS - 1);
  await change(['history', 'records'], (stores) => {
    stores('history').put(entryOf(record, ticket));
    stores('records').put(record);
    for (const entry of surplus) {
      stores('history').delete(entry.started_at);
      stores('records').delete(entry.started_at);
    }
  });
}

/** Keeps what was just measured, and has the browser keep it too. */
export async function keepNew(record: RunRecord, ticket: Ticket | null): Promise<void> {
  await keepRun(record, ticket);
  // Firefox would put the question to a person, who has not asked for anything.
  if (record.environment.client.browser.family !== 'firefox') await askToLast();
}
