import { numbersIn, type Numbers, type Words } from '@opfsmark/schema/answer/words';
import { FAMILY_TITLES } from '@opfsmark/schema/answer/words/family-titles';
import en from '@opfsmark/schema/answer/words/en';
import ja from '@opfsmark/schema/answer/words/ja';

interface SpokenWords {
  readonly words: Words;
  readonly numbers: Numbers;
  readonly titles: (typeof FAMILY_TITLES)[keyof typeof FAMILY_TITLES];
}

/** Languages of pictures and badges, by `?lang=`; the fonts hold what their words need: see assets/README.md. */
export const SPOKEN = {
  en: { words: en, numbers: numbersIn('en-GB'), titles: FAMILY_TITLES.en },
  ja: { words: ja, numbers: numbersIn('ja-JP'), titles: FAMILY_TITLES.ja },
} as const satisfies Readonly<Record<string, SpokenWords>>;

export type Spoken = keyof typeof SPOKEN;

export function spokenOf(lang: string | undefined): Spoken {
  return lang !== undefined && Object.hasOwn(SPOKEN, lang) ? (lang as Spoken) : 'en';
}
