import { sum } from '../../documents/stats.ts';
import { analyticsNs, analyticsOf } from './analytics.ts';
import { CONTENDER_IDS, type ContenderId } from './contender-ids.ts';
import { isRanked, shippedBytes } from './contenders.ts';
import { contentionOf, worstOf } from './contention.ts';
import { conformanceOf, type ConformingRow } from './facts.ts';
import { cellFigure } from './figures.ts';
import { curveOf, sizesOf, timeAt } from './sizes.ts';
import { harmOf, survivedOf } from './survived.ts';
import { MAX_ALIKE, MAX_SAME_DOWNLOAD, sessionNs, type UseId } from './verdict.ts';

/** The worth of a save: it outlives a power cut, or it may be lost and must only not break what is there. */
export const WORTHS = ['power_cut', 'worker'] as const;
/** Workers, or tabs, that use the store at once. */
export const CONTEXTS = [1, 2, 4, 8] as const;
/** Up to here a session is that of small rows. */
const SMALL_BYTES = 4096;
/** Rows that analytics asks about; the fewest are those that every store was measured with. */
export const ROW_COUNTS = [1_000, 10_000, 100_000, 1_000_000] as const;

export interface Needs {
  readonly use: UseId;
  /** Of most values. */
  readonly bytes: number;
  /** Of analytics. */
  readonly rows: (typeof ROW_COUNTS)[number];
  readonly contexts: (typeof CONTEXTS)[number];
  readonly worth: (typeof WORTHS)[number];
}

/** Why a store is not for such an app; numbers as they were counted. */
export type Objection =
  | { readonly why: 'missing' | 'failed' | 'not_atomic' | 'worker' | 'alone' | 'stuck' | 'size' | 'rows' | 'unknown' }
  | {
      readonly why: 'power_cut' | 'killed_browser';
      readonly lost: number;
      readonly of: number;
      /** Rows that are not what they were: older ones, and some that may not have been answered. */
      readonly damaged: number;
    }
  | { readonly why: 'hangs'; readonly hung: number; readonly of: number; readonly workers: number }
  | { readonly why: 'wrong'; readonly rows: number }
  | { readonly why: 'unopened'; readonly unopened: number; readonly of: number }
  | { readonly why: 'refuses'; readonly refused: number; readonly of: number };

/** Of more calls than this share an app would have to make again what it can see. */
const MAX_REFUSED = 0.1;

function contentionObjection({ contender, two_tabs, countedIn }: ConformingRow, contexts: number): Objection | null {
  if (contexts === 1) return null;
  if (two_tabs?.second !== 'shared') return { why: two_tabs ? 'alone' : 'unknown' };
  if (two_tabs.lost + two_tabs.damaged > 0) return { why: 'wrong', rows: two_tabs.lost + two_tabs.damaged };
  const contention = contentionOf(contender, countedIn)?.count.contention ?? [];
  const trials = contention.filter(({ workers }) => workers <= contexts);
  // Two have tried it in any case, ten rows each.
  if (trials.length === 0) return contexts === 2 ? null : { why: 'unknown' };
  const wrongRows = sum(trials.map(({ lost, doubled }) => lost + doubled));
  if (wrongRows > 0) return { why: 'wrong', rows: wrongRows };
  const unopened = sum(trials.map((one) => one.unopened));
  if (unopened > 0) return { why: 'unopened', unopened, of: sum(trials.map(({ repeats }) => repeats)) };
  const worst = worstOf(trials);
  if (worst && worst.hung > 0) return { why: 'hangs', hung: worst.hung, of: worst.repeats, workers: worst.workers };
  const calls = trials.flatMap(({ phases }) => phases);
  const [asked, answered] = [sum(calls.map((one) => one.asked)), sum(calls.map((one) => one.answered))];
  if (asked - answered > MAX_REFUSED * asked) return { why: 'refuses', refused: asked - answered, of: asked };
  return null;
}

function lossObjection({ contender, countedIn }: ConformingRow, why: 'power_cut' | 'killed_browser'): Objection | null {
  const counted = survivedOf(contender, countedIn)?.count[why];
  if (!counted) return { why: 'unknown' };
  const { lost, torn, damaged, acknowledged } = counted;
  return harmOf(counted) > 0 ? { why, lost, of: acknowledged, damaged: torn + damaged } : null;
}

