import type { Pause, Row } from '../documents/index.ts';
import type { FamilyId } from './ids.ts';
import type { MeasuredValue, Stalls } from '../figures/index.ts';
import type { RulerId } from '../figures/rulers.ts';

/**
 * The limit of a figure. `drive`: proven for reads, or told from the same reads of memory; flushed for writes. `mixed`: memory answered other calls, and the
 * figure is only of those that waited for the drive. `system`: drive, file system and browser together. No figure from
 * memory is a mark.
 */
export type Limit = 'drive' | 'mixed' | 'system';

/** Why a ruler has no mark. */
export type MissingReason =
  | 'from_memory'
  /** The plan reads what memory holds: the drive was not asked. */
  | 'planned_memory'
  | 'unknown_source'
  | 'memory_backed'
  | 'flush_does_nothing'
  | 'not_in_plan'
  | 'stopped'
  | 'failed';

/** The kinds of marks: every one has a word, a unit and a line below its figure. */
export const MARK_IDS = [
  'small_read',
  'drive_wait',
  'large_read',
  /** A burst: what comes after so few bytes was not seen. */
  'large_write',
  'long_write',
  'save',
  'stall',
  'file',
  'commit',
  'flushed_each',
  'at_first',
  'at_last',
  'kept',
  'block_write',
  'queue_write',
  'item',
  'folder_write',
  'busy_save',
] as const;
export type MarkId = (typeof MARK_IDS)[number];

/** A figure on a ruler, in the unit of that ruler, with the interval in which it lies. */
export interface MeasuredMark extends MeasuredValue {
  readonly id: MarkId;
  readonly from: Limit;
  /** 0..1: of how many calls the figure is, those from the drive; `null` where it is of all. */
  readonly drive_share: number | null;
  /** Calls that stalled, without which the figure is. */
  readonly stalls?: Stalls;
  /** Further numbers of the line below the figure. */
  readonly detail: Readonly<Record<string, number>>;
  /** Where several rows could stand on the ruler: the one that does, as the fastest. */
  readonly row?: Row;
  /** While a run is under way: how fast its file was written, which is no figure of its result. */
  readonly isFill?: true;
  /** A row with more calls at once that is clearly slower. */
  readonly slower?: { readonly row: Row; readonly value: number };
}

export interface MissingMark {
  readonly id: MarkId;
  readonly missing: MissingReason;
  /** 0..1: where memory answered some calls of a read, and not all. */
  readonly share_from_memory?: number;
}

export type Mark = MeasuredMark | MissingMark;

export function isMeasured(mark: Mark): mark is MeasuredMark {
  return !('missing' in mark);
}

export interface Ruler {
  readonly id: RulerId;
  readonly marks: readonly Mark[];
}

export type StallGrade = 'smooth' | 'hitch' | 'freeze';
export type CommitGrade = 'queue' | 'app' | 'slow' | 'felt';
export type FilesGrade = 'short' | 'wait' | 'long';
export type FlushGrade = 'cheap' | 'dear' | 'free';
export type LongGrade = 'copies' | 'video' | 'slow';
export type OpenGrade = 'fast' | 'fine' | 'slow' | 'very_slow';
export type StoreGrade = 'smooth' | 'slow' | 'felt';

/** The verdict on a number: what it is good for and what not. */
export type VerdictId =
  | `long_${LongGrade}`
  | `burst_${Exclude<LongGrade, 'slow'>}`
  | `open_${OpenGrade}`
  | `store_${StoreGrade}`
  | `stall_${StallGrade}`
  | `files_${FilesGrade}`
  | `commits_${CommitGrade}`
  | `flush_${FlushGrade}`;

/** Said in place of a figure of which another run may have twice or half as much, in the unit of that figure. */
export interface Range {
  readonly low: number;
  readonly high: number;
}

/** Calls that stalled took a third of the time, and the figure is without them: 1 in `every` took `min_ns` or more. */
export interface Uneven {
  readonly every: number;
  readonly min_ns: number;
  /** 0..1 of the time inside calls. */
  readonly time_share: number;
}

/** A figure of the drive in a sentence. */
export interface Told {
  readonly range?: Range;
  readonly uneven?: Uneven;
}

/** A failure that is the drive's, or may be: how fast it was until then says nothing of it. */
export type DriveFault = 'write_refused' | 'drive_error' | 'data_changed';

/** How a run ended before its end. */
export type End = 'stopped' | 'failed' | DriveFault;

