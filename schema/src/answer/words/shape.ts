import type { Translation } from '../../figures/words/shape.ts';
import type en from './en.ts';
import type enPictures from './en-pictures.ts';

export type { Translation };

/** The words of the answer in any language: English is the shape, and a missing or a surplus key does not compile. */
export type Words = Translation<typeof en>;

/** The same of what pictures say beside the answer. */
export type PictureWords = Translation<typeof enPictures>;