/** Why a store is not for an app with these needs: the weightiest reason; `null` where there is none. */
function objectionTo(row: ConformingRow, needs: Needs): Objection | null {
  const { contender, status, survival, countedIn } = row;
  if (status === 'missing' || status === 'failed') return { why: status };
  const several = contentionObjection(row, needs.contexts);
  // Hanging, and losing some or all rows, outweigh everything else.
  if (several?.why === 'hangs' || several?.why === 'wrong' || several?.why === 'unopened') return several;
  if (!isRanked(contender)) return { why: 'not_atomic' };
  if (survival && (!survival.opened || survival.lost + survival.torn + survival.damaged > 0)) return { why: 'worker' };
  const cut = needs.worth === 'power_cut' ? lossObjection(row, 'power_cut') : null;
  const loss = cut ?? lossObjection(row, 'killed_browser');
  if (loss) return loss;
  if (several) return several;
  if ((conformanceOf(contender, countedIn)?.stuck.length ?? 0) > 0) return { why: 'stuck' };
  if (timeNs(row, needs) !== null) return null;
  if (isOfRows(needs)) return { why: analyticsIn(row, needs) ? 'rows' : 'unknown' };
  return { why: needs.bytes > SMALL_BYTES && !sizesIn(row) ? 'unknown' : 'size' };
}

const sizesIn = ({ contender, countedIn }: ConformingRow) => sizesOf(contender, countedIn)?.count.sizes;

/** Whether it is rows in tables that take the time, and not values. */
const isOfRows = ({ use, rows }: Needs) => use === 'analytics' && rows > ROW_COUNTS[0];
const analyticsIn = ({ contender, countedIn }: ConformingRow, needs: Needs) =>
  analyticsOf(contender, countedIn)?.count.analytics.find(({ rows }) => rows === needs.rows);

/** The time that is compared: a session of small rows, a value of that size, put and got, or so many rows that are asked about. */
function timeNs(row: ConformingRow, needs: Needs): number | null {
  const { use, bytes } = needs;
  if (isOfRows(needs)) {
    const counted = analyticsIn(row, needs);
    return counted ? analyticsNs(counted) : null;
  }
  return bytes <= SMALL_BYTES ? sessionNs(row, use) : timeAt(curveOf(sizesIn(row) ?? []), bytes);
}

interface Choice {
  readonly best: ContenderId;
  /** How many stores will do. */
  readonly of: number;
  /** The price. */
  readonly shippedBytes: number;
  readonly putNs: number | null;
  /** A session, or a value of the size that was asked for, put and got, or as many rows. */
  readonly timeNs: number;
}

export interface Chosen {
  readonly choice: Choice | null;
  readonly avoid: readonly { readonly contender: ContenderId; readonly objection: Objection }[];
}

/** One store for an app with these needs, and what to avoid: the rules are those of `verdictOf`. */
export function choose(rows: readonly ConformingRow[], needs: Needs): Chosen {
  const avoid: { contender: ContenderId; objection: Objection }[] = [];
  const candidates = rows.flatMap((row) => {
    const objection = objectionTo(row, needs);
    if (objection) avoid.push({ contender: row.contender, objection });
    const ns = objection ? null : timeNs(row, needs);
    return ns === null ? [] : [{ row, ns, bytes: shippedBytes(row.contender) }];
  });
  const shortest = Math.min(...candidates.map(({ ns }) => ns));
  const quick = candidates.filter(({ ns }) => ns <= MAX_ALIKE * shortest);
  const smallest = Math.min(...quick.map(({ bytes }) => bytes));
  const finalists = CONTENDER_IDS.flatMap((id) =>
    quick.filter(({ row, bytes }) => row.contender === id && bytes <= MAX_SAME_DOWNLOAD * smallest),
  );
  const winner = finalists.find(({ row }) => lossObjection(row, 'power_cut') === null) ?? finalists[0];
  const choice = winner && {
    best: winner.row.contender,
    of: candidates.length,
    shippedBytes: winner.bytes,
    putNs: cellFigure(winner.row, 'put')?.perOpNs.value ?? null,
    timeNs: winner.ns,
  };
  return { choice: choice ?? null, avoid };
}
