import {
  blocksToFind,
  compareBlocks as compareFigures,
  reachOf,
  type BlockComparison,
  type BlockOrder,
  type FiguresOfBlock,
  type InterleavedRatio,
} from '@opfsmark/schema/figures';
import type { ReportFigure } from '@opfsmark/schema/report';
import { median } from '@opfsmark/schema/documents';
import { MAX_BLOCKS } from '../ab-arguments.ts';
import type { Outcome } from './measure.ts';

export type SideName = 'A' | 'B';
type Figures = readonly ReportFigure[];

type MeasuredBlock = FiguresOfBlock<ReportFigure>;

/** Why no further block was measured. */
export type End =
  | { readonly kind: 'narrow' | 'blocks' | 'stopped' }
  /** By what the warm-ups took, not even one may have fitted. */
  | { readonly kind: 'time'; readonly warmUpMs: number }
  | { readonly kind: 'failed'; readonly side: SideName; readonly sentence: string };

export interface Measurement {
  readonly blocks: readonly MeasuredBlock[];
  readonly end: End;
}

/** Fewer are not called narrow: their scatter may be small by chance. */
export const MIN_NARROW_BLOCKS = 4;
/** A block measures each side twice, the warm-ups once. */
export const WARM_UPS_IN_BLOCK = 2;

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
  const lastedMs: number[] = [];
  try {
    await measure('A', 0);
    await measure('B', 0);
    const warmUpMs = now() - beganMs;
    while (blocks.length < maxBlocks) {
      if (blocks.length % 2 === 0) {
        if (blocks.length >= MIN_NARROW_BLOCKS && isEnough(blocks)) return { blocks, end: { kind: 'narrow' } };
        order = random() < 0.5 ? 'ABBA' : 'BAAB';
      }
      const start = now();
      const expectedMs = blocks.length === 0 ? warmUpMs * WARM_UPS_IN_BLOCK : Math.max(...lastedMs);
      if (start - beganMs + expectedMs > maxTimeMs) return { blocks, end: { kind: 'time', warmUpMs } };
      blocks.push(await measureBlock(order, (side) => measure(side, blocks.length + 1)));
      lastedMs.push(now() - start);
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
export type ComparedFigure = BlockComparison<ReportFigure>['figures'][number];

export interface Comparison extends BlockComparison<ReportFigure> {
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

/** Every figure that both sides had each time, with its ratio. */
export function compareBlocks(blocks: Measurement['blocks'], threshold: number): Comparison {
  const compared = compareFigures(blocks, threshold, ({ quantity: { origin = null } }) => origin);
  const ratios = compared.figures.map(({ interleaved }) => interleaved);
  return { ...compared, toFind: compared.verdict === 'unclear' ? toFindIn(ratios, threshold) : null };
}

/** How far the least known ratio is known. */
export const widestReach = ({ figures }: Comparison): number =>
  figures.length === 0 ? Infinity : Math.max(...figures.map(({ interleaved }) => reachOf(interleaved)));

/** The noise of the machine where no figure is meant. */
export function usualNoise({ figures }: Comparison): number | null {
  const noises = figures.flatMap(({ interleaved: { noise } }) => noise ?? []);
  return noises.length === 0 ? null : median(noises);
}
