import { i18nObject } from 'typesafe-i18n';
import { createFormat } from '../format/format.ts';
import type { Language } from './index.ts';
import type { Translate, Translation } from './types.ts';

/** A function a text. */
export function textsOf<En>(language: Language, messages: Translation<En>): Translate<En> {
  const format = createFormat(language);
  // Counts, which are whole.
  const number = (value: number) => format.number(value, 0);
  // The library types its functions by the texts it is given only one level deep; `Translate` does it for all of them.
  const texts = i18nObject<Language, Translation<En> & object, never>(language, messages, { number });
  return texts;
}
