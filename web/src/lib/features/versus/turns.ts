import type { GroupFigure, GroupRun, GroupView } from '@opfsmark/schema/api';
import { type BlockOrder, type FiguresOfBlock, isWriteToMemory } from '@opfsmark/schema/figures';

/** `A` made the link, and `B` opened it. */
export type Side = 'A' | 'B';
const RUNS_PER_BLOCK = 4;

/** B begins, because its click is the last that is needed. Two blocks of one order make an A/A comparison of each browser. */
const ORDERS: readonly BlockOrder[] = ['BAAB', 'BAAB', 'ABBA', 'ABBA'];
const orderOf = (block: number): BlockOrder => ORDERS[block % ORDERS.length] ?? 'BAAB';
const sideAt = (turn: number): Side =>
  orderOf(Math.floor(turn / RUNS_PER_BLOCK)).charAt(turn % RUNS_PER_BLOCK) === 'A' ? 'A' : 'B';

/**
 * The name of a run in the group of its comparison: its side, and the processors of its computer, which no record has. "B (8)".
 * The group is all that the two browsers share: its runs say whose turn it is.
 */
export const nicknameOf = (side: Side, processors: number): string => `${side} (${processors})`;
const NICKNAME = /^([AB]) \((\d{1,4})\)$/;

interface SidedRun {
  readonly run: GroupRun;
  readonly processors: number;
}
export type Sides = Readonly<Record<Side, readonly SidedRun[]>>;

/** The runs of both sides, each in the order of time. Whoever has the link may add others, which are of no side. */
export function sidesOf({ runs }: Pick<GroupView, 'runs'>): Sides {
  const sides: Record<Side, SidedRun[]> = { A: [], B: [] };
  const inTime = runs.toSorted((a, b) => (a.created_at + a.run_id < b.created_at + b.run_id ? -1 : 1));
  for (const run of inTime) {
    const [, side, processors] = NICKNAME.exec(run.nickname ?? '') ?? [];
    if (side === 'A' || side === 'B') sides[side].push({ run, processors: Number(processors) });
  }
  return sides;
}

export interface Course {
  /** Runs that are done, of those that are to be made. */
  readonly done: number;
  readonly all: number;
  /** Whose turn it is; `null`: all are done. */
  readonly next: Side | null;
}

export function courseOf(sides: Sides, blocks: number): Course {
  const all = blocks * RUNS_PER_BLOCK;
  const made = { A: 0, B: 0 };
  for (let turn = 0; turn < all; turn++) {
    const side = sideAt(turn);
    if (made[side] === sides[side].length) return { done: turn, all, next: side };
    made[side]++;
  }
  return { done: all, all, next: null };
}

/** The blocks that are whole, as they are compared, with each figure by the name that `nameOf` gives it. */
export function blocksOf(
  { A, B }: Sides,
  nameOf: (figure: GroupFigure) => string = ({ name }) => name,
): FiguresOfBlock<GroupFigure>[] {
  const figuresOf = ({ run }: SidedRun) => run.figures.map((figure) => ({ ...figure, name: nameOf(figure) }));
  const pair = (runs: readonly SidedRun[], block: number) => {
    const [first, second] = runs.slice(2 * block, 2 * block + 2);
    return first && second ? ([figuresOf(first), figuresOf(second)] as const) : null;
  };
  const count = Math.min(A.length, B.length) >> 1;
  return Array.from({ length: count }, (_, block) => block).flatMap((block) => {
    const [a, b] = [pair(A, block), pair(B, block)];
    return a && b ? { order: orderOf(block), a, b } : [];
  });
}

/** Safari tells 8 of eight processors or more, and 4 of fewer. */
const mayMean = (told: number, processors: number) => (told === 8 && processors > 8) || (told === 4 && processors < 8);

/** Whether two browsers of one computer may tell these numbers of its processors. */
export const mayBeOfOne = (a: number, b: number): boolean => a === b || mayMean(a, b) || mayMean(b, a);

/** A reason to doubt that both browsers used the same drive of one computer. */
type Doubt = 'os' | 'processors' | 'memory' | 'plan';

/** A write that no flush took to a drive, though one was made. */
const isKeptInMemory = (figure: GroupFigure) => isWriteToMemory(figure) || figure.origin === 'unflushed';

export function doubtsOf({ A, B }: Sides): Doubt[] {
  const runs = [...A, ...B];
  const differ = (valueOf: (one: SidedRun) => unknown) => new Set(runs.map(valueOf)).size > 1;
  const doubts: Record<Doubt, boolean> = {
    os: differ(({ run }) => run.os),
    processors: runs.some(({ processors: a }) => runs.some(({ processors: b }) => !mayBeOfOne(a, b))),
    memory: runs.some(({ run }) => run.figures.some(isKeptInMemory)),
    plan: differ(({ run }) => `${run.family} ${run.profile}`),
  };
  return (Object.keys(doubts) as Doubt[]).filter((doubt) => doubts[doubt]);
}
