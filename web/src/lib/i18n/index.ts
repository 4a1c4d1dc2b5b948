import { getContext, setContext } from 'svelte';
import { createFormat, type Format } from '../format/format.ts';
import { textsOf } from './texts-of.ts';
import type { Translate, Translation } from './types.ts';
import type en from './en/index.ts';

export const LANGUAGES = { en: 'English', ja: '日本語' } as const;
export type Language = keyof typeof LANGUAGES;
export const DEFAULT_LANGUAGE: Language = 'en';

export type Messages = Translation<typeof en>;
export type Texts = Translate<typeof en>;

/** Everything a component needs in order to speak: texts `t`, numbers and dates `format`. */
export interface I18n {
  readonly language: Language;
  readonly t: Texts;
  readonly format: Format;
}

export function isLanguage(text: string | null | undefined): text is Language {
  return text === 'en' || text === 'ja';
}

/** The best language for an Accept-Language header. */
export function negotiate(header: string | null): Language {
  const wanted = (header ?? '')
    .split(',')
    .map((part) => {
      const [tag = '', quality = ''] = part.trim().split(/;\s*q=/);
      return { primary: tag.split('-')[0]?.toLowerCase(), quality: quality === '' ? 1 : Number(quality) };
    })
    .filter(({ quality }) => quality > 0)
    .toSorted((a, b) => b.quality - a.quality);
  return wanted.map(({ primary }) => primary).find(isLanguage) ?? DEFAULT_LANGUAGE;
}

/** Each language is a chunk of its own. */
export async function loadMessages(language: Language): Promise<Messages> {
  return language === 'ja' ? (await import('./ja/index.ts')).default : (await import('./en/index.ts')).default;
}

export function createI18n(language: Language, messages: Messages): I18n {
  return { language, t: textsOf<typeof en>(language, messages), format: createFormat(language) };
}

const KEY = Symbol('i18n');

export function provideI18n(get: () => I18n): void {
  setContext(KEY, get);
}

/** Within a component: reads stay right when the language changes. */
export function useI18n(): I18n {
  const get = getContext<() => I18n>(KEY);
  return {
    get language() {
      return get().language;
    },
    get t() {
      return get().t;
    },
    get format() {
      return get().format;
    },
  };
}
