import { DATA_LICENSE, type SnapshotManifest } from '@opfsmark/schema/api';
import { SUITE_VERSION } from '@opfsmark/schema/documents';
import type { Env } from '../base/env.ts';
import { rankPolicyOf } from '../boards/policy.ts';
import { selectFiles } from '../store/snapshot.ts';
import { selectSnapshot } from './state.ts';

/** What the snapshot that is served consists of; `null` before the first. */
export async function readManifest(env: Env): Promise<SnapshotManifest | null> {
  const snapshot = await selectSnapshot(env.DB);
  if (!snapshot) return null;
  const all = await selectFiles(env.DB, snapshot.generation);
  const files = all.filter(({ stale, name }) => stale === 0 && name !== '');
  const { minProviders, waitingMs, minSpanMs, maxMonths } = rankPolicyOf(env);
  return {
    format: 1,
    taken_at: new Date(snapshot.taken_ms).toISOString(),
    suite: SUITE_VERSION,
    license: DATA_LICENSE.id,
    license_url: DATA_LICENSE.url,
    complete: files.length === all.length,
    runs: files.reduce((sum, { kind, run_count }) => sum + (kind === 'runs' ? run_count : 0), 0),
    rank_policy: {
      min_providers: minProviders,
      waiting_ms: waitingMs,
      min_span_ms: minSpanMs,
      max_months: maxMonths,
    },
    files: files.map(({ name, kind, run_count, bytes, sha256 }) => ({
      name,
      kind,
      url: `/api/v1/snapshot/files/${name}`,
      rows: run_count,
      bytes,
      sha256,
    })),
  };
}
