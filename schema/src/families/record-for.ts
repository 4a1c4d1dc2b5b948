import type { Figure } from '../figures/figure.ts';
import type { Family, RecordOf } from './family.ts';
import { environmentFlags, flag, type Flag } from './flags.ts';
import { longestFlushNs, originOfWrites } from './flushes.ts';

/** Functions of a record for callers that loaded only its own family: see `loadFamily`. */

/** A rate over no time at all is no number, and JSON cannot hold it. */
const hasNumbers = ({ value, low, high }: Figure) => [value, low, high].every(Number.isFinite);

/** The numbers that stand for a record, most telling first. */
export function figuresFor<Plan, Result>(
  family: Pick<Family<Plan, Result>, 'figures'>,
  record: RecordOf<Plan, Result>,
): Figure[] {
  return family.figures(record).filter(hasNumbers);
}

/** The same, and those that are told among the details: all that boards and groups choose from. */
export function allFiguresFor<Plan, Result>(
  family: Pick<Family<Plan, Result>, 'figures' | 'details'>,
  record: RecordOf<Plan, Result>,
): Figure[] {
  return [...family.figures(record), ...(family.details?.(record) ?? [])].filter(hasNumbers);
}

type Doubting<Plan, Result> = Pick<Family<Plan, Result>, 'flags' | 'flushes'>;

/** Flushes that end at once: files are kept in memory, or flushes are not passed on. */
function flushFlags<Plan, Result>(family: Doubting<Plan, Result>, record: RecordOf<Plan, Result>): Flag[] {
  const flushes = family.flushes?.(record);
  if (!flushes || originOfWrites(record.environment, flushes) === null) return [];
  return [flag('flush_does_nothing', { longest_flush_ns: longestFlushNs(flushes) })];
}

/** What makes a record of this family doubtful: its environment first, then what its family sees. */
export function flagsFor<Plan, Result>(family: Doubting<Plan, Result>, record: RecordOf<Plan, Result>): Flag[] {
  const familyFlags = family.flags?.(record) ?? flushFlags(family, record);
  const runFlags = familyFlags.filter(({ job }) => job === null);
  return [...runFlags, ...environmentFlags(record.environment), ...familyFlags.filter(({ job }) => job !== null)];
}
