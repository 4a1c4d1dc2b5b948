/** Controls, marks that turn writing around, and what has no width: nothing of it belongs into a name. */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Co}\p{Cn}\u115f\u1160\u3164\uffa0]/u;
/** A letter with more marks than this is noise, not writing. */
const MOST_MARKS = 4;

/** The text as it is shown: NFKC, spaces collapsed; or why it cannot be a name. */
export function cleanLabel(
  text: string,
  mostGraphemes: number,
): { readonly text: string } | { readonly problem: string } {
  const clean = text.normalize('NFKC').replace(/\s+/gu, ' ').trim();
  if (clean === '') return { problem: 'is empty' };
  if (INVISIBLE.test(clean)) return { problem: 'has invisible or control characters' };
  if (new RegExp(`\\p{M}{${MOST_MARKS + 1}}`, 'u').test(clean)) return { problem: 'has too many marks on one letter' };
  let graphemes = 0;
  for (const _ of new Intl.Segmenter('en').segment(clean)) graphemes++;
  if (graphemes > mostGraphemes) return { problem: `is longer than ${mostGraphemes} characters` };
  return { text: clean };
}

/** What names are compared and linked by: "Samsung 980 PRO" -> "samsung-980-pro"; '' where no letter or digit is left. */
export function slugOf(name: string): string {
  return name
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .replaceAll('+', ' plus ')
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, '-')
    .replace(/^-+|-+$/g, '');
}
