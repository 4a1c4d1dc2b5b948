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

/** In MB/s: 4K video is recorded at 30 (SD Association, V30), a gigabit network brings 125. */
export const VIDEO_MB_PER_S = 30;
export const NETWORK_MB_PER_S = 125;

/** Of one small read: a thousand of them take 0.2 s, 2 s, and as long as a hard disk seeks. */
export const OPEN_LIMITS_NS = { fast: 200e3, fine: 2e6, slow: 15e6 } as const;
