import {
  type Answer,
  BUSY_NOTES,
  type CommitGrade,
  type FilesGrade,
  type FlushGrade,
  isMeasured,
  type LongGrade,
  type MarkId,
  type OpenGrade,
  type Ruler,
  type Sentence,
  type StallGrade,
  type StoreGrade,
  type Uneven,
  type VerdictId,
} from './answer.ts';
import {
  ATTENTION_S,
  COMMITS_PER_FRAME,
  FILES_AT_ONCE,
  FLOW_NS,
  INSTANT_NS,
  MINUTE_S,
  RULERS,
  scaleOf,
} from '../figures/rulers.ts';
import type { Stalls } from '../figures/stalls.ts';
import type { FamilyId } from './ids.ts';

/** Thresholds that no ruler shows: see docs/METHODOLOGY.md, "The answer". */

/** Two commits per job, to take it and to finish it: 500 jobs per second. */
const COMMITS_FOR_QUEUE = 1000;
/** A single commit takes longer than what is felt as instant. */
const COMMITS_FELT = 10;
/** In MB/s: 4K video is recorded at 30 (SD Association, V30), a gigabit network brings 125. */
const VIDEO_MB_PER_S = 30;
const NETWORK_MB_PER_S = 125;
/** For one small read: a thousand of them take 0.2 s, 2 s, and as long as a hard disk seeks. */
const OPEN_LIMITS_NS = { fast: 200e3, fine: 2e6, slow: 15e6 } as const;

/** From where on a figure of the drive is good, and from where on fair, in the unit of its ruler. */
export interface Limits {
  readonly good: number;
  readonly fair: number;
}
const LARGE: Limits = { good: NETWORK_MB_PER_S, fair: VIDEO_MB_PER_S };
/** The limits that the verdict on a drive and its points are made of. */
export const DRIVE_LIMITS = {
  small_read: { good: 1e9 / OPEN_LIMITS_NS.fast, fair: 1e9 / OPEN_LIMITS_NS.fine },
  large_read: LARGE,
  large_write: LARGE,
  save: { good: COMMITS_PER_FRAME, fair: COMMITS_FELT },
} as const satisfies Readonly<Record<string, Limits>>;

export function gradeStall(ns: number): StallGrade {
  if (ns <= INSTANT_NS) return 'smooth';
  return ns <= FLOW_NS ? 'hitch' : 'freeze';
}

export function gradeCommits(perS: number): CommitGrade {
  if (perS >= COMMITS_FOR_QUEUE) return 'queue';
  if (perS >= COMMITS_PER_FRAME) return 'app';
  return perS >= COMMITS_FELT ? 'slow' : 'felt';
}

/** By the time for 10,000 files. */
export function gradeFiles(seconds: number): FilesGrade {
  if (seconds <= ATTENTION_S) return 'short';
  return seconds <= MINUTE_S ? 'wait' : 'long';
}

/** `ratio`: how many times slower with a flush after every write. What is within a tenth is no cost. */
export function gradeFlush(ratio: number): FlushGrade {
  if (ratio < 1.1) return 'free';
  return ratio < 3 ? 'cheap' : 'dear';
}

/** The grade of what is read or written for long. */
export function gradeLong(mbPerS: number): LongGrade {
  if (mbPerS >= NETWORK_MB_PER_S) return 'copies';
  return mbPerS >= VIDEO_MB_PER_S ? 'video' : 'slow';
}

export function gradeOpen(ns: number): OpenGrade {
  if (ns <= OPEN_LIMITS_NS.fast) return 'fast';
  if (ns <= OPEN_LIMITS_NS.fine) return 'fine';
  return ns <= OPEN_LIMITS_NS.slow ? 'slow' : 'very_slow';
}

/** An app that saves with every change. */
export function gradeStore(perS: number): StoreGrade {
  if (perS >= COMMITS_PER_FRAME) return 'smooth';
  return perS >= COMMITS_FELT ? 'slow' : 'felt';
}

/** In one word, and in a colour beside it. */
export type Grade = 'good' | 'fair' | 'poor';

const GRADES: Readonly<Record<VerdictId, Grade>> = {
  open_fast: 'good',
  open_fine: 'fair',
  open_slow: 'poor',
  open_very_slow: 'poor',
  long_copies: 'good',
  long_video: 'fair',
  long_slow: 'poor',
  burst_copies: 'good',
  burst_video: 'fair',
  store_smooth: 'good',
  store_slow: 'fair',
  store_felt: 'poor',
  stall_smooth: 'good',
  stall_hitch: 'fair',
  stall_freeze: 'poor',
  files_short: 'good',
  files_wait: 'fair',
  files_long: 'poor',
  commits_queue: 'good',
  commits_app: 'fair',
  commits_slow: 'poor',
  commits_felt: 'poor',
  flush_free: 'good',
  flush_cheap: 'good',
  flush_dear: 'fair',
};

/** About what a hard disk answers per second: a seek and half a turn. */
const DISK_READS_PER_S = 100;
/** The least that an NVMe drive answers. */
const SSD_READS_PER_S = RULERS.opens.bands[3].low;

/**
 * How many times faster than a hard disk a fast drive answers a small read, and how many times faster than any other drive an SSD
 * does: one significant digit.
 */
export function timesFaster(ns: number): number {
  const times = gradeOpen(ns) === 'fast' ? 1e9 / DISK_READS_PER_S / ns : (ns * SSD_READS_PER_S) / 1e9;
  return Number(times.toPrecision(1));
}

/** From here on calls that stalled are half of what all others took. */
const UNEVEN_SHARE = 1 / 3;

/** "1 in 40 took 9 ms or more". */
export function stallsToldOf({ calls, of, min_ns, time_share }: Stalls): Uneven {
  return { every: Math.max(2, Number((of / calls).toPrecision(2))), min_ns, time_share };
}

