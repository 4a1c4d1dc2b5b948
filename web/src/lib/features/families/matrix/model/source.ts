import type { JobResult } from '@opfsmark/schema/documents';
import type { CacheVerdict } from '@opfsmark/schema/figures';
import type { ChartColour } from '$lib/base/charts/spec.ts';
import { latencySide } from '$lib/base/figures/figure.ts';
import type { Texts } from '$lib/base/i18n/index.ts';

/** How sure it is that the drive answered, as a mark that needs no colour. */
export const SOURCE_FORMS = {
  drive: 'full',
  mixed: 'half',
  memory: 'dashed',
  unknown: 'empty',
} as const satisfies Record<CacheVerdict['verdict'], string>;

/** "from memory", "38 % from memory". */
export function sourceWord(
  cacheVerdict: CacheVerdict,
  { verdict }: Texts<'result'>,
  { origins }: Texts<'site'>['answer'],
  percent: (share: number) => string,
): string {
  if (cacheVerdict.why === 'kept_in_memory') return origins.kept();
  if (cacheVerdict.why === 'unflushed') return origins.unflushed();
  if (cacheVerdict.verdict === 'drive') return verdict.drive();
  if (cacheVerdict.verdict !== 'mixed') return origins[cacheVerdict.verdict]();
  return verdict.mixed({ percent: percent(cacheVerdict.share_from_memory ?? 0) });
}

/** How a job is drawn in a chart, as in the grid: what memory answered has no colour of the drive's. */
export function chartLook(
  { direction }: Pick<JobResult, 'direction'>,
  verdict: CacheVerdict | null,
): { readonly colour: ChartColour; readonly isMemory: boolean } {
  const isMemory = verdict?.verdict === 'memory';
  return { colour: isMemory ? 'muted' : latencySide(direction), isMemory };
}
