import { texts } from '$lib/base/i18n/texts.ts';
import type { PageLoad } from './$types';

export const load: PageLoad = async ({ data, parent }) => {
  await texts.load(
    (await parent()).language,
    'compare',
    'parts',
    'published',
    ...(data.devices.length > 0 ? (['board'] as const) : []),
  );
  // Names of all boards are only needed for devices.
  const compared = data.devices.length > 0 ? await import('$lib/features/compare/DeviceComparison.svelte') : null;
  return { ...data, DeviceComparison: compared?.default ?? null };
};
