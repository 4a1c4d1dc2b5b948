const FORMS = ['zero', 'one', 'two', 'few', 'many', 'other'] as const satisfies Intl.LDMLPluralRule[];
const PART = /\{\{([^{}]*)\}\}|\{(\w+)\}/g;

export type Values = Readonly<Record<string, string | number>>;

interface Speaker {
  readonly number: Intl.NumberFormat;
  readonly rules: Intl.PluralRules;
  readonly forms: readonly Intl.LDMLPluralRule[];
}

const speakers = new Map<string, Speaker>();

function speakerOf(locale: string): Speaker {
  const cachedSpeaker = speakers.get(locale);
  if (cachedSpeaker) return cachedSpeaker;
  const rules = new Intl.PluralRules(locale);
  const forms = FORMS.filter((form) => rules.resolvedOptions().pluralCategories.includes(form));
  const speaker = { number: new Intl.NumberFormat(locale), rules, forms };
  speakers.set(locale, speaker);
  return speaker;
}

/**
 * Fills a text: `{name}` is a value, a number in the locale's digits; `{{one|other}}` is chosen by the number before it
 * and has the plural forms that the locale knows, in the order of `FORMS`.
 */
export function say(text: string, values: Values, locale: string): string {
  const { number, rules, forms } = speakerOf(locale);
  let count = 0;
  return text.replace(PART, (_, choices: string | undefined, name: string) => {
    if (choices !== undefined) {
      const options = choices.split('|');
      return options[forms.findIndex((form) => form === rules.select(count))] ?? options.at(-1) ?? '';
    }
    const value = values[name];
    if (typeof value !== 'number') return value ?? '';
    count = value;
    return number.format(value);
  });
}

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
