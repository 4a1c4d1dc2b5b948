import type { RunRecord } from '../../families/index.ts';
import en from './en-pauses.ts';
import { LANGUAGES } from './languages.ts';
import { pauseTexts } from './note.ts';
import { numbersIn } from './numbers.ts';

/** What files and terminals say of a run during which computer or browser stood still; nothing of any other. */
export function pausesInEnglish({ family, environment: { pauses } }: RunRecord): string[] {
  return pauses ? pauseTexts({ family, pauses }, en, numbersIn(LANGUAGES.en)) : [];
}
