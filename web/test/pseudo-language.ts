/** A language made of English: every text is marked and two fifths longer, as translations often are. */
export const MARKS = ['⟦', '⟧'] as const;

export function pseudo(text: string): string {
  const filling = '~~~~~ '
    .repeat(text.length)
    .slice(0, Math.ceil(text.length * 0.4))
    .trimEnd();
  return `${MARKS[0]}${text}${text.length > 10 ? ' ' : ''}${filling}${MARKS[1]}`;
}

/** Names and links stay as they are. */
const KEPT_KEYS = ['id', 'href'];

/** All texts of a dictionary, however deep. */
export function pseudoMessages(messages: unknown): unknown {
  if (typeof messages === 'string') return pseudo(messages);
  if (Array.isArray(messages)) return messages.map(pseudoMessages);
  if (typeof messages !== 'object' || messages === null) return messages;
  return Object.fromEntries(
    Object.entries(messages).map(([key, node]) => [
      key,
      KEPT_KEYS.includes(key) ? (node as unknown) : pseudoMessages(node),
    ]),
  );
}
