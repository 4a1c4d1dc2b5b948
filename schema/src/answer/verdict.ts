import type { Sentence } from './answer.ts';
import { gradeLong, gradeOpen, gradeStore, type VerdictId } from './grades.ts';

const long = (mbPerS: number): VerdictId => `long_${gradeLong(mbPerS)}`;

/** What the number of a sentence is good for; `null` where the sentence says it, or has none. */
export function verdictOfSentence(sentence: Sentence): VerdictId | null {
  switch (sentence.kind) {
    case 'steady':
    case 'changed':
    case 'cliff':
    case 'folder_write':
      return long(sentence.mb_per_s);
    case 'row_read':
    case 'row_write':
    case 'row_mix':
      return sentence.verdict;
    case 'drive_wait':
      return `open_${gradeOpen(sentence.ns)}`;
    case 'best_store':
      return `store_${gradeStore(sentence.per_s)}`;
    default:
      return null;
  }
}
