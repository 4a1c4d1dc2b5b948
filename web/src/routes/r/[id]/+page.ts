import type { AnyView, RunView } from '@opfsmark/schema';
import { familyTexts } from '$lib/families/i18n/index.ts';
import { permalinkTexts } from '$lib/permalink/i18n/index.ts';
import { resultTexts } from '$lib/result/i18n/index.ts';
import type { PageLoad } from './$types';

const isGrid = (view: AnyView): view is RunView => view.record.plan.family === 'matrix';

/** Each kind of result has a view and texts of its own, and a visit loads one of them. */
export const load: PageLoad = async ({ data: { view, standing }, parent }) => {
  const { language } = await parent();
  await permalinkTexts.load(language);
  if (isGrid(view)) {
    const { default: View } = await import('$lib/permalink/SharedGrid.svelte');
    await resultTexts.load(language);
    return { kind: 'matrix' as const, view, standing, View };
  }
  const { default: View } = await import('$lib/permalink/SharedFamily.svelte');
  await familyTexts.load(language);
  return { kind: 'family' as const, view, View };
};
