const FORMS = ['zero', 'one', 'two', 'few', 'many', 'other'] as const satisfies Intl.LDMLPluralRule[];
const PART = /\{\{([^}]*)\}\}|\{(\w+)\}/g;

export type Values = Readonly<Record<string, string | number>>;

/**
 * Fills a text: `{name}` is a value, a number in the locale's digits; `{{one|other}}` is chosen by the number before it
 * and has the plural forms that the locale knows, in the order of `FORMS`.
 */
export function say(text: string, values: Values, locale: string): string {
  let count = 0;
  return text.replace(PART, (_, choices: string | undefined, name: string) => {
    if (choices !== undefined) {
      const rules = new Intl.PluralRules(locale);
      const forms = FORMS.filter((form) => rules.resolvedOptions().pluralCategories.includes(form));
      const all = choices.split('|');
      return all[forms.findIndex((form) => form === rules.select(count))] ?? all.at(-1) ?? '';
    }
    const value = values[name];
    if (typeof value !== 'number') return value ?? '';
    count = value;
    return value.toLocaleString(locale);
  });
}
