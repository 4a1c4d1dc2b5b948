import type { SOURCES } from './sources.ts';

type SourceId = keyof typeof SOURCES;

/** Thresholds of verdicts and rulers. Their reasons and sources are in docs/METHODOLOGY.md, "The answer". */

/** Up to 0.1 s is felt as instant, up to 1 s does not break a thought (Miller 1968, Nielsen 1993). */
export const INSTANT_NS = 100e6;
export const FLOW_NS = 1e9;
/** So long people wait before their attention goes elsewhere (the same sources), and six times that. */
export const ATTENTION_S = 10;
export const MINUTE_S = 60;
/** So many are copied or unpacked at once, as a project's are. */
export const FILES_AT_ONCE = 10_000;
/** So many small writes make one change of a large document. */
const WRITES_AT_ONCE = 1_000;
/** One commit per frame of a 60 Hz screen. */
export const COMMITS_PER_FRAME = 60;

interface Label {
  /** Where its middle would be, 0..1 of the ruler. */
  readonly at: number;
  readonly text: string;
}

const GAP_PX = 8;
/** Mean widths of a character in system fonts, in shares of the font size. */
const LATIN = 0.57;
const WIDE = 1.02;

/** About as wide as a text is set. */
export function widthOf(text: string, fontPx: number): number {
  return Array.from(text).reduce((sum, letter) => sum + (letter > '\u2e7f' ? WIDE : LATIN), 0) * fontPx;
}

/**
 * How far to the right each label is moved, in pixels, so that none lies on another and none leaves a ruler of this
 * width. On a wider ruler they lie further apart. Labels come in the order of their places.
 */
export function placeLabels(
  labels: readonly Label[],
  fontPx: number,
  rulerPx: number,
  measure: (text: string, fontPx: number) => number = widthOf,
): number[] {
  return placeBoxes(
    labels.map(({ at, text }) => ({ at, width: measure(text, fontPx) })),
    rulerPx,
  );
}

/** The same for boxes of a known width. */
export function placeBoxes(
  boxes: readonly { readonly at: number; readonly width: number }[],
  rulerPx: number,
  gapPx = GAP_PX,
): number[] {
  const middles: number[] = [];
  let end = -gapPx;
  boxes.forEach(({ at, width }) => {
    const half = width / 2;
    const middle = Math.max(at * rulerPx, half, end + gapPx + half);
    middles.push(middle);
    end = middle + half;
  });
  let start = rulerPx + gapPx;
  for (let index = boxes.length - 1; index >= 0; index--) {
    const half = (boxes[index]?.width ?? 0) / 2;
    middles[index] = Math.min(middles[index] ?? 0, start - gapPx - half);
    start = (middles[index] ?? 0) - half;
  }
  return boxes.map(({ at }, index) => Math.round((middles[index] ?? 0) - at * rulerPx));
}

/** Kinds of drives, and how long waits feel: what a ruler is divided into. */
export type BandId =
  | ('sd' | 'disk' | 'sata' | 'nvme' | 'ssd' | 'plp')
  | ('smooth' | 'hitch' | 'freeze')
  | ('short' | 'wait' | 'long');

/** The usual range of a class. One without a published figure is left out, never guessed. */
interface Band {
  readonly id: BandId;
  readonly low: number;
  readonly high: number;
  readonly sources: readonly SourceId[];
}

export interface RulerScale {
  readonly unit: 'per_s' | 'mb_per_s' | 'ns';
  /** Four decades, log10: one step is ten times everywhere. */
  readonly low: number;
  readonly high: number;
  /** Further right is faster, so times run from the longest to the shortest. */
  readonly better: 'higher' | 'lower';
  readonly bands: readonly Band[];
}

const SECONDS_OF_FLOW = FLOW_NS / 1e9;
const SECONDS_OF_INSTANT = INSTANT_NS / 1e9;
const RATE = { low: 10, high: 100_000, better: 'higher' } as const;

/** How long waits feel. */
const WAITS = {
  unit: 'ns',
  low: 1e6,
  high: 10e9,
  better: 'lower',
  bands: [
    { id: 'freeze', low: FLOW_NS, high: 10e9, sources: ['response'] },
    { id: 'hitch', low: INSTANT_NS, high: FLOW_NS, sources: ['response'] },
    { id: 'smooth', low: 1e6, high: INSTANT_NS, sources: ['response'] },
  ],
} as const;

