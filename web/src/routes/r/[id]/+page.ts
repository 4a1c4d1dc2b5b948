import { isFamilyView } from '@opfsmark/schema';
import type { PageLoad } from './$types';

/** Each kind of result has a view of its own, and a visit loads one of them. */
export const load: PageLoad = async ({ data: { view } }) =>
  isFamilyView(view)
    ? { kind: 'family' as const, view, View: (await import('$lib/families/SharedFamily.svelte')).default }
    : { kind: 'matrix' as const, view, View: (await import('$lib/result/SharedGrid.svelte')).default };
