import type { RunView } from '@opfsmark/schema/api';
import type { Crowd } from '@opfsmark/schema/answer';
import { get } from '$lib/base/api/read.server.ts';
import { comparedOf, crowdsOf, cutAround } from './crowd.ts';

/** The networks that have the same system: one row read. */
export async function getCrowds(
  platform: Readonly<App.Platform> | undefined,
  origin: URL,
  { record, metrics }: RunView,
): Promise<Crowd[]> {
  const cut = cutAround(record);
  const compared = comparedOf(record, metrics);
  if (cut === null || compared.length === 0) return [];
  const stats = await get(platform, origin, '/api/v1/stats', { query: { cut } });
  return stats.ok ? crowdsOf(stats.value.metrics, compared) : [];
}
