import type { PeerGroup } from '@opfsmark/schema/answer';
import { metricsOf } from '@opfsmark/schema/boards';
import { call } from '@opfsmark/schema/client';
import type { RunRecord } from '@opfsmark/schema/families';
import { sustainedBesideOwn } from '$lib/base/local/sustained-here.ts';
import { comparedOf, peerGroupsOf, cutAround } from './standing.ts';

/** What is known beside the answer of a run of this browser. */
export interface ResultContext {
  readonly peerGroups: readonly PeerGroup[];
  readonly sustained: { readonly bytesPerS: number; readonly of: 'browser' | 'device' } | null;
}

const TIMEOUT_MS = 10_000;

/** What others measured; none without the service. */
async function peerGroupsBeside(record: RunRecord): Promise<PeerGroup[]> {
  const cut = cutAround(record);
  const metricValues = Object.entries(metricsOf(record)).map(([id, { value }]) => [id, value] as const);
  const comparisons = comparedOf(record, Object.fromEntries(metricValues));
  if (cut === null || comparisons.length === 0) return [];
  const options = { signal: AbortSignal.timeout(TIMEOUT_MS) };
  const stats = await call(fetch, 'get', '/api/v1/stats', { query: { cut } }, options).catch(() => null);
  return stats?.ok ? peerGroupsOf(stats.value.metrics, comparisons) : [];
}

/** What this browser keeps is shown at once, what others measured when it comes. */
export async function findBeside(record: RunRecord, show: (beside: ResultContext) => void): Promise<void> {
  const peerGroups = peerGroupsBeside(record);
  const bytesPerS = await sustainedBesideOwn(record).catch(() => null);
  const sustained = bytesPerS === null ? null : ({ bytesPerS, of: 'browser' } as const);
  if (sustained) show({ peerGroups: [], sustained });
  show({ peerGroups: await peerGroups, sustained });
}
