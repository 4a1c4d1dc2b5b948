import { fromBase64Url, toBase64Url } from './crypto.ts';

/** Where the next page begins. */
type CursorParts = readonly (string | number)[];

/** A cursor that only chooses where an index is read from needs no signature: its form is checked. */
export function encodeCursor(parts: CursorParts): string {
  return toBase64Url(new TextEncoder().encode(JSON.stringify(parts)));
}

/** The parts of a cursor that has these types; `null` for any other text. */
export function decodeCursor(text: string, types: readonly ('string' | 'number')[]): CursorParts | null {
  try {
    const value: unknown = JSON.parse(
      new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(fromBase64Url(text)),
    );
    if (!Array.isArray(value) || value.length !== types.length) return null;
    const hasType = (part: unknown, i: number) =>
      typeof part === types[i] && (typeof part !== 'number' || Number.isFinite(part));
    return value.every(hasType) ? (value as CursorParts) : null;
  } catch {
    return null;
  }
}

/** The `Link` header to the next page (RFC 8288): the same address with the next cursor. */
export function nextLink(url: string, cursor: string): string {
  const nextUrl = new URL(url);
  nextUrl.searchParams.set('cursor', cursor);
  return `<${nextUrl.pathname}${nextUrl.search}>; rel="next"`;
}
