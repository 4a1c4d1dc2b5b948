import type { ContenderId, FamilyId } from '../families/index.ts';
import type { Measured } from '../figures/index.ts';
import type { CommitGrade, FilesGrade, FlushGrade, StallGrade } from './grades.ts';
import type { RulerId } from './rulers.ts';

/**
 * What limited a figure. `drive`: proven for reads, flushed for writes. `mixed`: part of the calls were answered from
 * memory. `system`: drive, file system and browser together. No figure from memory is a mark.
 */
export type Origin = 'drive' | 'mixed' | 'system';

/** Why a ruler has no mark. */
export type MissingReason =
  'from_memory' | 'unknown_source' | 'memory_backed' | 'flush_does_nothing' | 'not_in_plan' | 'stopped' | 'failed';

/** What a mark stands for: every one has a word, a unit and a line below its figure. */
export const MARK_IDS = [
  'small_read',
  'large_read',
  'large_write',
  'save',
  'stall',
  'file',
  'commit',
  'flushed_each',
  'at_first',
  'at_last',
  'block_write',
  'queue_write',
  'item',
  'folder_write',
] as const;
export type MarkId = (typeof MARK_IDS)[number];

/** A figure on a ruler, in the unit of that ruler, with the interval in which it lies. */
export interface MeasuredMark extends Measured {
  readonly id: MarkId;
  readonly from: Origin;
  /** 0..1 of the calls of a read; `null` for anything else. */
  readonly share_from_memory: number | null;
  /** Further numbers of the line below the figure. */
  readonly detail: Readonly<Record<string, number>>;
}

export interface MissingMark {
  readonly id: MarkId;
  readonly missing: MissingReason;
}

export type Mark = MeasuredMark | MissingMark;

export function isMeasured(mark: Mark): mark is MeasuredMark {
  return !('missing' in mark);
}

export interface Ruler {
  readonly id: RulerId;
  readonly marks: readonly Mark[];
}

/** One sentence with the number that answers the question of the family. */
export type Sentence =
  /** `factor`: how many times quicker than a hard disk, one significant digit; `null` below twice. */
  | { readonly kind: 'small_read'; readonly ns: number; readonly factor: number | null }
  | { readonly kind: 'saves'; readonly per_s: number }
  | { readonly kind: 'large_write'; readonly mb_per_s: number }
  | { readonly kind: 'large_read'; readonly mb_per_s: number }
  /** Nothing that was measured was limited by the drive. */
  | { readonly kind: 'memory' }
  | { readonly kind: 'stall'; readonly ns: number; readonly grade: StallGrade }
  | { readonly kind: 'files'; readonly per_s: number; readonly s_for_10k: number; readonly grade: FilesGrade }
  | { readonly kind: 'commits'; readonly per_s: number; readonly grade: CommitGrade }
  | { readonly kind: 'flush_cost'; readonly ratio: number; readonly mb_per_s: number; readonly grade: FlushGrade }
  /** `share`: of the first speed that is left. */
  | {
      readonly kind: 'cliff';
      readonly first_mb_per_s: number;
      readonly mb_per_s: number;
      readonly share: number;
      readonly after_bytes: number;
    }
  | { readonly kind: 'steady'; readonly mb_per_s: number; readonly bytes: number }
  | { readonly kind: 'block_knee'; readonly block_bytes: number; readonly mb_per_s: number }
  | { readonly kind: 'queue_knee'; readonly queues: number; readonly per_s: number; readonly factor: number }
  /** Of a note-taking app; `ties`: how many others cannot be told from the fastest. */
  | { readonly kind: 'best_store'; readonly contender: ContenderId; readonly per_s: number; readonly ties: number }
  | { readonly kind: 'folder_write'; readonly mb_per_s: number }
  /** Read from a picked file: nothing tells whether the drive or memory answered. */
  | { readonly kind: 'unknown_read' }
  /** The run ended before anything was measured, or measured no drive. */
  | { readonly kind: 'nothing'; readonly why: 'stopped' | 'failed' | 'flush_does_nothing' };
export type SentenceKind = Sentence['kind'];

/** Where the numbers came from, in one line. */
export type Proof =
  /** Tests that read, and those of them that were proven to have read the drive. */
  | { readonly kind: 'drive'; readonly tests: number }
  | { readonly kind: 'some'; readonly tests: number; readonly proven: number }
  | { readonly kind: 'mixed'; readonly share_from_memory: number }
  | { readonly kind: 'memory' }
  | { readonly kind: 'unknown' }
  /** Nothing was read; each figure includes its flush. */
  | { readonly kind: 'flushed' }
  | { readonly kind: 'system' };
export type ProofKind = Proof['kind'];

/** What a reader must know before the numbers, most serious first. */
export const NOTES = [
  'memory_backed',
  'flush_does_nothing',
  'failed',
  'stopped',
  'test_failed',
  'hidden',
  'one_loop',
] as const;
export type Note = (typeof NOTES)[number];

export interface Answer {
  readonly family: FamilyId;
  readonly sentence: Sentence;
  /** Three for the grid, one for each other family. */
  readonly rulers: readonly Ruler[];
  readonly proof: Proof;
  /** The quickest read that memory answered, always marked as such; `null` where there is none. */
  readonly memory: { readonly mb_per_s: number } | null;
  readonly notes: readonly Note[];
}
