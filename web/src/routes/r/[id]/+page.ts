import type { AnyView, RunView } from '@opfsmark/schema';
import type { PageLoad } from './$types';

const isGrid = (view: AnyView): view is RunView => view.record.plan.family === 'matrix';

/** Each kind of result has a view of its own, and a visit loads one of them. */
export const load: PageLoad = async ({ data: { view } }) =>
  isGrid(view)
    ? { kind: 'matrix' as const, view, View: (await import('$lib/result/SharedGrid.svelte')).default }
    : { kind: 'family' as const, view, View: (await import('$lib/families/SharedFamily.svelte')).default };
