import type { FamilyId } from '@opfsmark/schema/families';
import { SPOKEN, type Spoken } from './languages.ts';

/** What was measured, in pictures, badges and files. */
export function familyTitle(family: FamilyId, language: Spoken = 'en'): string {
  return SPOKEN[language].words.families[family];
}
