import { LETTER_OR_DIGIT, slugOf } from '@opfsmark/schema/documents';
import type { ModelKind } from '../store/models.ts';

/** "2TB", "1.92 TB", "1024GB"; neither "T7" nor the end of a part number. */
const CAPACITY = /(?<![\p{L}\p{M}\p{N}]|\p{N}[.,])\d+(?:[.,]\d+)?[\s\p{Pd}]?[tg]i?b(?![\p{L}\p{M}\p{N}])/giu;
const KIND_WORD = /(?<![\p{L}\p{M}\p{N}])(?:ssd|nvme|m\.2)(?![\p{L}\p{M}\p{N}])/giu;

const DIGIT = /\p{N}/u;

/**
 * The slug of a drive's model. Where a number names the model, it is without the capacity and the words for its kind, so that
 * "Samsung SSD 990 PRO" and "samsung 990 pro 2TB" are one. Where none does, the capacity tells "Seagate Expansion 4 TB" from
 * the one of 16 TB, as their kind tells "WD Blue SSD" from "WD Blue HDD".
 */
export function driveSlugOf(name: string): string {
  const model = name.replace(CAPACITY, ' ');
  if (!LETTER_OR_DIGIT.test(model)) return slugOf(name);
  const bare = model.replace(KIND_WORD, ' ');
  if (DIGIT.test(bare)) return slugOf(bare);
  return slugOf(name.replace(CAPACITY, (capacity) => ` ${capacity.replaceAll(/[\s\p{Pd}]/gu, '')} `));
}

export const SLUG_OF: Readonly<Record<ModelKind, (name: string) => string>> = { device: slugOf, drive: driveSlugOf };
