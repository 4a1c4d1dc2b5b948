import { UNUSUAL } from '@opfsmark/schema/api';

/** What of a run says whether it counts. */
interface Countable {
  readonly status: string;
  /** 1: it shows its evidence. */
  readonly trust: number;
  /** '' where it stands on no board. */
  readonly scope: string;
}

/**
 * Whether a run may count towards a rank: it shows its evidence.
 *
 * @param isOpen the service trusts all: every published run that has boards counts
 */
export const mayCount = ({ status, trust, scope }: Countable, isOpen: boolean): boolean =>
  trust === 1 || (isOpen && status === 'published' && scope !== '');

/** Whether it has a place by its value among those that are listed. */
export const mayStand = (run: Countable, isOpen: boolean): boolean =>
  run.status === 'published' && mayCount(run, isOpen);

/** The same with all that answers say of it. */
export interface Answered extends Countable {
  /** What it does not show. */
  readonly unranked: readonly string[];
  /** '' where nothing of it was far better than what was confirmed. */
  readonly unusual: string;
  readonly confirmed: number;
}

/** The same as answers have it, with why the run is not ranked: what is unusual waits until somebody confirms it. */
export function trustOf(
  { unranked, unusual, confirmed, ...run }: Answered,
  isOpen: boolean,
): { readonly trust: 0 | 1; readonly unranked_because: string[] } {
  const counts = mayCount(run, isOpen);
  const waits = unusual !== '' && confirmed === 0 ? [UNUSUAL] : [];
  return { trust: counts ? 1 : 0, unranked_because: [...(counts ? [] : unranked), ...waits] };
}
