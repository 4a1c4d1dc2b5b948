import type { Translate, Translation } from '../../i18n/types.ts';
import type en from './en.ts';

export type ResultMessages = Translation<typeof en>;
export type ResultTexts = Translate<typeof en>;
