/** Length of a name's slug; the CHECK of `device.slug` says the same. */
export const MAX_SLUG_CHARACTERS = 240;

/** A character that a name needs for a slug. */
export const LETTER_OR_DIGIT = /[\p{L}\p{N}]/u;

/** The words of a name: letters with their marks, and digits. */
export const wordsOf = (name: string): string[] => name.match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];

/**
 * The form in which names are compared and linked: "Surface Pro 10+" -> "surface-pro-10-plus". Names that differ only in
 * what nobody sees, such as a joiner, are one.
 */
export function slugOf(name: string): string {
  const spelledOut = name
    .replace(/\p{Default_Ignorable_Code_Point}/gu, '')
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .replaceAll('+', ' plus ');
  return wordsOf(spelledOut).join('-');
}