export const RULERS = {
  opens: {
    ...RATE,
    unit: 'per_s',
    bands: [
      { id: 'disk', low: 60, high: 200, sources: ['seek'] },
      { id: 'sd', low: 300, high: 4_000, sources: ['sd_app'] },
      { id: 'sata', low: 5_000, high: 10_000, sources: ['sata_review'] },
      { id: 'nvme', low: 10_000, high: 25_000, sources: ['nvme_review'] },
    ],
  },
  moves: {
    ...RATE,
    unit: 'mb_per_s',
    bands: [
      { id: 'sd', low: 10, high: 95, sources: ['sd_speed'] },
      { id: 'disk', low: 80, high: 250, sources: ['disk_sheet'] },
      { id: 'sata', low: 300, high: 550, sources: ['sata_bus'] },
      { id: 'nvme', low: 1_500, high: 14_000, sources: ['nvme_sheet'] },
    ],
  },
  saves: {
    ...RATE,
    unit: 'per_s',
    bands: [
      { id: 'disk', low: 30, high: 120, sources: ['seek', 'sqlite'] },
      { id: 'ssd', low: 200, high: 2_000, sources: ['fsync'] },
      { id: 'plp', low: 5_000, high: 40_000, sources: ['fsync', 'plp'] },
    ],
  },
  waits: WAITS,
  busy: WAITS,
  commits: { ...RATE, unit: 'per_s', bands: [{ id: 'disk', low: 12, high: 60, sources: ['sqlite'] }] },
  /** How the wait for 10,000 files feels. */
  files: {
    ...RATE,
    unit: 'per_s',
    bands: [
      { id: 'long', low: 10, high: FILES_AT_ONCE / MINUTE_S, sources: ['response'] },
      { id: 'wait', low: FILES_AT_ONCE / MINUTE_S, high: FILES_AT_ONCE / ATTENTION_S, sources: ['response'] },
      { id: 'short', low: FILES_AT_ONCE / ATTENTION_S, high: 100_000, sources: ['response'] },
    ],
  },
  /** How the wait for 1,000 writes feels. */
  calls: {
    unit: 'per_s',
    low: 100,
    high: 1_000_000,
    better: 'higher',
    bands: [
      { id: 'freeze', low: 100, high: WRITES_AT_ONCE / SECONDS_OF_FLOW, sources: ['response'] },
      {
        id: 'hitch',
        low: WRITES_AT_ONCE / SECONDS_OF_FLOW,
        high: WRITES_AT_ONCE / SECONDS_OF_INSTANT,
        sources: ['response'],
      },
      { id: 'smooth', low: WRITES_AT_ONCE / SECONDS_OF_INSTANT, high: 1_000_000, sources: ['response'] },
    ],
  },
  /** How one save feels: one per frame of a screen goes unnoticed. */
  items: {
    ...RATE,
    unit: 'per_s',
    bands: [
      { id: 'hitch', low: 10, high: COMMITS_PER_FRAME, sources: ['response'] },
      { id: 'smooth', low: COMMITS_PER_FRAME, high: 100_000, sources: ['response'] },
    ],
  },
} as const satisfies Readonly<Record<string, RulerScale>>;

export type RulerId = keyof typeof RULERS;

export function scaleOf(id: RulerId): RulerScale {
  return RULERS[id];
}

/** Where a value stands on its ruler: 0 at the left end, 1 at the right, which is the faster one. */
interface Position {
  readonly share: number;
  /** Off the scale: it stands at the end with an arrow and its number. */
  readonly beyond: 'slower' | 'faster' | null;
}

export function positionOn({ low, high, better }: Omit<RulerScale, 'bands'>, value: number): Position {
  const shareFromLow = Math.log10(value / low) / Math.log10(high / low);
  const share = better === 'higher' ? shareFromLow : 1 - shareFromLow;
  if (!(share >= 0)) return { share: 0, beyond: 'slower' };
  return share > 1 ? { share: 1, beyond: 'faster' } : { share, beyond: null };
}

/** The decades of a scale, from its left end to its right one. */
export function decadesOf({ low, high, better }: Omit<RulerScale, 'bands'>): number[] {
  const steps = Math.round(Math.log10(high / low));
  const values = Array.from({ length: steps + 1 }, (_, step) => low * 10 ** step);
  return better === 'higher' ? values : values.toReversed();
}

/** Fewer say nothing about a place among them. */
export const MIN_CROWD = 20;

/** The values that others measured, on one ruler. */
export interface PeerGroup {
  readonly ruler: RulerId;
  /** Each counts once. */
  readonly peers: number;
  /** How many of them are slower than this result. */
  readonly slower: number;
  /** How many stand where, as an SVG path in a box of `HILL`. */
  readonly hill: string;
}

/** The box of that path. */
export const HILL = { width: 100, height: 20 } as const;
