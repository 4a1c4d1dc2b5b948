import type { RunView, Stats } from '@opfsmark/schema/api';
import type { Crowd } from '@opfsmark/schema/answer';
import { boardLayoutOf, formatCut, scopeOf } from '@opfsmark/schema/boards';
import { get } from '$lib/base/api/read.server.ts';
import { crowdsOf } from './crowd.ts';

/** Others with the same system: one row read. */
export async function getCrowds(
  platform: Readonly<App.Platform> | undefined,
  origin: URL,
  { record, metrics }: RunView,
): Promise<Crowd[]> {
  const layout = boardLayoutOf(record);
  if (layout === null) return [];
  const scope = scopeOf(record.plan.suite, layout);
  const url = new URL('/api/v1/stats', origin);
  url.searchParams.set('cut', formatCut('os', { scope, os: record.environment.client.os.family }));
  const stats = await get<Stats>(platform, url);
  return stats.ok ? crowdsOf(stats.value.metrics, metrics) : [];
}
