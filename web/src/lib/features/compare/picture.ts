import { comparisonSvg } from '@opfsmark/schema/answer/picture';
import { numbersIn } from '@opfsmark/schema/answer/words';
import { ALL_WORDS } from '@opfsmark/schema/answer/words/all';
import { LANGUAGES, type Language } from '@opfsmark/schema/answer/words/languages';
import { PICTURE_FONT, pngOf } from '$lib/base/svg-picture.ts';

/** A comparison as PNG, with its sentence. */
export function comparisonPicture(
  results: Parameters<typeof comparisonSvg>[0],
  lead: string,
  language: Language,
): Promise<Blob> {
  const { answer: words, pictures } = ALL_WORDS[language];
  const speech = { lead, words, pictures, numbers: numbersIn(LANGUAGES[language]), font: PICTURE_FONT };
  return pngOf((measure) => comparisonSvg(results, { ...speech, measure }));
}