/** The stalls of a figure where they are so many that people feel them; `null` where they are not. */
export function unevenBy(stalls: Stalls): Uneven | null {
  return stalls.time_share < UNEVEN_SHARE ? null : stallsToldOf(stalls);
}

/** Nobody saw the speed after a burst; a slow burst is one all the same. */
export function writeVerdict(mbPerS: number, isBurst: boolean): VerdictId {
  const grade = gradeLong(mbPerS);
  return isBurst && grade !== 'slow' ? `burst_${grade}` : `long_${grade}`;
}

/** The verdict on the number of a sentence; `null` where it says nothing of a drive, or answers another question. */
export function verdictOfSentence(sentence: Sentence): VerdictId | null {
  switch (sentence.kind) {
    case 'small_read':
    case 'drive_wait':
      return `open_${gradeOpen(sentence.ns)}`;
    case 'saves':
    case 'best_store':
      return `store_${gradeStore(sentence.per_s)}`;
    case 'large_write':
    case 'folder_write':
    case 'steady':
      return writeVerdict(sentence.mb_per_s, sentence.isBurst);
    case 'large_read':
    case 'changed':
    case 'cliff':
      return `long_${gradeLong(sentence.mb_per_s)}`;
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
  return verdict === null ? null : GRADES[verdict];
}

/** Which calls stalled, where they are so much that people feel them: it stands with the grade, and is no part of it. */
export const unevenIn = (sentence: Sentence): Uneven | null => ('uneven' in sentence && sentence.uneven) || null;

/** What is said of a drive: a verdict, and how long it once stood still. */
export type Judged = Pick<Answer, 'sentence' | 'stall_ns'>;

/** For how long the drive once stood still, where a verdict alone would mislead; else 0. */
export const stoodStillFor = ({ sentence, stall_ns = 0 }: Judged): number =>
  gradeOfSentence(sentence) !== null && gradeStall(stall_ns) === 'freeze' ? stall_ns : 0;

export const isUneven = (judged: Judged): boolean => unevenIn(judged.sentence) !== null || stoodStillFor(judged) > 0;

/** From the worst grade to the best. */
export const GRADE_ORDER: readonly Grade[] = ['poor', 'fair', 'good'];

interface Why {
  /** Slower than this is bad: what a laptop's SSD reaches at least, or where people begin to wait. */
  readonly limit: number;
  /** The family that explains it. */
  readonly family: FamilyId;
}

const SSD_READS = RULERS.opens.bands[2].low;
const SSD_SPEED = RULERS.moves.bands[2].low;
const SSD_SAVES = RULERS.saves.bands[1].low;

/**
 * From each number that can be bad to the family that explains it. It leads from what apps feel to what drives do, and
 * never back: slow writes of many at once, at its end, are the drive itself.
 */
export const WHY: Readonly<Record<MarkId, Why | null>> = {
  item: { limit: COMMITS_PER_FRAME, family: 'durability' },
  commit: { limit: COMMITS_FOR_QUEUE, family: 'durability' },
  file: { limit: FILES_AT_ONCE / ATTENTION_S, family: 'app-storage' },
  save: { limit: SSD_SAVES, family: 'durability' },
  flushed_each: { limit: SSD_SPEED, family: 'stutter' },
  small_read: { limit: SSD_READS, family: 'stutter' },
  drive_wait: { limit: SSD_READS, family: 'stutter' },
  stall: { limit: INSTANT_NS, family: 'sustained' },
  busy_save: { limit: INSTANT_NS, family: 'sustained' },
  large_write: { limit: SSD_SPEED, family: 'sustained' },
  long_write: { limit: SSD_SPEED, family: 'sustained' },
  folder_write: { limit: SSD_SPEED, family: 'sustained' },
  large_read: { limit: SSD_SPEED, family: 'block-sweep' },
  kept: { limit: SSD_SPEED, family: 'block-sweep' },
  at_first: { limit: SSD_SPEED, family: 'block-sweep' },
  at_last: { limit: SSD_SPEED, family: 'block-sweep' },
  block_write: { limit: SSD_SPEED, family: 'queue-sweep' },
  queue_write: null,
};

/** The family that explains the first bad number on a ruler; `null` where none is bad. */
export function explainedOn({ id, marks }: Ruler, { sentence }: Pick<Answer, 'sentence'>): FamilyId | null {
  const isSlow = (value: number, limit: number) => (scaleOf(id).better === 'higher' ? value < limit : value > limit);
  const isDear = sentence.kind === 'flush_cost' && sentence.grade === 'dear';
  for (const mark of marks.filter(isMeasured)) {
    const why = WHY[mark.id];
    if (why && (isDear || isSlow(mark.value, why.limit))) return why.family;
  }
  return null;
}

/** The next step after a verdict: look for the cause elsewhere, or measure what explains it; a busy run is run again first. */
type NextStep = { readonly kind: 'elsewhere' } | { readonly kind: 'measure'; readonly family: FamilyId };

export function nextStep(answer: Answer): NextStep | null {
  if (answer.notes.some((note) => BUSY_NOTES.includes(note))) return null;
  const [family] = answer.rulers.flatMap((ruler) => explainedOn(ruler, answer) ?? []);
  const { kind } = answer.sentence;
  if (isUneven(answer)) return { kind: 'measure', family: 'stutter' };
  switch (gradeOfSentence(answer.sentence)) {
    case 'good':
      // Other numbers do not say whether the drive makes a computer slow.
      return family === undefined && (kind === 'small_read' || kind === 'stall') ? { kind: 'elsewhere' } : null;
    case 'poor':
      return family === undefined ? null : { kind: 'measure', family };
    default:
      return null;
  }
}
