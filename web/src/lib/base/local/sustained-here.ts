import { burstBytes } from '@opfsmark/schema/families/matrix/flushes';
import type { RunRecord } from '@opfsmark/schema/families';
import { has, isAmount, isText, isTime } from './checks.ts';
import { readRows } from './database.ts';

/** As much of what is kept of a run as is needed here. */
interface StoredSummary {
  readonly started_at: string;
  readonly engine: string;
  readonly client: { readonly browser: { readonly family: string } };
  readonly sustained_bytes_per_s?: number;
}

const isSummary = has({
  ...{ started_at: isTime, engine: isText, client: has({ browser: has({ family: isText }) }) },
  sustained_bytes_per_s: (value) => value === undefined || isAmount(value),
});
const isKept = (value: unknown): value is StoredSummary => isSummary(value);

const readKept = async () => (await readRows('history', isKept)).rows;

/**
 * The rate in the long run of the latest sustained write that this browser made by the same way, in bytes per second;
 * `null` without one, and beside a run of somebody else.
 */
export function latestSustained(
  { started_at, environment }: RunRecord,
  savedRuns: readonly StoredSummary[],
  isOwn = savedRuns.some((run) => run.started_at === started_at),
): number | null {
  if (!isOwn) return null;
  const alikeRuns = savedRuns.filter(
    ({ engine, client }) =>
      engine === environment.engine && client.browser.family === environment.client.browser.family,
  );
  const sustainedRuns = alikeRuns.filter((run) => run.sustained_bytes_per_s !== undefined);
  const [latest] = sustainedRuns.toSorted((a, b) => b.started_at.localeCompare(a.started_at));
  return latest?.sustained_bytes_per_s ?? null;
}

const isBurst = (record: RunRecord) => record.family === 'matrix' && burstBytes(record.plan) !== null;

/** Beside the writes of any run that was measured or opened here; `null` where they were no burst. */
export async function sustainedBeside(record: RunRecord): Promise<number | null> {
  return isBurst(record) ? latestSustained(record, await readKept()) : null;
}

/** The same of a run of this browser, which may not be kept yet. */
export async function sustainedBesideOwn(record: RunRecord): Promise<number | null> {
  return isBurst(record) ? latestSustained(record, await readKept(), true) : null;
}