/** One sentence with the number that answers the question of the family. */
export type Sentence =
  | (Told & { readonly kind: 'small_read'; readonly ns: number })
  /** The time that the drive adds to a small read of a picked file, which nothing proves to have come from it. */
  | { readonly kind: 'drive_wait'; readonly ns: number }
  | (Told & { readonly kind: 'saves'; readonly per_s: number })
  | (Told & { readonly kind: 'large_write'; readonly mb_per_s: number; readonly isBurst: boolean })
  | (Told & { readonly kind: 'large_read'; readonly mb_per_s: number })
  /** For a plan without the rows above: its first row whose speed is known to be the drive's. */
  | {
      readonly kind: 'row_read' | 'row_write' | 'row_mix';
      readonly row: string;
      readonly mb_per_s: number;
      readonly verdict: VerdictId | null;
    }
  /** Memory answered all that was measured. */
  | { readonly kind: 'memory' }
  | { readonly kind: 'stall'; readonly ns: number; readonly grade: StallGrade }
  /** At half load: so long the slowest of this share of the saves take, their wait for others included. */
  | { readonly kind: 'busy'; readonly ns: number; readonly share: number }
  | { readonly kind: 'files'; readonly per_s: number; readonly s_for_10k: number; readonly grade: FilesGrade }
  | { readonly kind: 'commits'; readonly per_s: number; readonly grade: CommitGrade }
  | { readonly kind: 'flush_cost'; readonly ratio: number; readonly mb_per_s: number; readonly grade: FlushGrade }
  /** Nothing that is saved is safe: a flush does nothing. */
  | { readonly kind: 'unsafe' }
  /** `share`: of the first speed that is left. */
  | {
      readonly kind: 'cliff';
      readonly first_mb_per_s: number;
      readonly mb_per_s: number;
      readonly share: number;
      readonly after_bytes: number;
    }
  /** About as fast in the long run as at first, or faster, and clearly slower or quicker at times. */
  | { readonly kind: 'changed'; readonly mb_per_s: number; readonly between_mb_per_s: number }
  | { readonly kind: 'steady'; readonly mb_per_s: number; readonly bytes: number; readonly isBurst: boolean }
  | { readonly kind: 'block_knee'; readonly block_bytes: number; readonly mb_per_s: number }
  | { readonly kind: 'queue_knee'; readonly queues: number; readonly per_s: number; readonly factor: number }
  /** For a note-taking app. */
  | { readonly kind: 'best_store'; readonly contender: string; readonly per_s: number }
  | { readonly kind: 'folder_write'; readonly mb_per_s: number; readonly isBurst: boolean }
  /** Nothing tells whether the drive or memory answered. */
  | { readonly kind: 'unknown_read' }
  /** The run ended before the drive was measured, or measured no drive. */
  | { readonly kind: 'nothing'; readonly why: End | 'flush_does_nothing' | 'mixed' | 'too_little' };

/** Where the numbers came from, in one line. */
export type Proof =
  /** Tests that read, and those of them that were proven to have read the drive. */
  | { readonly kind: 'drive'; readonly tests: number }
  | { readonly kind: 'some'; readonly tests: number; readonly proven: number }
  | { readonly kind: 'mixed'; readonly share_from_memory: number }
  /** The drive was asked, and memory answered. */
  | { readonly kind: 'memory' }
  /** The plan reads what memory holds. */
  | { readonly kind: 'planned_memory' }
  | { readonly kind: 'unknown' }
  /** A picked file has no verdict: its reads were compared with the same ones from memory. */
  | { readonly kind: 'paired' }
  /** Nothing was read; each figure includes its flush. */
  | { readonly kind: 'flushed' }
  | { readonly kind: 'system' };

/** The notes that a reader must know before the numbers, most serious first. */
export const NOTES = [
  'two_runs',
  'memory_backed',
  'flush_does_nothing',
  'no_space_to_clear',
  'write_refused',
  'data_changed',
  'drive_error',
  'failed',
  'stopped',
  'test_failed',
  'pause_left_out',
  'hidden',
  'pause_repeated',
  'pause_between',
  'stalls',
  'one_loop',
  'drifts',
  'steps',
  'varies',
  'busy',
] as const;
export type Note = (typeof NOTES)[number];

/** Notes whose cure is to run again: it stands with the verdict. */
export const BUSY_NOTES: readonly Note[] = ['drifts', 'steps', 'varies', 'busy'];

export interface Answer {
  readonly family: FamilyId;
  readonly sentence: Sentence;
  /** Three for the grid, one for each other family. */
  readonly rulers: readonly Ruler[];
  /** `null` where no test was finished. */
  readonly proof: Proof | null;
  /** The quickest read that memory answered, always marked as such; `null` where there is none. */
  readonly memory: { readonly mb_per_s: number } | null;
  readonly notes: readonly Note[];
  /** By this share another run may differ, where that is much: the note `varies` says it. */
  readonly varies_by?: number;
  /** The speed of the second half of the run in relation to the first, where it changed: the note `drifts` says it. */
  readonly drift?: number;
  /** The speed afterwards in relation to before, where it changed elsewhere than in the middle: the note `steps` says it. */
  readonly step?: number;
  /** The longest wait for the drive, where it is out of proportion: the note `stalls` says it. */
  readonly stall_ns?: number;
  /** Times in which computer or browser stood still, of which notes tell; absent where there was none. */
  readonly pauses?: readonly Pause[];
}

/** Another run may have twice or half as much. */
const MAX_FACTOR = 2;

export const isWide = ({ value, low, high }: Pick<MeasuredValue, 'value' | 'low' | 'high'>): boolean =>
  high > MAX_FACTOR * value || value > MAX_FACTOR * low;

/** Whether a second run would narrow what is told of a drive: the page takes both together then. */
export function wantsSecondRun({ family, proof, rulers, notes }: Answer): boolean {
  if (family !== 'matrix' || proof?.kind !== 'drive' || notes.includes('two_runs')) return false;
  return rulers.some(({ marks }) => marks.some((mark) => isMeasured(mark) && isWide(mark)));
}
