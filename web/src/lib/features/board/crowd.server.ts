import type { RunView, Stats } from '@opfsmark/schema/api';
import type { Crowd } from '@opfsmark/schema/answer';
import { boardLayoutOf, formatCut, scopeOf } from '@opfsmark/schema/boards';
import { get } from '$lib/base/api/read.server.ts';
import { crowdsOf } from './crowd.ts';

/** Others with the same system and browser, because a flush means something else in another: one row read. */
export async function getCrowds(
  platform: Readonly<App.Platform> | undefined,
  origin: URL,
  { record, metrics }: RunView,
): Promise<Crowd[]> {
  const layout = boardLayoutOf(record);
  if (layout === null) return [];
  const { os, browser } = record.environment.client;
  const scope = scopeOf(record.plan.suite, layout);
  const url = new URL('/api/v1/stats', origin);
  url.searchParams.set('cut', formatCut('browser', { scope, os: os.family, browser: browser.family }));
  const stats = await get<Stats>(platform, url);
  return stats.ok ? crowdsOf(stats.value.metrics, metrics) : [];
}
