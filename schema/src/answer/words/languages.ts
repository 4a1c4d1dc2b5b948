export interface LanguageInfo {
  /** In the language itself. */
  readonly name: string;
  /** For numbers, dates and plural forms. */
  readonly locale: string;
  /** Behind a number of seconds: a letter of the reader's own where a language is not written in Latin. */
  readonly second: string;
  /** The same of minutes. */
  readonly minute: string;
  /** Between a number and a unit that is a word of the language. */
  readonly gap: string;
}

/** Languages of the site, its pictures and its badges. */
export const LANGUAGES = {
  en: { name: 'English', locale: 'en-GB', second: 's', minute: 'min', gap: ' ' },
  ja: { name: '日本語', locale: 'ja-JP', second: '秒', minute: '分', gap: '' },
} as const satisfies Readonly<Record<string, LanguageInfo>>;

export type Language = keyof typeof LANGUAGES;
