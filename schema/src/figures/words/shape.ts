import type en from './en.ts';

/** The same keys in another language; a missing or a surplus key does not compile. */
export type Translation<T> = { readonly [K in keyof T]: T[K] extends string ? string : Translation<T[K]> };

/** Words that the tables of all families share. */
export type CommonWords = Translation<typeof en>;
