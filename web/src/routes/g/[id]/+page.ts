import { texts } from '$lib/base/i18n/texts.ts';
import type { PageLoad } from './$types';

/** `?wall`: the same group for a projector. */
export const load: PageLoad = async ({ data, parent, url }) => {
  const wall = url.searchParams.has('wall') ? import('$lib/features/group/GroupWall.svelte') : null;
  await texts.load((await parent()).language, 'boards', 'compare', 'families', 'publish');
  return { ...data, Wall: (await wall)?.default ?? null };
};
