import type { PeerGroup } from '@opfsmark/schema/answer';
import { metricsOf } from '@opfsmark/schema/boards';
import { call } from '@opfsmark/schema/client';
import type { RunRecord } from '@opfsmark/schema/families';
import { combineWithEarlier } from '$lib/base/local/second-run.ts';
import { sustainedBesideOwn } from '$lib/base/local/sustained-here.ts';
import type { ResultContext } from './result-context.ts';
import { comparedOf, peerGroupsOf, cutAround } from './standing.ts';

const TIMEOUT_MS = 10_000;

/** The values of others; none without the service. */
async function peerGroupsBeside(record: RunRecord): Promise<PeerGroup[]> {
  const cut = cutAround(record);
  const metricValues = Object.entries(metricsOf(record)).map(([id, { value }]) => [id, value] as const);
  const comparisons = comparedOf(record, Object.fromEntries(metricValues));
  if (cut === null || comparisons.length === 0) return [];
  const options = { signal: AbortSignal.timeout(TIMEOUT_MS) };
  const stats = await call(fetch, 'get', '/api/v1/stats', { query: { cut } }, options).catch(() => null);
  return stats?.ok ? peerGroupsOf(stats.value.metrics, comparisons) : [];
}

/** This browser's own runs are shown at once, the values of others when they come. */
export async function findBeside(record: RunRecord, show: (beside: ResultContext) => void): Promise<void> {
  const peerGroups = peerGroupsBeside(record);
  const [bytesPerS, combined] = await Promise.all([
    sustainedBesideOwn(record).catch(() => null),
    combineWithEarlier(record).catch(() => null),
  ]);
  const sustained = bytesPerS === null ? null : ({ bytesPerS, of: 'browser' } as const);
  if (sustained || combined) show({ peerGroups: [], combined, sustained });
  show({ peerGroups: await peerGroups, combined, sustained });
}
