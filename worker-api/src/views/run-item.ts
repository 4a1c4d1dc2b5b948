import type { RunItem, RunView } from '@opfsmark/schema/api';
import type { Db, Env } from '../base/env.ts';
import { RECENT_PAGE, RUNS_SPREAD } from '../base/limits.ts';
import { filesystemName } from '../boards/names.ts';
import { trustsAll } from '../boards/policy.ts';
import { readableMetrics, type StoredMetrics } from '../boards/stored-metrics.ts';
import { NEWEST, selectRuns, spreadOverNetworks, type ListedRun, type RunFilter } from '../store/listing.ts';

export const linksOf = (runId: string): RunView['links'] => ({ self: `/api/v1/runs/${runId}`, html: `/r/${runId}` });

/** Values of a run's metrics by id. */
export function metricValues(stored: StoredMetrics): Record<string, number> {
  return Object.fromEntries(Object.entries(readableMetrics(stored)).map(([id, { value }]) => [id, value]));
}

/** Whether a run may count towards a rank: `isOpen`, every one that has boards does. */
export function mayCount({ trust, scope }: Pick<ListedRun, 'trust' | 'scope'>, isOpen: boolean): boolean {
  return trust === 1 || (isOpen && scope !== '');
}

/** A run as lists and exports show it. `isOpen`: the service trusts all. */
export function runItemOf(run: ListedRun, isOpen: boolean): RunItem {
  return {
    run_id: run.run_id,
    created_at: new Date(run.created_ms).toISOString(),
    trust: mayCount(run, isOpen) ? 1 : 0,
    device: { slug: run.device, name: run.name },
    filesystem: run.filesystem === '' ? null : filesystemName(run.filesystem),
    os: run.os,
    browser: run.browser,
    family: run.family,
    profile: run.profile,
    metrics: metricValues(run),
    links: linksOf(run.run_id),
  };
}

/** The newest runs of a subject, for its page; of no network many, unless the service trusts all. */
export async function newestRuns(env: Env, db: Db, filter: RunFilter): Promise<RunItem[]> {
  const isOpen = trustsAll(env);
  const runs = await selectRuns(db, filter, NEWEST, isOpen ? RECENT_PAGE : RUNS_SPREAD);
  return (isOpen ? runs : spreadOverNetworks(runs, RECENT_PAGE)).map((run) => runItemOf(run, isOpen));
}
