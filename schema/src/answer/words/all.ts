import en, { type Words } from './en.ts';
import ja from './ja.ts';
import type { Language } from './languages.ts';
import { pictures as enPictures, type PictureWords } from '../../figures/words/en.ts';
import { pictures as jaPictures } from '../../figures/words/ja.ts';

interface AllWords {
  readonly answer: Words;
  readonly pictures: PictureWords;
}

/** The words of every language, for a service that speaks all of them. A page loads one, with its texts. */
export const ALL_WORDS: Readonly<Record<Language, AllWords>> = {
  en: { answer: en, pictures: enPictures },
  ja: { answer: ja, pictures: jaPictures },
};
