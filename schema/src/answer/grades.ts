/** Thresholds of the verdicts. Their reasons and sources are in docs/METHODOLOGY.md, "The answer". */

/** Up to 0.1 s is felt as instant, up to 1 s does not break a thought (Miller 1968, Nielsen 1993). */
export const INSTANT_NS = 100e6;
const FLOW_NS = 1e9;
/** So long people wait before their attention goes elsewhere (the same sources), and six times that. */
export const ATTENTION_S = 10;
export const MINUTE_S = 60;
/** So many are copied or unpacked at once, as a project's are. */
export const FILES_AT_ONCE = 10_000;
/** One commit per frame of a 60 Hz screen. */
export const COMMITS_PER_FRAME = 60;
/** Two commits per job, to take it and to finish it: 500 jobs per second. */
export const COMMITS_FOR_QUEUE = 1000;
/** A single commit takes longer than what is felt as instant. */
const COMMITS_FELT = 10;

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
