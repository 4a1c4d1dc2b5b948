/** What a text needs: `{name}` and `{name|formatter}`; `{{one|many}}` is a plural of the argument before it. */
type Argument<Inner extends string> = Inner extends `{${string}`
  ? never
  : Inner extends `${infer Name}|${string}`
    ? Name
    : Inner;
type Arguments<Text extends string> = Text extends `${string}{${infer Inner}}${infer Rest}`
  ? Argument<Inner> | Arguments<Rest>
  : never;

type Say<Text extends string> = [Arguments<Text>] extends [never]
  ? () => string
  : (values: Record<Arguments<Text>, string | number>) => string;

/** One function a text; a missing argument does not compile. */
export type Translate<T> = { readonly [K in keyof T]: T[K] extends string ? Say<T[K]> : Translate<T[K]> };

/** The same keys in another language; a missing or a surplus key does not compile. */
export type Translation<T> = { readonly [K in keyof T]: T[K] extends string ? string : Translation<T[K]> };
