import type { RunView } from '@opfsmark/schema/api';
import type { AnyView } from '@opfsmark/schema/families';
import { texts } from '$lib/base/i18n/texts.ts';
import type { PageLoad } from './$types';

const isGrid = (view: AnyView): view is RunView => view.record.plan.family === 'matrix';

/** Each kind of result has a view and texts of its own, and a visit loads one of them. */
export const load: PageLoad = async ({ data: { view, standing }, parent }) => {
  const { language } = await parent();
  if (isGrid(view)) {
    const [{ default: View }] = await Promise.all([
      import('./SharedGrid.svelte'),
      texts.load(language, 'permalink', 'result', 'standing'),
    ]);
    return { kind: 'matrix' as const, view, standing, View };
  }
  const [{ default: View }] = await Promise.all([
    import('./SharedFamily.svelte'),
    texts.load(language, 'permalink', 'family', 'picker', 'parts', 'published'),
  ]);
  return { kind: 'family' as const, view, View };
};
