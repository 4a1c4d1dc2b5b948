import type { RunRecord, ScoreKind } from '@opfsmark/schema/families';
import type { HistoryEntry } from './entry.ts';

/** Points of the other runs of this record's plan by the same browser: how much they differ widens the interval. */
export function earlierScores(
  { started_at, family, plan, environment }: RunRecord,
  entries: readonly HistoryEntry[],
): Readonly<Record<ScoreKind, readonly number[]>> {
  const { browser } = environment.client;
  const alike = entries.filter(
    (entry) =>
      entry.started_at !== started_at &&
      entry.family === family &&
      entry.profile === plan.profile &&
      entry.client.browser.family === browser.family &&
      entry.client.browser.major === browser.major,
  );
  const of = (kind: ScoreKind) => alike.flatMap((entry) => entry.scores[kind] ?? []);
  return { drive: of('drive'), app_feel: of('app_feel') };
}
