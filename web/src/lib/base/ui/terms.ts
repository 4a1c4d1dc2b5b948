import type { Texts } from '../i18n/index.ts';

/** What has a plain sentence of its own. */
export type Term = keyof Texts<'site'>['terms'];
