import { startOf } from '$lib/features/families/starts.ts';
import { familyTexts } from '$lib/features/families/texts.ts';
import { readRunAddress } from '$lib/features/run/address.ts';
import { texts } from '$lib/base/i18n/texts.ts';
import type { PageLoad } from './$types';

/** Each family has a view, controls and texts of its own, and a visit loads those of one. */
export const load: PageLoad = async ({ parent, url: { searchParams } }) => {
  const request = await readRunAddress(searchParams);
  const { family } = request.plan;
  const start = startOf(family);
  const { language } = await parent();
  const [plannedModule, controls] = await Promise.all([
    start.planned?.() ?? null,
    start.controls(),
    texts.load(language, 'run', ...familyTexts(family)),
  ]);
  return { asked: request, family, Planned: plannedModule?.default ?? null, Controls: controls.default };
};
