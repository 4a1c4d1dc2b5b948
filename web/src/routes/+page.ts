import { entryOf } from '$lib/features/families/views.ts';
import { readRunAddress } from '$lib/features/run/address/address.ts';
import { texts } from '$lib/base/i18n/texts.ts';
import type { PageLoad } from './$types';

/** Each family has a view, controls and texts of its own, and a visit loads those of one. */
export const load: PageLoad = async ({ parent, url: { searchParams } }) => {
  const asked = await readRunAddress(searchParams);
  const { family } = asked.plan;
  const entry = entryOf(family);
  const { language } = await parent();
  const [view, controls] = await Promise.all([
    entry.view(),
    entry.controls(),
    texts.load(language, 'picker', ...entry.texts),
  ]);
  return { asked, family, View: view.default, Controls: controls.default };
};
