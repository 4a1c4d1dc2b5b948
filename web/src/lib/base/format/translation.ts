/** Three small letters in a row, or Japanese: no unit has them, and no short name of a test. */
const WORD = /\p{Ll}{3}|[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;

/**
 * The attribute `translate` of an element that shows a text of either kind: translators leave figures, units and names with
 * a number as they are, and translate words.
 */
export const translation = (text: string | undefined): 'no' | undefined =>
  text !== undefined && (/\d/.test(text) || !WORD.test(text)) ? 'no' : undefined;
