import { median } from '@opfsmark/schema/documents';
import {
  interleavedRatio,
  isFromMemory,
  ratioKindOf,
  reachOf,
  verdictOf,
  type InterleavedRatio,
  type InterleavedVerdict,
} from '@opfsmark/schema/figures';
import type { ReportFigure } from '@opfsmark/schema/report';
import type { Figures, MeasuredBlock } from './blocks.ts';

/** One figure of both sides. */
export interface ComparedFigure {
  /** As it was first measured: its name and unit. */
  readonly figure: ReportFigure;
  readonly values: { readonly a: readonly number[]; readonly b: readonly number[] };
  readonly found: InterleavedRatio;
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
}

const inOrder = ({ order, a, b }: MeasuredBlock): readonly Figures[] =>
  order === 'ABBA' ? [a[0], ...b, a[1]] : [b[0], ...a, b[1]];

const isMemory = ({ quantity: { origin = null } }: ReportFigure) => isFromMemory({ read_from: origin });

const pairOf = (figures: readonly [Figures, Figures], id: string): [number, number] => {
  const valueIn = (own: Figures) => own.find((figure) => figure.id === id)?.value ?? Number.NaN;
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
  return verdicts.length > 0 && verdicts.every((own) => own === 'same') ? 'same' : 'unclear';
}

/** Every figure that both sides had each time, with its ratio. */
export function compareBlocks(blocks: readonly MeasuredBlock[], threshold: number): Comparison {
  const measured = blocks.flatMap(inOrder);
  const heads = new Map<string, ReportFigure>();
  for (const own of measured.flat()) if (ratioKindOf(own) === 'speed' && !heads.has(own.id)) heads.set(own.id, own);
  const notAlways: string[] = [];
  const unlike: string[] = [];
  const ratios: { readonly figure: ReportFigure; readonly found: InterleavedRatio }[] = [];
  for (const figure of heads.values()) {
    const all = measured.flatMap((own) => own.find(({ id }) => id === figure.id) ?? []);
    const found = ratioIn(blocks, figure);
    if (!found) notAlways.push(figure.name);
    else if (new Set(all.map(isMemory)).size > 1) unlike.push(figure.name);
    else ratios.push({ figure, found });
  }
  const figures = ratios.map(({ figure, found }) => ({
    figure,
    found,
    values: {
      a: blocks.flatMap(({ a }) => pairOf(a, figure.id)),
      b: blocks.flatMap(({ b }) => pairOf(b, figure.id)),
    },
    verdict: verdictOf(found, threshold, ratios.length),
  }));
  return { figures, without: { notAlways, unlike }, verdict: overall(figures.map(({ verdict }) => verdict)) };
}

/** How far the least known ratio is known. */
export const widestReach = ({ figures }: Comparison): number =>
  figures.length === 0 ? Infinity : Math.max(...figures.map(({ found }) => reachOf(found)));

/** The noise of the machine where no figure is meant. */
export function usualNoise({ figures }: Comparison): number | null {
  const known = figures.flatMap(({ found: { noise } }) => noise ?? []);
  return known.length === 0 ? null : median(known);
}
