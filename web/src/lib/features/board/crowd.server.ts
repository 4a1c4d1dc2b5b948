import type { RunView } from '@opfsmark/schema/api';
import type { Crowd } from '@opfsmark/schema/answer';
import { boardLayoutOf, formatCut, scopeOf } from '@opfsmark/schema/boards';
import { get } from '$lib/base/api/read.server.ts';
import { comparedOf, crowdsOf } from './crowd.ts';

/** The networks that have the same system: one row read. */
export async function getCrowds(
  platform: Readonly<App.Platform> | undefined,
  origin: URL,
  { record, metrics }: RunView,
): Promise<Crowd[]> {
  const layout = boardLayoutOf(record);
  const compared = comparedOf(record, metrics);
  if (layout === null || compared.length === 0) return [];
  const scope = scopeOf(record.plan.suite, layout);
  const cut = formatCut('os', { scope, os: record.environment.client.os.family });
  const stats = await get(platform, origin, '/api/v1/stats', { query: { cut } });
  return stats.ok ? crowdsOf(stats.value.metrics, compared) : [];
}
