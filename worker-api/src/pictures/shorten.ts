/** Cuts a text to this many characters; the last one is then an ellipsis. */
export function shorten(text: string, maxCharacters: number): string {
  const characters = Array.from(text);
  return characters.length <= maxCharacters ? text : `${characters.slice(0, maxCharacters - 1).join('')}…`;
}
