import type { ContenderId } from './contender-ids.ts';
import contentionCounts from './contention.json' with { type: 'json' };
import { newestCount, type CountedIn } from './contenders.ts';
import type { AppStorageContention } from './schema.ts';

/** Several contexts of one contender at once, in one browser: see `npm run contention -w labs`. */
interface ContentionCount {
  readonly contender: ContenderId;
  readonly contention: readonly AppStorageContention[];
}

const CONTENTION_COUNTS = contentionCounts as unknown as readonly CountedIn<ContentionCount>[];

export const contentionOf = (contender: ContenderId, browser?: string) =>
  newestCount(contender, CONTENTION_COUNTS, browser);

/** The number of workers, or tabs, at which most repeats hung; of equal ones the first. */
export const worstOf = (contention: readonly AppStorageContention[]): AppStorageContention | undefined =>
  contention.toSorted((a, b) => b.hung / b.repeats - a.hung / a.repeats)[0];
