import type { Translation } from './texts/shape.ts';

/** Names of the values that a text needs. */
type Arguments<Text extends string> = Text extends `${infer Before}{{${string}}}${infer After}`
  ? Arguments<Before> | Arguments<After>
  : Text extends `${string}{${infer Name}}${infer After}`
    ? Name | Arguments<After>
    : never;

type Say<Text extends string> = [Arguments<Text>] extends [never]
  ? () => string
  : (values: Record<Arguments<Text>, string | number>) => string;

/** One function per text; a missing value does not compile. */
export type Translate<T> = { readonly [K in keyof T]: T[K] extends string ? Say<T[K]> : Translate<T[K]> };

type Values = Readonly<Record<string, string | number>>;
/** Texts before their language is known. */
export interface MessageTree {
  readonly [key: string]: string | MessageTree;
}
interface TextTree {
  [key: string]: ((values?: Values) => string) | TextTree;
}

const FORMS = ['zero', 'one', 'two', 'few', 'many', 'other'] as const satisfies Intl.LDMLPluralRule[];
const PART = /\{\{([^}]*)\}\}|\{(\w+)\}/g;

/**
 * Makes functions of texts: `{name}` is a value, a number in the locale's digits; `{{one|other}}` is chosen by the number
 * before it and has the plural forms that the locale knows, in the order of `FORMS`.
 */
export function translate<T>(messages: Translation<T>, locale: string): Translate<T> {
  const number = new Intl.NumberFormat(locale);
  const rules = new Intl.PluralRules(locale);
  const forms = FORMS.filter((form) => rules.resolvedOptions().pluralCategories.includes(form));

  function say(text: string, values: Values): string {
    let count = 0;
    return text.replace(PART, (_, choices: string | undefined, name: string) => {
      if (choices !== undefined) {
        const all = choices.split('|');
        return all[forms.findIndex((form) => form === rules.select(count))] ?? all.at(-1) ?? '';
      }
      const value = values[name];
      if (typeof value !== 'number') return value ?? '';
      count = value;
      return number.format(value);
    });
  }

  const branch = (tree: MessageTree): TextTree =>
    Object.fromEntries(
      Object.entries(tree).map(([key, node]) => [
        key,
        typeof node === 'string' ? (values: Values = {}) => say(node, values) : branch(node),
      ]),
    );
  return branch(messages) as Translate<T>;
}
