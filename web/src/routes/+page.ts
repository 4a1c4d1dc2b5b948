import { browser } from '$app/environment';
import { startOf } from '$lib/features/families/starts.ts';
import { familyTexts } from '$lib/features/families/texts.ts';
import { isShared, readRunAddress } from '$lib/features/run/address.ts';
import { estimateFor } from '@opfsmark/schema/families';
import { texts } from '$lib/base/i18n/texts.ts';
import { nextTask } from '$lib/base/when-idle.ts';
import type { PageLoad } from './$types';

/** Each family has a view, controls and texts of its own, and a visit loads those of one. */
export const load: PageLoad = async ({ parent, url: { searchParams } }) => {
  const request = await readRunAddress(searchParams);
  const { family } = request.plan;
  const start = startOf(family);
  const { language, fromPhone } = await parent();
  const isPhoneChoosing = fromPhone && !isShared(searchParams) && !searchParams.has('cache');
  const firstPlan = (isPhoneChoosing ? start.withoutForgetting(request.plan) : null) ?? request.plan;
  const [plannedModule, controls] = await Promise.all([
    start.planned?.() ?? null,
    start.controls(),
    texts.load(language, 'run', ...familyTexts(family)),
  ]);
  /** It takes every step of the run. */
  const firstEstimate = estimateFor(request.side, firstPlan);
  // The page comes to life in the task after that one.
  if (browser) await nextTask();
  return {
    asked: request,
    family,
    /** The plan that the page shows until it is alive and the address says what a phone begins with: nothing moves then. */
    firstPlan,
    firstEstimate,
    Planned: plannedModule?.default ?? null,
    Controls: controls.default,
  };
};
