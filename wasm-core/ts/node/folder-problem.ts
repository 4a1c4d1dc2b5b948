export type FolderProblemCode =
  'not_found' | 'is_file' | 'is_link' | 'not_writable' | 'no_space' | 'file_too_large' | 'unreadable' | 'left_behind';

/** Something about the folder that the person can put right, in a sentence. */
export class FolderProblem extends Error {
  override readonly name = 'FolderProblem';
  readonly code: FolderProblemCode;

  constructor(code: FolderProblemCode, sentence: string) {
    super(sentence);
    this.code = code;
  }
}

/** "ENOSPC: no space left on device", without the call and its arguments; the text itself for anything else. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return /^([A-Z]\w+: [^,]+), \w+/.exec(error.message)?.[1] ?? error.message;
}

export function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';
}
