import { type Numbers, numbersIn, type PictureWords, type Words } from '@opfsmark/schema/answer/words';
import { ALL_WORDS } from '@opfsmark/schema/answer/words/all';
import { type Language, LANGUAGES } from '@opfsmark/schema/answer/words/languages';
import type { FamilyId } from '@opfsmark/schema/families';

export type { Language };

interface LocaleWords {
  readonly words: Words;
  readonly pictures: PictureWords;
  readonly numbers: Numbers;
}

const localeIn = (language: Language): LocaleWords => {
  const { answer, pictures } = ALL_WORDS[language];
  return { words: answer, pictures, numbers: numbersIn(LANGUAGES[language]) };
};

/** Languages of pictures and badges, by `?lang=`; the fonts hold what their words need: see assets/README.md. */
export const LOCALES = Object.fromEntries(
  (Object.keys(LANGUAGES) as Language[]).map((language) => [language, localeIn(language)]),
) as Readonly<Record<Language, LocaleWords>>;

export function languageOf(lang: string | undefined): Language {
  return lang !== undefined && Object.hasOwn(LOCALES, lang) ? (lang as Language) : 'en';
}

/** The name of a test, in pictures, badges and files. */
export function familyTitle(family: FamilyId, language: Language = 'en'): string {
  return LOCALES[language].words.families[family].name;
}
