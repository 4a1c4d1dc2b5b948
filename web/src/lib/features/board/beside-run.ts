import type { Crowd } from '@opfsmark/schema/answer';
import { metricsOf } from '@opfsmark/schema/boards';
import { call } from '@opfsmark/schema/client';
import type { RunRecord } from '@opfsmark/schema/families';
import { sustainedBesideOwn } from '$lib/base/local/sustained-here.ts';
import { comparedOf, crowdsOf, cutAround } from './standing.ts';

/** What is known beside the answer of a run of this browser. */
export interface Beside {
  readonly crowds: readonly Crowd[];
  readonly sustained: { readonly bytesPerS: number; readonly of: 'browser' | 'device' } | null;
}

const TIMEOUT_MS = 10_000;

/** What others measured; none without the service. */
async function crowdsBeside(record: RunRecord): Promise<Crowd[]> {
  const cut = cutAround(record);
  const own = Object.entries(metricsOf(record)).map(([id, { value }]) => [id, value] as const);
  const compared = comparedOf(record, Object.fromEntries(own));
  if (cut === null || compared.length === 0) return [];
  const options = { signal: AbortSignal.timeout(TIMEOUT_MS) };
  const stats = await call(fetch, 'get', '/api/v1/stats', { query: { cut } }, options).catch(() => null);
  return stats?.ok ? crowdsOf(stats.value.metrics, compared) : [];
}

/** What this browser keeps is shown at once, what others measured when it comes. */
export async function findBeside(record: RunRecord, show: (beside: Beside) => void): Promise<void> {
  const crowds = crowdsBeside(record);
  const bytesPerS = await sustainedBesideOwn(record).catch(() => null);
  const sustained = bytesPerS === null ? null : ({ bytesPerS, of: 'browser' } as const);
  if (sustained) show({ crowds: [], sustained });
  show({ crowds: await crowds, sustained });
}
