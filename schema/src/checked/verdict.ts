import { commitClass, type CommitClass } from '../families/app-storage/contenders.ts';

/** A table of browser storage that somebody published, run again: counts, and ratios within one run. */

/** One operation of one contender. */
export interface OperationFacts {
  readonly operation: string;
  readonly kind: 'read' | 'write';
  readonly calls: number;
  /** Rows that all calls together found or changed. */
  readonly rows: number;
  /** Calls that found and changed no row; of a call with many statements, the share of these. */
  readonly idle_calls: number;
  /** Reads and writes of the private file system's handles per call. */
  readonly handle_calls: number;
  /** Syncs, counted in calls that were made one at a time, with pauses. */
  readonly syncs: { readonly per_put: number; readonly unsynced_puts: number; readonly puts: number };
  /** The part of the work that was still to do when the clock of the published script had stopped. */
  readonly unfinished: number;
}

export interface ContenderFacts {
  readonly contender: string;
  /** Package and version; the browser's own APIs have none. */
  readonly software: string;
  /** Whether the source presents its saves as durable. */
  readonly durable: boolean;
  readonly operations: readonly OperationFacts[];
  /** Why it could not be run; nothing else is known of it then. */
  readonly failure: string | null;
}

/** How many times longer `slow` takes than `fast`, here and where the table was made. */
export interface RatioFacts {
  readonly operation: string;
  readonly slow: string;
  readonly fast: string;
  /** `null`: a contender of this project's own, to tell a technology from one way of using it. */
  readonly published: number | null;
  /** In a private window, whose files the browser keeps in memory and reaches through another process. */
  readonly private: boolean;
  readonly value: number;
  /** The bounds of its 90 % interval. */
  readonly low: number;
  readonly high: number;
  readonly rounds: number;
}

/** One run of a published table. */
export interface Outcome {
  readonly contenders: readonly ContenderFacts[];
  readonly ratios: readonly RatioFacts[];
  /** The share of the slowest samples that its mean leaves out. */
  readonly dropped: number;
  /** Bytes that the browser's processes read from the drive while operations were timed. */
  readonly drive_read_bytes: number;
}

/** A figure as it was published, in milliseconds. */
export interface PublishedFigure {
  readonly operation: string;
  readonly contender: string;
  readonly ms: number;
}

export interface PublishedSource {
  readonly title: string;
  readonly url: string;
  /** When the figures were published. */
  readonly date: string;
  /** The script that made them; '' where none was published. */
  readonly script: string;
  readonly revision: string;
  readonly machine: string;
}

/** A published table, and what came of it in two runs. */
export interface CheckedTable {
  readonly table: string;
  readonly source: PublishedSource;
  readonly figures: readonly PublishedFigure[];
  readonly date: string;
  readonly browser: string;
  readonly machine: {
    readonly cpu: string;
    readonly cpus: number;
    readonly system: string;
    readonly filesystem: string;
  };
  readonly runs: readonly Outcome[];
}

/** The verdict on a published table. `not_run`: there is nothing to judge by. */
type Verdict = 'holds' | 'holds_only_if' | 'measures_something_else' | 'not_run';

/** One fact that keeps a table from simply being right. */
export type Reason =
  | { readonly code: 'touches_nothing'; readonly operations: readonly string[] }
  | { readonly code: 'never_synced'; readonly contenders: readonly string[] }
  | { readonly code: 'not_awaited'; readonly operations: readonly string[] }
  | { readonly code: 'drops_slowest'; readonly share: number }
  | {
      readonly code: 'unlike_commits' | 'unlike_syncs' | 'one_layout' | 'reversed' | 'unclear' | 'other_size';
      readonly ratio: RatioFacts;
    }
  | { readonly code: 'private_window'; readonly ratio: RatioFacts; readonly inPrivate: RatioFacts }
  | { readonly code: 'failed'; readonly contenders: readonly string[] };

export interface Judgement {
  readonly verdict: Verdict;
  readonly reasons: readonly Reason[];
}

/** A row of a table that finds or changes nothing in most of its calls measures an answer of "no such row". */
const MAX_IDLE_SHARE = 0.5;
const MAX_UNFINISHED_SHARE = 0.1;
/** A ratio of syncs to computing moves with drive, processor and browser: so far it may be off elsewhere. */
const SAME_SIZE = 4;
/** A save may take a library a few syncs: more are more saves. */
const MANY_TIMES = 10;
/** Ratios nearer to one than this say "the same". */
const SAME = 1.1;

const WRONG = new Set<Reason['code']>(['touches_nothing', 'never_synced', 'not_awaited']);

const operationsWhere = (contenders: readonly ContenderFacts[], isWanted: (one: OperationFacts) => boolean) => [
  ...new Set(contenders.flatMap(({ operations }) => operations.filter(isWanted).map(({ operation }) => operation))),
];

const isUnsynced = ({ syncs }: OperationFacts) => commitClass(syncs) === 'unsynced';

