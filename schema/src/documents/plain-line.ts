/** Characters that a terminal obeys, or turns the rest around with, in place of showing it: controls, and marks of direction. */
const OBEYED = /[\p{Cc}\p{Bidi_Control}\u2028\u2029]/gu;
const escaped = (sign: string) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`;

/** A text in one line that a terminal only shows. Names, file names and answers of services are of others. */
export const plainLine = (text: string): string => text.replaceAll(OBEYED, escaped);

/**
 * A text that formats nothing, is no HTML and links nowhere, in one line: a device may be called "*|<", and what a browser says of
 * a failure may hold anything.
 */
export const escapeMarkdown = (text: string): string =>
  text.replace(/\s+/g, ' ').replace(/[\\`*_[\]<>|#~&$]|:(?=\/\/)|(?<=www)\./gi, String.raw`\$&`);
