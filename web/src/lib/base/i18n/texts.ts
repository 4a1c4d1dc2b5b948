import { LANGUAGES, type Language } from './languages.ts';
import { TextStore, type Chunks } from './text-store.ts';

const chunks: Chunks = import.meta.glob('./texts/*/*.ts');

/** All texts of the site. */
export const texts = new TextStore<Language>(chunks, LANGUAGES);
