import {
  blocksToFind,
  interleavedRatio,
  isFromMemory,
  ratioKindOf,
  reachOf,
  verdictOf,
  type BlockOrder,
  type InterleavedRatio,
  type InterleavedVerdict,
} from '@opfsmark/schema/figures';
import type { ReportFigure } from '@opfsmark/schema/report';
import { median } from '@opfsmark/schema/documents';
import { MAX_BLOCKS } from '../ab-arguments.ts';
import type { Outcome } from './measure.ts';

export type SideName = 'A' | 'B';
type Figures = readonly ReportFigure[];

/** Both sides twice, each in the order of time. */
interface MeasuredBlock {
  readonly order: BlockOrder;
  readonly a: readonly [Figures, Figures];
  readonly b: readonly [Figures, Figures];
}

/** Why no further block was measured. */
export type End =
  | { readonly kind: 'narrow' | 'blocks' | 'time' | 'stopped' }
  | { readonly kind: 'failed'; readonly side: SideName; readonly sentence: string };

export interface Measurement {
  readonly blocks: readonly MeasuredBlock[];
  readonly end: End;
}

/** Fewer are not called narrow: their scatter may be small by chance. */
const MIN_NARROW_BLOCKS = 4;

interface Course {
  readonly maxBlocks: number;
  readonly maxTimeMs: number;
  /** `block` 0 is the warm-up, of which nothing is kept. */
  measure(side: SideName, block: number): Promise<Outcome>;
  /** Whether these say enough; asked after every second block. */
  isEnough(blocks: readonly MeasuredBlock[]): boolean;
  onBlock?(blocks: readonly MeasuredBlock[]): void;
  /** Milliseconds; a test has its own. */
  now?(): number;
  /** 0 to 1; a test has its own. */
  random?(): number;
}

/** Carries the end of a measurement out of a block. */
class Ended extends Error {
  readonly end: End;

  constructor(end: End) {
    super(end.kind);
    this.end = end;
  }
}

/**
 * Measures blocks of A B B A until they say enough. Every second block repeats the order of the one before it, which makes
 * the values of each side an A/A comparison of their own; else the order is drawn.
 */
export async function measureBlocks(course: Course): Promise<Measurement> {
  const { maxBlocks, maxTimeMs, isEnough, onBlock, now = () => performance.now(), random = Math.random } = course;
  const blocks: MeasuredBlock[] = [];
  const measure = async (side: SideName, block: number): Promise<Figures> => {
    const outcome = await course.measure(side, block);
    if (outcome.kind === 'measured') return outcome.figures;
    throw new Ended(outcome.kind === 'stopped' ? outcome : { ...outcome, side });
  };
  const beganMs = now();
  let order: BlockOrder = 'ABBA';
  let longestMs = 0;
  try {
    await measure('A', 0);
    await measure('B', 0);
    while (blocks.length < maxBlocks) {
      if (blocks.length % 2 === 0) {
        if (blocks.length >= MIN_NARROW_BLOCKS && isEnough(blocks)) return { blocks, end: { kind: 'narrow' } };
        order = random() < 0.5 ? 'ABBA' : 'BAAB';
      }
      const start = now();
      if (start - beganMs + longestMs > maxTimeMs) return { blocks, end: { kind: 'time' } };
      blocks.push(await measureBlock(order, (side) => measure(side, blocks.length + 1)));
      longestMs = Math.max(longestMs, now() - start);
      onBlock?.(blocks);
    }
  } catch (error) {
    if (error instanceof Ended) return { blocks, end: error.end };
    throw error;
  }
  return { blocks, end: { kind: isEnough(blocks) ? 'narrow' : 'blocks' } };
}

async function measureBlock(order: BlockOrder, measure: (side: SideName) => Promise<Figures>): Promise<MeasuredBlock> {
  if (order === 'ABBA') {
    const a = await measure('A');
    const b = [await measure('B'), await measure('B')] as const;
    return { order, a: [a, await measure('A')], b };
  }
  const b = await measure('B');
  const a = [await measure('A'), await measure('A')] as const;
  return { order, a, b: [b, await measure('B')] };
}

/** One figure of both sides. */
export interface ComparedFigure {
  /** As it was first measured: its name and unit. */
  readonly figure: ReportFigure;
  readonly values: { readonly a: readonly number[]; readonly b: readonly number[] };
  readonly interleaved: InterleavedRatio;
  readonly verdict: InterleavedVerdict;
}

