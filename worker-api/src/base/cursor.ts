/**
 * Where the next page begins, as an opaque text. It decides only from where an index is read, so it is checked for its
 * form and needs no signature.
 */
export type CursorParts = readonly (string | number)[];

export function encodeCursor(parts: CursorParts): string {
  return new TextEncoder().encode(JSON.stringify(parts)).toBase64({ alphabet: 'base64url', omitPadding: true });
}

/** The parts of a cursor made of these types; `null` for any other text. */
export function decodeCursor(text: string, types: readonly ('string' | 'number')[]): CursorParts | null {
  try {
    const bytes = Uint8Array.fromBase64(text, { alphabet: 'base64url' });
    const value: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes));
    if (!Array.isArray(value) || value.length !== types.length) return null;
    const fits = (part: unknown, i: number) =>
      typeof part === types[i] && (typeof part !== 'number' || Number.isFinite(part));
    return value.every(fits) ? (value as CursorParts) : null;
  } catch {
    return null;
  }
}
