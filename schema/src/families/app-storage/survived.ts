import type { ContenderId } from './contender-ids.ts';
import { newestCount, type CountedIn } from './contenders.ts';
import survivedCounts from './survived.json' with { type: 'json' };

/** The rows that were left after several interruptions of one kind. */
interface SurvivedTrials {
  readonly trials: number;
  /** Puts that had been answered. */
  readonly acknowledged: number;
  /** Answered puts that were not there afterwards. */
  readonly lost: number;
  /** Values that were neither what was put nor absent. */
  readonly torn: number;
  /** Rows from before that were no longer what they were. */
  readonly damaged: number;
  /** Trials after which the store could not be used any more. */
  readonly unopened: number;
}

/** Counts of one contender in one browser: see `npm run survive -w labs`. */
interface SurvivedCount {
  readonly contender: ContenderId;
  readonly power_cut: SurvivedTrials;
  /** The browser's process was ended with SIGKILL. */
  readonly killed_browser: SurvivedTrials;
}

export const SURVIVED_COUNTS = survivedCounts as readonly CountedIn<SurvivedCount>[];

/** Rows that are not as they should be, and trials after which nobody could look. */
export const harmOf = ({ lost, torn, damaged, unopened }: SurvivedTrials) => lost + torn + damaged + unopened;

export const survivedOf = (contender: ContenderId, browser?: string) =>
  newestCount(contender, SURVIVED_COUNTS, browser);
