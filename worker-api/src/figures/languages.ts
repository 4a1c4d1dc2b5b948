import { ALL_WORDS } from '@opfsmark/schema/answer/words/all';
import { LANGUAGES, type Language } from '@opfsmark/schema/answer/words/languages';
import { numbersIn, type Numbers, type PictureWords, type Words } from '@opfsmark/schema/answer/words';

export type Spoken = Language;

interface SpokenWords {
  readonly words: Words;
  readonly pictures: PictureWords;
  readonly numbers: Numbers;
}

const spokenIn = (language: Language): SpokenWords => {
  const { answer, pictures } = ALL_WORDS[language];
  return { words: answer, pictures, numbers: numbersIn(LANGUAGES[language]) };
};

/** Languages of pictures and badges, by `?lang=`; the fonts hold what their words need: see assets/README.md. */
export const SPOKEN = Object.fromEntries(
  (Object.keys(LANGUAGES) as Language[]).map((language) => [language, spokenIn(language)]),
) as Readonly<Record<Language, SpokenWords>>;

export function spokenOf(lang: string | undefined): Spoken {
  return lang !== undefined && Object.hasOwn(SPOKEN, lang) ? (lang as Spoken) : 'en';
}
