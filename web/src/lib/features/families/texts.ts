import type { FamilyId } from '@opfsmark/schema/families';
import type { Subject } from '$lib/base/i18n/texts.ts';

/** Texts of the view and the controls of a family: those of the grid are with every page that shows it. */
export const familyTexts = (family: FamilyId): readonly Subject[] => (family === 'matrix' ? [] : ['families']);
