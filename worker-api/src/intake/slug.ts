import { LETTER_OR_DIGIT, slugOf } from '@opfsmark/schema/documents';
import type { ModelKind } from '../store/models.ts';

/** "2TB", "1.92 TB", "1024GB"; neither "T7" nor the end of a part number. */
const CAPACITY = /(?<![\p{L}\p{M}\p{N}]|\p{N}[.,])\d+(?:[.,]\d+)?[\s\p{Pd}]?[tg]i?b(?![\p{L}\p{M}\p{N}])/giu;
const KIND_WORD = /(?<![\p{L}\p{M}\p{N}])(?:ssd|nvme|m\.2)(?![\p{L}\p{M}\p{N}])/giu;

const DIGIT = /\p{N}/u;

/**
 * The slug of a drive's model: without its capacity and, where a number names the model, without the words for its kind, so
 * that "Samsung SSD 990 PRO" and "samsung 990 pro 2TB" are one. "WD Blue SSD" and "WD Blue HDD" are two drives.
 */
export function driveSlugOf(name: string): string {
  const model = name.replace(CAPACITY, ' ');
  if (!LETTER_OR_DIGIT.test(model)) return slugOf(name);
  const bare = model.replace(KIND_WORD, ' ');
  return slugOf(DIGIT.test(bare) ? bare : model);
}

export const SLUG_OF: Readonly<Record<ModelKind, (name: string) => string>> = { device: slugOf, drive: driveSlugOf };
