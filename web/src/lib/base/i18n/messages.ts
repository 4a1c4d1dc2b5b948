import { say, type Values } from '@opfsmark/schema/answer/words/languages';
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

/** Texts before their language is known. */
export interface MessageTree {
  readonly [key: string]: string | MessageTree;
}
interface TextTree {
  [key: string]: ((values?: Values) => string) | TextTree;
}

/** Makes functions of texts: see `say` for what they are written with. */
export function translate<T>(messages: Translation<T>, locale: string): Translate<T> {
  const branch = (tree: MessageTree): TextTree =>
    Object.fromEntries(
      Object.entries(tree).map(([key, node]) => [
        key,
        typeof node === 'string' ? (values: Values = {}) => say(node, values, locale) : branch(node),
      ]),
    );
  return branch(messages) as Translate<T>;
}
