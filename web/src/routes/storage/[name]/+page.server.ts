import { error } from '@sveltejs/kit';
import { sizeText } from '@opfsmark/schema/documents';
import { MEASURED_FACTS } from '@opfsmark/schema/families/app-storage/facts';
import { CONTENDER_IDS } from '@opfsmark/schema/families/app-storage/contender-ids';
import { crossingOf, curveOf, sizesOf } from '@opfsmark/schema/families/app-storage/sizes';
import { measuredWhere, storeTexts } from '@opfsmark/schema/report/store-facts';
import { languageOf } from '$lib/base/i18n/language.server.ts';
import { configOf, factWords, isContender, settingOf } from '$lib/features/families/app-storage/facts.server.ts';
import type { PageServerLoad } from './$types';

/** Everything that was counted of one store, browser by browser. */
export const load: PageServerLoad = async (event) => {
  const { name } = event.params;
  if (!isContender(name)) error(404);
  const [words, common, language] = await factWords(languageOf(event));
  const browsers = MEASURED_FACTS.map((entry) => {
    const counted = sizesOf(name, entry.browser)?.count;
    const curve = curveOf(counted?.sizes ?? []);
    return {
      where: measuredWhere(entry),
      about: `${entry.date} · ${entry.machine}`,
      tables: storeTexts(entry, name, words, common, language),
      stopped: counted?.stopped ?? null,
      sizes: curve.map(({ bytes }) => {
        const [random, repeating] = (['random', 'repeating'] as const).map((content) =>
          counted?.sizes.find((one) => one.bytes === bytes && one.content === content),
        );
        return {
          size: sizeText(bytes),
          ns: [random?.put_ns[0], random?.get_ns[0], random?.delete_ns[0], repeating?.put_ns[0]],
        };
      }),
      crossings: CONTENDER_IDS.flatMap((other) => {
        const sizes = other === name ? null : sizesOf(other, entry.browser)?.count.sizes;
        const crossing = sizes && crossingOf(curve, curveOf(sizes));
        return crossing ? [{ store: words.names[other] ?? other, ...crossing }] : [];
      }),
    };
  });
  return { store: { ...settingOf(name), name: words.names[name] ?? name }, config: configOf(name), browsers };
};
