import { texts } from '$lib/base/i18n/texts.ts';
import type { PageLoad } from './$types';

export const load: PageLoad = async ({ data, parent }) => {
  await texts.load(
    (await parent()).language,
    'compare',
    'families',
    ...(data.devices.length > 0 ? (['boards'] as const) : []),
  );
  // Names of all boards are only needed for devices, and published figures only where they are asked for.
  const [comparisonModule, publishedModule] = await Promise.all([
    data.devices.length > 0 ? import('$lib/features/compare/DeviceComparison.svelte') : null,
    data.shownCase === null ? null : import('$lib/features/compare/PublishedFigures.svelte'),
  ]);
  return {
    ...data,
    DeviceComparison: comparisonModule?.default ?? null,
    PublishedFigures: publishedModule?.default ?? null,
  };
};
