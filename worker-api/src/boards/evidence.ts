import type { RankPolicy } from '@opfsmark/schema/ranks';

/** How much a run shows: see the table `run`. */
type Evidence = 0 | 1 | 2;

/** Signs that no drive was measured, or not while somebody looked: no policy counts such a run. */
const NO_DRIVE: ReadonlySet<string> = new Set(['memory_backed', 'flush_does_nothing', 'hidden_during_pass']);

/** @param unranked what a record does not show */
export function evidenceOf(unranked: readonly string[], isConfirmed: boolean): Evidence {
  if (unranked.some((reason) => NO_DRIVE.has(reason))) return 0;
  return unranked.length === 0 || isConfirmed ? 2 : 1;
}

export interface Answered {
  readonly scope: string;
  readonly evidence: number;
  /** The proofs that it lacks. */
  readonly unranked: readonly string[];
  /** 1: no list has it. */
  readonly unlisted: number;
}

/** The same as answers have it, with what keeps it from counting here. What stands on no board counts where it shows all. */
export function trustOf(
  { scope, evidence, unranked, unlisted }: Answered,
  { minEvidence }: Pick<RankPolicy, 'minEvidence'>,
): { readonly trust: 0 | 1; readonly unranked_because: string[] } {
  const asksLess = scope !== '' && minEvidence < 2;
  const counts = unlisted === 0 && (evidence === 2 || (asksLess && evidence >= minEvidence));
  const because = asksLess ? unranked.filter((reason) => NO_DRIVE.has(reason)) : unranked;
  return { trust: counts ? 1 : 0, unranked_because: counts ? [] : [...because] };
}
