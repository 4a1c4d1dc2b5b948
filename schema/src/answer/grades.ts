import type {
  CommitGrade,
  FilesGrade,
  FlushGrade,
  LongGrade,
  OpenGrade,
  StallGrade,
  StoreGrade,
  VerdictId,
} from './answer.ts';
import {
  ATTENTION_S,
  COMMITS_FELT,
  COMMITS_FOR_QUEUE,
  COMMITS_PER_FRAME,
  FLOW_NS,
  INSTANT_NS,
  MINUTE_S,
  NETWORK_MB_PER_S,
  OPEN_LIMITS_NS,
  VIDEO_MB_PER_S,
} from './limits.ts';

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

/** Of what is read or written for long. */
export function gradeLong(mbPerS: number): LongGrade {
  if (mbPerS >= NETWORK_MB_PER_S) return 'copies';
  return mbPerS >= VIDEO_MB_PER_S ? 'video' : 'slow';
}

export function gradeOpen(ns: number): OpenGrade {
  if (ns <= OPEN_LIMITS_NS.fast) return 'fast';
  if (ns <= OPEN_LIMITS_NS.fine) return 'fine';
  return ns <= OPEN_LIMITS_NS.slow ? 'slow' : 'very_slow';
}

/** Of an app that saves with every change. */
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

export const gradeOf = (verdict: VerdictId): Grade => GRADES[verdict];
