/** Thresholds of the verdicts. Their reasons and sources are in docs/METHODOLOGY.md, "The answer". */

/** Up to 0.1 s is felt as instant, up to 1 s does not break a thought (Miller 1968, Nielsen 1993). */
export const INSTANT_NS = 100e6;
export const FLOW_NS = 1e9;
/** So long people wait before their attention goes elsewhere (the same sources), and six times that. */
export const ATTENTION_S = 10;
export const MINUTE_S = 60;
/** So many are copied or unpacked at once, as a project's are. */
export const FILES_AT_ONCE = 10_000;
/** So many small writes make one change of a large document. */
export const WRITES_AT_ONCE = 1_000;
/** One commit per frame of a 60 Hz screen. */
export const COMMITS_PER_FRAME = 60;
/** Two commits per job, to take it and to finish it: 500 jobs per second. */
export const COMMITS_FOR_QUEUE = 1000;
/** A single commit takes longer than what is felt as instant. */
export const COMMITS_FELT = 10;

export type StallGrade = 'smooth' | 'hitch' | 'freeze';

export function gradeStall(ns: number): StallGrade {
  if (ns <= INSTANT_NS) return 'smooth';
  return ns <= FLOW_NS ? 'hitch' : 'freeze';
}

export type CommitGrade = 'queue' | 'app' | 'slow' | 'felt';

export function gradeCommits(perS: number): CommitGrade {
  if (perS >= COMMITS_FOR_QUEUE) return 'queue';
  if (perS >= COMMITS_PER_FRAME) return 'app';
  return perS >= COMMITS_FELT ? 'slow' : 'felt';
}

export type FilesGrade = 'short' | 'wait' | 'long';

/** By the time for 10,000 files. */
export function gradeFiles(seconds: number): FilesGrade {
  if (seconds <= ATTENTION_S) return 'short';
  return seconds <= MINUTE_S ? 'wait' : 'long';
}

export type FlushGrade = 'cheap' | 'dear' | 'free';

/** `ratio`: how many times slower with a flush after every write. What is within a tenth is no cost. */
export function gradeFlush(ratio: number): FlushGrade {
  if (ratio < 1.1) return 'free';
  return ratio < 3 ? 'cheap' : 'dear';
}

/** In MB/s: 4K video is recorded at 30 (SD Association, V30), a gigabit network brings 125. */
const VIDEO_MB_PER_S = 30;
const NETWORK_MB_PER_S = 125;

export type LongGrade = 'copies' | 'video' | 'slow';

/** Of what is read or written for long. */
export function gradeLong(mbPerS: number): LongGrade {
  if (mbPerS >= NETWORK_MB_PER_S) return 'copies';
  return mbPerS >= VIDEO_MB_PER_S ? 'video' : 'slow';
}

/** Of one small read: a thousand of them take 0.2 s, 2 s, and as long as a hard disk seeks. */
export const OPEN_LIMITS_NS = { fast: 200e3, fine: 2e6, slow: 15e6 } as const;

export type OpenGrade = 'fast' | 'fine' | 'slow' | 'very_slow';

export function gradeOpen(ns: number): OpenGrade {
  if (ns <= OPEN_LIMITS_NS.fast) return 'fast';
  if (ns <= OPEN_LIMITS_NS.fine) return 'fine';
  return ns <= OPEN_LIMITS_NS.slow ? 'slow' : 'very_slow';
}

export type StoreGrade = 'smooth' | 'slow' | 'felt';

/** Of an app that saves with every change. */
export function gradeStore(perS: number): StoreGrade {
  if (perS >= COMMITS_PER_FRAME) return 'smooth';
  return perS >= COMMITS_FELT ? 'slow' : 'felt';
}

/** What a number is good for and what not, where its sentence does not say it. */
export type VerdictId = `long_${LongGrade}` | `open_${OpenGrade}` | `store_${StoreGrade}`;
