/** Letters and digits that nobody takes for another, and that spell nothing. */
export const GROUP_CODE_CHARACTERS = '23456789BCDFGHJKMNPQRSTVWXYZ';
export const GROUP_CODE_PATTERN = /^[2-9BCDFGHJKMNPQRSTVWXYZ]{6}$/;

/** A code as somebody has typed it, also in the wide letters and with the dash of a Japanese keyboard, as it is looked for. */
export const spellGroupCode = (text: string): string =>
  text
    .normalize('NFKC')
    .replaceAll(/[\s\p{Pd}ー]/gu, '')
    .toUpperCase();

/** The same; `null` where it cannot be one. */
export function readGroupCode(text: string): string | null {
  const code = spellGroupCode(text);
  return GROUP_CODE_PATTERN.test(code) ? code : null;
}

export const MAX_NICKNAME_CHARACTERS = 40;
