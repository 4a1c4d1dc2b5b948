import type en from './en.ts';
import type enPictures from './en-pictures.ts';

type SameKeys<T> = { readonly [K in keyof T]: T[K] extends string ? string : SameKeys<T[K]> };

/** The words of the answer in any language: English is the shape, and a missing or a surplus key does not compile. */
export type Words = SameKeys<typeof en>;

/** The same of what pictures say beside the answer. */
export type PictureWords = SameKeys<typeof enPictures>;
