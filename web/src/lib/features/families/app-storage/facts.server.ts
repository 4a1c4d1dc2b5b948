import { sizeText } from '@opfsmark/schema/documents';
import {
  CONTENDERS,
  CONTENDER_IDS,
  type ContenderId,
  LIBRARIES,
} from '@opfsmark/schema/families/app-storage/contender-ids';
import { CONTEXTS, type Needs, WORTHS } from '@opfsmark/schema/families/app-storage/choice';
import { MEASURED_FACTS } from '@opfsmark/schema/families/app-storage/facts';
import { USE_IDS } from '@opfsmark/schema/families/app-storage/verdict';
import type { CommonWords } from '@opfsmark/schema/report';
import type { FamilyWords } from '@opfsmark/schema/report/names';
import { type Language, LANGUAGES } from '$lib/base/i18n/languages.ts';
import { texts } from '$lib/base/i18n/texts.ts';

/** The words of the facts of storage for apps, and how a language writes numbers. */
export async function factWords(language: Language) {
  await texts.load(language, 'families', 'site');
  const { words } = texts.messages(language, 'families');
  const { origins } = texts.messages(language, 'site').answer;
  const common = { ...(words['words'] as CommonWords), origins };
  return [words['app-storage'] as FamilyWords, common, LANGUAGES[language]] as const;
}

export const isContender = (name: string): name is ContenderId => (CONTENDER_IDS as readonly string[]).includes(name);

/** What a store is made of. */
export function settingOf(id: ContenderId) {
  const { name, setting, source, library } = CONTENDERS[id];
  const { package: packageName, version, licence } = LIBRARIES[library];
  return { id, name, setting, source, package: packageName, version, licence };
}

/** To be copied: what to install and the switches that the facts hold for. */
export function configOf(id: ContenderId): string {
  const { setting, package: packageName, version } = settingOf(id);
  return JSON.stringify({ store: id, ...(packageName && { package: `${packageName}@${version}` }), setting });
}

/** The sizes of values that are asked for. */
const SIZES = [1024, 65_536, 1_048_576, 16_777_216, 268_435_456, 1_073_741_824];
export const SIZE_CHOICES = SIZES.map((bytes) => ({ bytes, text: sizeText(bytes) }));

function oneOf<T extends string | number>(choices: readonly T[], text: string | null, standard: T): T {
  return choices.find((choice) => String(choice) === text) ?? standard;
}

/** What an address asks for; anything else is the usual. */
export function needsOf(parameters: URLSearchParams): Needs & { readonly browser: string } {
  const at = (name: string) => parameters.get(name);
  return {
    use: oneOf(USE_IDS, at('use'), 'notes'),
    bytes: oneOf(SIZES, at('size'), 1024),
    contexts: oneOf(CONTEXTS, at('at-once'), 2),
    worth: oneOf(WORTHS, at('save'), 'power_cut'),
    browser: oneOf(
      MEASURED_FACTS.map(({ browser }) => browser),
      at('browser'),
      MEASURED_FACTS[0]?.browser ?? 'chromium',
    ),
  };
}