/** Durable by its source's words, and no save of it was ever synced. */
function isNeverSynced({ durable, operations }: ContenderFacts): boolean {
  const writes = operations.filter(({ kind, rows }) => kind === 'write' && rows > 0);
  return durable && writes.length > 0 && writes.every(isUnsynced);
}

/** Syncs that were counted for the saves of an operation; `null` where it saves nothing, or was not seen. */
function syncsOf(outcome: Outcome, contender: string, operation: string): OperationFacts['syncs'] | null {
  const facts = outcome.contenders
    .find((one) => one.contender === contender)
    ?.operations.find((one) => one.operation === operation);
  return facts?.kind === 'write' && facts.rows > 0 ? facts.syncs : null;
}

/** The commit behind an answered save of this operation; `null` where it is none, or was not seen. */
export function commitOf(outcome: Outcome, contender: string, operation: string): CommitClass | null {
  const syncs = syncsOf(outcome, contender, operation);
  return syncs && commitClass(syncs);
}

/** Whether a call of one contender commits once, and that of another many times. */
function isUnlikeSyncs(outcome: Outcome, { operation, slow, fast }: RatioFacts): boolean {
  const [fewSyncs = 0, manySyncs = 0] = [slow, fast]
    .map((contender) => syncsOf(outcome, contender, operation)?.per_put ?? 0)
    .toSorted((a, b) => a - b);
  return fewSyncs > 0 && manySyncs >= MANY_TIMES * fewSyncs;
}

const isSameClaim = (a: RatioFacts, b: RatioFacts) =>
  a.operation === b.operation && a.slow === b.slow && a.fast === b.fast;

/** How a ratio measured here bears on the one that was published. */
function reasonOf(outcome: Outcome, ratio: RatioFacts): Reason | null {
  const { operation, slow, fast, published, low, high } = ratio;
  if (published === null) return high < 1 ? { code: 'one_layout', ratio } : null;
  if (isUnlikeSyncs(outcome, ratio)) return { code: 'unlike_syncs', ratio };
  if (commitOf(outcome, slow, operation) !== commitOf(outcome, fast, operation))
    return { code: 'unlike_commits', ratio };
  if (published > SAME && high < 1) return { code: 'reversed', ratio };
  if (published > SAME && low <= 1) return { code: 'unclear', ratio };
  const isOther = high < published / SAME_SIZE || low > published * SAME_SIZE;
  if (!isOther) return null;
  const inPrivate = outcome.ratios.find((one) => one.private && isSameClaim(one, ratio));
  const isNearer = inPrivate && (high < published ? inPrivate.low > high : inPrivate.high < low);
  return isNearer ? { code: 'private_window', ratio, inPrivate } : { code: 'other_size', ratio };
}

/** The verdict on a published table, from what was seen when it was run again, and from nothing else. */
export function judge(outcome: Outcome): Judgement {
  const { contenders, ratios, dropped } = outcome;
  if (ratios.length === 0) {
    return { verdict: 'not_run', reasons: [{ code: 'failed', contenders: namesOf(contenders.filter(isFailed)) }] };
  }
  const idleOperations = operationsWhere(contenders, ({ idle_calls, calls }) => idle_calls > calls * MAX_IDLE_SHARE);
  const unfinishedOperations = operationsWhere(contenders, ({ unfinished: share }) => share > MAX_UNFINISHED_SHARE);
  const unsyncedNames = namesOf(contenders.filter(isNeverSynced));
  const reasons: Reason[] = [
    ...(idleOperations.length > 0 ? [{ code: 'touches_nothing' as const, operations: idleOperations }] : []),
    ...(unsyncedNames.length > 0 ? [{ code: 'never_synced' as const, contenders: unsyncedNames }] : []),
    ...(unfinishedOperations.length > 0 ? [{ code: 'not_awaited' as const, operations: unfinishedOperations }] : []),
    ...ratios.filter((ratio) => !ratio.private).flatMap((ratio) => reasonOf(outcome, ratio) ?? []),
    ...(dropped > 0 ? [{ code: 'drops_slowest' as const, share: dropped }] : []),
  ];
  if (reasons.some(({ code }) => WRONG.has(code))) return { verdict: 'measures_something_else', reasons };
  return { verdict: reasons.length > 0 ? 'holds_only_if' : 'holds', reasons };
}

const isFailed = ({ failure }: ContenderFacts) => failure !== null;
const namesOf = (contenders: readonly ContenderFacts[]) => contenders.map(({ contender }) => contender);

const SAMPLES = 100;
const HUGE = 1e9;

/**
 * The share of the slowest samples that a mean leaves out, found by making these slower: a mean that does not move has not
 * looked at them.
 */
export function droppedShare(mean: (samples: readonly number[]) => number): number {
  const samples = Array.from({ length: SAMPLES }, (_, index) => index + 1);
  const before = mean(samples);
  let count = 0;
  while (count < SAMPLES && mean(samples.map((ms) => (ms >= SAMPLES - count ? HUGE : ms))) === before) count++;
  return count / SAMPLES;
}
