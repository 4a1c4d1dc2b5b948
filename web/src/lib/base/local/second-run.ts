import { combineRuns, type Combined } from '@opfsmark/schema/answer/combined';
import type { RunRecord } from '@opfsmark/schema/families';
import { isRunRecord } from './check-record.ts';
import { has, isText, isTime } from './checks.ts';
import { readOne, readRows } from './database.ts';

/** As much of what is kept of a run as is needed to find the one before. */
interface StoredRun {
  readonly started_at: string;
  readonly family: string;
  readonly profile: string;
}
const isSummary = has({ started_at: isTime, family: isText, profile: isText });
const isStored = (value: unknown): value is StoredRun => isSummary(value);

/** The run with the one that this browser made before it, where the two narrow what another may differ by; else `null`. */
export async function combineWithEarlier(record: RunRecord): Promise<Combined | null> {
  const { rows } = await readRows('history', isStored);
  const [before] = rows
    .filter(({ started_at }) => started_at < record.started_at)
    .toSorted((a, b) => b.started_at.localeCompare(a.started_at));
  if (before?.family !== record.family || before.profile !== record.plan.profile) return null;
  const earlier = await readOne('records', before.started_at);
  return isRunRecord(earlier) ? combineRuns(earlier, record) : null;
}
