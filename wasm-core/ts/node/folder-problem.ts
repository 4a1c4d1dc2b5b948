import { GIB, KIB, MIB } from '@opfsmark/schema/documents';

const UNITS = [
  ['GiB', GIB],
  ['MiB', MIB],
  ['KiB', KIB],
] as const;

/** "1.5 GiB": bytes as people read them, to one place. */
export function formatAmount(bytes: number): string {
  const [name, size] = UNITS.find(([, unit]) => bytes >= unit) ?? ['bytes', 1];
  const amount = bytes / size;
  return `${amount.toFixed(Number.isInteger(amount) ? 0 : 1)} ${name}`;
}

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
  const sentence = /^([A-Z]\w+: [^,]+), \w+/.exec(error.message)?.[1];
  const unknown = error.message.split('Unknown error: ')[1]?.split(" '");
  return sentence ?? (unknown && unknown.length > 1 ? unknown[0] : undefined) ?? error.message;
}

export function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';
}
