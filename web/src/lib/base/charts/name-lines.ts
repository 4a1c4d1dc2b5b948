/** Signs of Latin on a line; one of Japanese is twice as wide. */
const MAX_SIGNS = 18;
const JAPANESE = /[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}ー]/gu;
/** Japanese has no spaces: a word in Katakana begins or ends there. */
const BETWEEN_WORDS =
  /(?<=\s)|(?<=[\p{Script=Hiragana}\p{Script=Han}])(?=\p{Script=Katakana})|(?<=[\p{Script=Katakana}ー])(?=\p{Script=Han})/u;

const signsOf = (text: string) => text.length + (text.match(JAPANESE)?.length ?? 0);

function linesOfPart(part: string): string[] {
  const lines: string[] = [];
  for (const word of part.split(BETWEEN_WORDS)) {
    const longer = `${lines.at(-1) ?? ''}${word}`;
    if (lines.length > 0 && signsOf(longer.trimEnd()) <= MAX_SIGNS) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines.map((line) => line.trimEnd());
}

/** A name in short lines, broken at its comma and between words. */
export const linesOfName = (name: string): string[] => name.split(/, |(?<=、)/).flatMap(linesOfPart);
