import type { ContenderId } from './contender-ids.ts';

/** What a command counted from outside, once per version of a browser: a page cannot see it. */
export interface CountedIn<Count> {
  readonly browser: string;
  readonly version: string;
  readonly major: number;
  readonly os: string;
  readonly method: string;
  readonly date: string;
  readonly counts: readonly Count[];
}

export interface Counted<Count> {
  readonly count: Count;
  readonly in: CountedIn<Count>;
}

/** The count in the newest browser that was looked at; `null` where nobody has counted. */
export function newestCount<Count extends { readonly contender: ContenderId }>(
  contender: ContenderId,
  all: readonly CountedIn<Count>[],
): Counted<Count> | null {
  for (const counts of all.toSorted((a, b) => b.major - a.major)) {
    const count = counts.counts.find((one) => one.contender === contender);
    if (count) return { count, in: counts };
  }
  return null;
}
