/** As much of a file is read. */
export const MAX_FOREIGN_BYTES = 8 * 1024 * 1024;

/** Of ASCII in UTF-16 every other byte is 0: the first byte of a sign, or the second. */
function encodingOf([first = 1, second = 1]: Uint8Array): 'utf-8' | 'utf-16le' | 'utf-16be' {
  if ((first === 0xff && second === 0xfe) || second === 0) return 'utf-16le';
  if ((first === 0xfe && second === 0xff) || first === 0) return 'utf-16be';
  return 'utf-8';
}

/** The text of a file in UTF-8 or UTF-16. Of other encodings everything but letters beyond ASCII is right, and those are only names. */
export const textOfBytes = (bytes: Uint8Array): string => new TextDecoder(encodingOf(bytes)).decode(bytes);
