import type { RunItem } from '@opfsmark/schema';
import type { Metrics } from '../boards/metrics.ts';
import { filesystemName } from '../boards/names.ts';
import { linksOf } from '../base/links.ts';

type Db = D1Database | D1DatabaseSession;

export interface ListedRun {
  readonly run_id: string;
  readonly created_ms: number;
  readonly trust: number;
  readonly device: string;
  readonly filesystem: string;
  readonly os: string;
  readonly browser: string;
  readonly profile: string;
  /** JSON */
  readonly declared: string;
  /** JSON */
  readonly metrics: string;
}

/** One filter, each with an index of its own. */
export type RunFilter =
  | { readonly by: 'time' }
  | { readonly by: 'device' | 'filesystem'; readonly value: string }
  | { readonly by: 'client'; readonly value: string; readonly browser: string };

const WHERE = {
  time: 'true',
  device: "device = ?1 ->> 'value'",
  filesystem: "filesystem = ?1 ->> 'value' AND filesystem <> ''",
  client: "os = ?1 ->> 'value' AND browser = ?1 ->> 'browser'",
} as const;

export interface TimePosition {
  readonly createdMs: number;
  readonly runId: string;
}

/** Newest first, published ones, from behind a position: one range of one index. */
export async function selectRuns(db: Db, filter: RunFilter, before: TimePosition, limit: number): Promise<ListedRun[]> {
  const { results } = await db
    .prepare(
      `SELECT run_id, created_ms, trust, device, filesystem, os, browser, profile, declared, metrics FROM run
       WHERE ${WHERE[filter.by]} AND ?1 <> '' AND (created_ms, run_id) < (?2, ?3) AND status = 'published'
       ORDER BY created_ms DESC, run_id DESC LIMIT ?4`,
    )
    .bind(JSON.stringify(filter), before.createdMs, before.runId, limit)
    .all<ListedRun>();
  return results;
}

/** Oldest first, for exports: what has been read once is never read again, whatever is published meanwhile. */
export async function selectRunsSince(db: Db, after: TimePosition, limit: number): Promise<ListedRun[]> {
  const { results } = await db
    .prepare(
      `SELECT run_id, created_ms, trust, device, filesystem, os, browser, profile, declared, metrics FROM run
       WHERE (created_ms, run_id) > (?1, ?2) AND status = 'published' ORDER BY created_ms, run_id LIMIT ?3`,
    )
    .bind(after.createdMs, after.runId, limit)
    .all<ListedRun>();
  return results;
}

export const NEWEST: TimePosition = { createdMs: 8.64e15, runId: '' };
export const OLDEST: TimePosition = { createdMs: -1, runId: '' };

export function metricValues(metrics: string): Record<string, number> {
  return Object.fromEntries(Object.entries(JSON.parse(metrics) as Metrics).map(([id, [value]]) => [id, value]));
}

export function runItem(run: ListedRun): RunItem {
  return {
    run_id: run.run_id,
    created_at: new Date(run.created_ms).toISOString(),
    trust: run.trust,
    device: { slug: run.device, name: (JSON.parse(run.declared) as { device: string }).device },
    filesystem: run.filesystem === '' ? null : filesystemName(run.filesystem),
    os: run.os,
    browser: run.browser,
    profile: run.profile,
    metrics: metricValues(run.metrics),
    links: linksOf(run.run_id),
  };
}
