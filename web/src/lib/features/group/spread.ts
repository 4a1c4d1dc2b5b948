import type { GroupFigure } from '@opfsmark/schema/api';
import { isOfMemory, type ShownGroup, type ShownRun } from './shown.ts';

/** The figures of a class at a glance: of what a drive answered. */
interface Spread {
  readonly figure: GroupFigure;
  readonly count: number;
  readonly least: number;
  readonly low: number;
  readonly median: number;
  readonly high: number;
  readonly most: number;
  readonly runs: readonly ShownRun[];
}

/** The value below which a share of sorted values lies, between two of them where it falls there. */
function quantile(sorted: readonly number[], share: number): number {
  const place = (sorted.length - 1) * share;
  const below = sorted[Math.floor(place)] ?? 0;
  const above = sorted[Math.ceil(place)] ?? below;
  return below + (above - below) * (place - Math.floor(place));
}

/** `null` where no drive answered. A logarithm of nothing cannot be drawn. */
export function spreadOf({ runs }: Pick<ShownGroup, 'runs'>): Spread | null {
  const drawn = runs.filter((run) => run.figure !== null && run.figure.value > 0 && !isOfMemory(run));
  const figure = drawn[0]?.figure;
  if (!figure) return null;
  const values = drawn.flatMap((run) => run.figure?.value ?? []).toSorted((a, b) => a - b);
  const at = (share: number) => quantile(values, share);
  return {
    ...{ figure, count: values.length, runs: drawn },
    ...{ least: at(0), low: at(0.25), median: at(0.5), high: at(0.75), most: at(1) },
  };
}
