interface LanguageInfo {
  /** In the language itself. */
  readonly name: string;
  /** For numbers, dates and plural forms. */
  readonly locale: string;
}

/** Languages of the site, its pictures and its badges. */
export const LANGUAGES = {
  en: { name: 'English', locale: 'en-GB' },
  ja: { name: '日本語', locale: 'ja-JP' },
} as const satisfies Readonly<Record<string, LanguageInfo>>;

export type Language = keyof typeof LANGUAGES;
