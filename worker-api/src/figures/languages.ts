import { LANGUAGES, type Language } from '@opfsmark/schema/answer/words/languages';
import { numbersIn, type Numbers, type Words } from '@opfsmark/schema/answer/words';
import en from '@opfsmark/schema/answer/words/en';
import ja from '@opfsmark/schema/answer/words/ja';

interface SpokenWords {
  readonly words: Words;
  readonly numbers: Numbers;
}

/** Languages of pictures and badges, by `?lang=`; the fonts hold what their words need: see assets/README.md. */
export const SPOKEN = {
  en: { words: en, numbers: numbersIn(LANGUAGES.en) },
  ja: { words: ja, numbers: numbersIn(LANGUAGES.ja) },
} as const satisfies Readonly<Record<Language, SpokenWords>>;

export type Spoken = keyof typeof SPOKEN;

export function spokenOf(lang: string | undefined): Spoken {
  return lang !== undefined && Object.hasOwn(SPOKEN, lang) ? (lang as Spoken) : 'en';
}