export interface Comparison {
  readonly figures: readonly ComparedFigure[];
  /** Names of what has no ratio. */
  readonly without: {
    /** Missing from some measurement, or nothing. */
    readonly notAlways: readonly string[];
    /** At times read from the drive and at times from memory. */
    readonly unlike: readonly string[];
  };
  /** One word for all figures: what is worse outweighs what is better. */
  readonly verdict: InterleavedVerdict;
  /** Where nothing was found: how many blocks would find a difference of this size in half of the figures. */
  readonly toFind: ToFind | null;
}

interface ToFind {
  readonly difference: number;
  /** `null`: more than can be asked for. */
  readonly blocks: number | null;
}

function toFindIn(ratios: readonly InterleavedRatio[], threshold: number): ToFind | null {
  // A difference of the threshold itself is never beyond it.
  const difference = Math.max(2 * threshold, 0.02);
  const sizes = { difference, threshold, figures: ratios.length, maxBlocks: MAX_BLOCKS };
  const needed = ratios.flatMap((ratio) => (ratio.error === null ? [] : (blocksToFind(ratio, sizes) ?? Infinity)));
  if (needed.length === 0) return null;
  const middle = median(needed);
  return { difference, blocks: Number.isFinite(middle) ? Math.ceil(middle) : null };
}

const inOrder = ({ order, a, b }: MeasuredBlock): readonly Figures[] =>
  order === 'ABBA' ? [a[0], ...b, a[1]] : [b[0], ...a, b[1]];

const isMemory = ({ quantity: { origin = null } }: ReportFigure) => isFromMemory({ origin });

const pairOf = (figures: readonly [Figures, Figures], id: string): [number, number] => {
  const valueIn = (turn: Figures) => turn.find((figure) => figure.id === id)?.value ?? Number.NaN;
  return [valueIn(figures[0]), valueIn(figures[1])];
};

function ratioIn(blocks: readonly MeasuredBlock[], { id, better }: ReportFigure): InterleavedRatio | null {
  return interleavedRatio(
    blocks.map(({ a, b }) => ({ a: pairOf(a, id), b: pairOf(b, id) })),
    better,
  );
}

function overall(verdicts: readonly InterleavedVerdict[]): InterleavedVerdict {
  if (verdicts.includes('worse')) return 'worse';
  if (verdicts.includes('better')) return 'better';
  return verdicts.length > 0 && verdicts.every((verdict) => verdict === 'same') ? 'same' : 'unclear';
}

/** Every figure that both sides had each time, with its ratio. */
export function compareBlocks(blocks: readonly MeasuredBlock[], threshold: number): Comparison {
  const turns = blocks.flatMap(inOrder);
  const heads = new Map<string, ReportFigure>();
  for (const figure of turns.flat())
    if (ratioKindOf(figure) === 'speed' && !heads.has(figure.id)) heads.set(figure.id, figure);
  const notAlways: string[] = [];
  const unlike: string[] = [];
  const ratios: { readonly figure: ReportFigure; readonly ratio: InterleavedRatio }[] = [];
  for (const figure of heads.values()) {
    const measurements = turns.flatMap((turn) => turn.find(({ id }) => id === figure.id) ?? []);
    const ratio = ratioIn(blocks, figure);
    if (!ratio) notAlways.push(figure.name);
    else if (new Set(measurements.map(isMemory)).size > 1) unlike.push(figure.name);
    else ratios.push({ figure, ratio });
  }
  const figures = ratios.map(({ figure, ratio }) => ({
    figure,
    interleaved: ratio,
    values: {
      a: blocks.flatMap(({ a }) => pairOf(a, figure.id)),
      b: blocks.flatMap(({ b }) => pairOf(b, figure.id)),
    },
    verdict: verdictOf(ratio, threshold, ratios.length),
  }));
  const verdict = overall(figures.map((figure) => figure.verdict));
  const toFind =
    verdict === 'unclear'
      ? toFindIn(
          ratios.map(({ ratio }) => ratio),
          threshold,
        )
      : null;
  return { figures, without: { notAlways, unlike }, verdict, toFind };
}

/** How far the least known ratio is known. */
export const widestReach = ({ figures }: Comparison): number =>
  figures.length === 0 ? Infinity : Math.max(...figures.map(({ interleaved }) => reachOf(interleaved)));

/** The noise of the machine where no figure is meant. */
export function usualNoise({ figures }: Comparison): number | null {
  const noises = figures.flatMap(({ interleaved: { noise } }) => noise ?? []);
  return noises.length === 0 ? null : median(noises);
}
