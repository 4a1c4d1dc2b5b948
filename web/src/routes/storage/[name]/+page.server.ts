import { error, redirect } from '@sveltejs/kit';
import { sizeText } from '@opfsmark/schema/documents';
import { MEASURED_FACTS } from '@opfsmark/schema/families/app-storage/facts';
import { shippedBytes } from '@opfsmark/schema/families/app-storage/contenders';
import { bulkOf, pickedFiles } from '@opfsmark/schema/families/app-storage/costs';
import { curveOf, sizesOf } from '@opfsmark/schema/families/app-storage/sizes';
import { measuredWhere, storeTexts } from '@opfsmark/schema/report/store-facts';
import { languageOf } from '$lib/base/i18n/language.server.ts';
import {
  configOf,
  curvesOf,
  factWords,
  runsOf,
  settingOf,
  slowValueIn,
  storeNamed,
} from '$lib/features/families/app-storage/facts.server.ts';
import { drawCurves } from '$lib/features/families/app-storage/size-curve.server.ts';
import type { PageServerLoad } from './$types';

/** Everything that was counted of one store, browser by browser. */
export const load: PageServerLoad = async (event) => {
  const name = storeNamed(event.params.name);
  if (!name) error(404);
  if (name !== event.params.name) redirect(308, `/storage/${name}${event.url.search}`);
  const [words, common, language] = await factWords(languageOf(event));
  const nameOf = (id: string) => words.names[id] ?? id;
  const browsers = MEASURED_FACTS.map((entry) => {
    const counted = sizesOf(name, entry.browser)?.count;
    const reason = counted?.stopped ?? null;
    const { curve, others } = curvesOf(name, entry.browser);
    const bulk = bulkOf(name, entry.browser)?.count.models ?? [];
    return {
      where: measuredWhere(entry),
      about: `${entry.date} · ${entry.machine}`,
      tables: storeTexts(entry, name, words, common, language),
      stopped: reason === null ? null : { reason, slow: slowValueIn(reason) },
      sizes: curveOf(counted?.sizes ?? []).map(({ bytes }) => {
        const [random, repeating] = (['random', 'repeating'] as const).map((content) =>
          counted?.sizes.find((one) => one.bytes === bytes && one.content === content),
        );
        return {
          size: sizeText(bytes),
          ns: [random?.put_ns[0], random?.get_ns[0], random?.delete_ns[0], repeating?.put_ns[0]],
        };
      }),
      drawing: drawCurves(curve, others),
      crossings: others.map(({ other, crossing }) => ({ store: nameOf(other), ...crossing })),
      files: [
        ...bulk.map((file) => ({ ...file, isPicked: false })),
        ...(bulk.length > 0 ? pickedFiles(entry.browser).map((file) => ({ ...file, isPicked: true })) : []),
      ],
      runs: runsOf(name, entry.browser),
    };
  });
  return {
    store: { ...settingOf(name), name: nameOf(name) },
    config: configOf(name),
    shippedBytes: shippedBytes(name),
    browsers,
  };
};
