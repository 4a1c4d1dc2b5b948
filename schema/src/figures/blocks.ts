/** Two things that were measured in blocks of A B B A, figure by figure: the one rule of `opfsmark ab` and `/versus`. */
import {
  type BlockOrder,
  interleavedRatio,
  type InterleavedRatio,
  type InterleavedVerdict,
  ratioKindOf,
  verdictOf,
} from './compare.ts';
import { type Figure, isFromMemory } from './figure.ts';

/** The plan of each time where nothing else is asked for, as a link says it: in order and at random, once each, a second at most. */
export const BLOCK_PLAN = {
  rows: 'SEQ1M-Q1T1,RND4K-Q1T1',
  size: '64MiB',
  loops: '1',
  limit: '1',
  cache: 'as-is',
} as const;

type BlockFigure = Pick<Figure, 'id' | 'name' | 'unit' | 'better' | 'value'>;

/** The figures of both sides, each twice, in the order of time. */
export interface FiguresOfBlock<Of extends BlockFigure> {
  readonly order: BlockOrder;
  readonly a: readonly [readonly Of[], readonly Of[]];
  readonly b: readonly [readonly Of[], readonly Of[]];
}

export interface BlockComparison<Of extends BlockFigure> {
  readonly figures: readonly {
    /** As it was first measured: its name and unit. */
    readonly figure: Of;
    readonly values: { readonly a: readonly number[]; readonly b: readonly number[] };
    readonly interleaved: InterleavedRatio;
    readonly verdict: InterleavedVerdict;
  }[];
  /** Names of what has no ratio. */
  readonly without: {
    /** Missing from some measurement. */
    readonly notAlways: readonly string[];
    /** Measured each time, and at times nothing: there is no ratio to zero. */
    readonly notAboveZero: readonly string[];
    /** At times read from the drive and at times from memory. */
    readonly unlike: readonly string[];
  };
  /** One word for all figures: what is worse outweighs what is better. */
  readonly verdict: InterleavedVerdict;
}

const inOrder = <Of extends BlockFigure>({ order, a, b }: FiguresOfBlock<Of>) =>
  order === 'ABBA' ? [a[0], ...b, a[1]] : [b[0], ...a, b[1]];

function pairOf(figures: readonly [readonly BlockFigure[], readonly BlockFigure[]], id: string): [number, number] {
  const valueIn = (turn: readonly BlockFigure[]) => turn.find((figure) => figure.id === id)?.value ?? Number.NaN;
  return [valueIn(figures[0]), valueIn(figures[1])];
}

function overall(verdicts: readonly InterleavedVerdict[]): InterleavedVerdict {
  if (verdicts.includes('worse')) return 'worse';
  if (verdicts.includes('better')) return 'better';
  return verdicts.length > 0 && verdicts.every((verdict) => verdict === 'same') ? 'same' : 'unclear';
}

/**
 * Every figure that both sides had each time, with its ratio.
 *
 * @param threshold 0.05: 5 % apart is no difference yet
 */
export function compareBlocks<Of extends BlockFigure>(
  blocks: readonly FiguresOfBlock<Of>[],
  threshold: number,
  originOf: (figure: Of) => Figure['origin'],
): BlockComparison<Of> {
  const turns = blocks.flatMap(inOrder);
  const heads = new Map<string, Of>();
  for (const figure of turns.flat())
    if (ratioKindOf(figure) === 'speed' && !heads.has(figure.id)) heads.set(figure.id, figure);
  const notAlways: string[] = [];
  const notAboveZero: string[] = [];
  const unlike: string[] = [];
  const compared = [...heads.values()].flatMap((figure) => {
    const { id, name, better } = figure;
    const pairs = blocks.map(({ a, b }) => ({ a: pairOf(a, id), b: pairOf(b, id) }));
    const interleaved = interleavedRatio(pairs, better);
    const ofAll = turns.flatMap((turn) => turn.find((one) => one.id === id) ?? []);
    const origins = ofAll.map(originOf);
    const isUnlike = new Set(origins.map((origin) => isFromMemory({ origin }))).size > 1;
    if (interleaved && !isUnlike) {
      const values = { a: pairs.flatMap(({ a }) => a), b: pairs.flatMap(({ b }) => b) };
      return { figure, values, interleaved };
    }
    const isAlways = ofAll.length === turns.length;
    (interleaved ? unlike : isAlways ? notAboveZero : notAlways).push(name);
    return [];
  });
  const figures = compared.map((one) => ({
    ...one,
    verdict: verdictOf(one.interleaved, threshold, compared.length),
  }));
  const without = { notAlways, notAboveZero, unlike };
  return { figures, without, verdict: overall(figures.map(({ verdict }) => verdict)) };
}
