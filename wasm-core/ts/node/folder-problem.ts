export type FolderProblemCode =
  | 'not_found'
  | 'is_file'
  | 'is_link'
  | 'not_writable'
  | 'no_space'
  | 'file_too_large'
  | 'unreadable'
  | 'left_behind'
  | 'no_direct';

/** Something about the folder that the person can put right, in a sentence. */
export class FolderProblem extends Error {
  override readonly name = 'FolderProblem';
  readonly code: FolderProblemCode;

  constructor(code: FolderProblemCode, sentence: string) {
    super(sentence);
    this.code = code;
  }
}

/**
 * "ENOSPC: no space left on device", without the call and its arguments; the text itself for anything else. `rmSync` of
 * newer Node.js has a form of its own: ", Unknown error: Read-only file system '/path'".
 */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const said = /^([A-Z]\w+: [^,]+), \w+/.exec(error.message) ?? /Unknown error: ([^']+) '/.exec(error.message);
  return said?.[1] ?? error.message;
}

export function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';
}
