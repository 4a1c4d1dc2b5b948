import type { Sentence, VerdictId } from './answer.ts';
import {
  gradeCommits,
  gradeFiles,
  gradeFlush,
  gradeLong,
  gradeOf,
  gradeOpen,
  gradeStall,
  gradeStore,
  type Grade,
} from './grades.ts';

const long = (mbPerS: number): VerdictId => `long_${gradeLong(mbPerS)}`;

/** What comes after a burst was not seen; that one is slow was. */
function burst(mbPerS: number): VerdictId {
  const grade = gradeLong(mbPerS);
  return grade === 'slow' ? 'long_slow' : `burst_${grade}`;
}

/** What the number of a sentence is good for; `null` where it says nothing of a drive, or answers another question. */
export function verdictOfSentence(sentence: Sentence): VerdictId | null {
  switch (sentence.kind) {
    case 'small_read':
    case 'drive_wait':
      return `open_${gradeOpen(sentence.ns)}`;
    case 'saves':
    case 'best_store':
      return `store_${gradeStore(sentence.per_s)}`;
    case 'large_write':
      return sentence.isBurst ? burst(sentence.mb_per_s) : long(sentence.mb_per_s);
    case 'large_read':
    case 'steady':
    case 'changed':
    case 'cliff':
    case 'folder_write':
      return long(sentence.mb_per_s);
    case 'row_read':
    case 'row_write':
    case 'row_mix':
      return sentence.verdict;
    case 'stall':
    case 'busy':
      return `stall_${gradeStall(sentence.ns)}`;
    case 'files':
      return `files_${gradeFiles(sentence.s_for_10k)}`;
    case 'commits':
      return `commits_${gradeCommits(sentence.per_s)}`;
    case 'flush_cost':
      return `flush_${gradeFlush(sentence.ratio)}`;
    case 'block_knee':
    case 'queue_knee':
    case 'memory':
    case 'unsafe':
    case 'unknown_read':
    case 'nothing':
      return null;
    default:
      return sentence satisfies never;
  }
}

/** Good, fair or poor; `null` where there is no verdict. */
export function gradeOfSentence(sentence: Sentence): Grade | null {
  const verdict = verdictOfSentence(sentence);
  return verdict === null ? null : gradeOf(verdict);
}
