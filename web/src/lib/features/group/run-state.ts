import { useTexts } from '$lib/base/i18n/index.ts';
import type { ShownRun } from './shown.ts';

type Judged = Pick<ShownRun, 'status' | 'reasons' | 'trust' | 'unranked_because'>;

/** What the service says of a run, and why where it cannot rank. */
export interface RunState {
  readonly text: string;
  readonly why: string | null;
}

/** Within a component: what the service says of a run, as on the leaderboard. */
export function useRunState(): (run: Judged) => RunState {
  const board = useTexts('boards');
  const group = useTexts('boards', 'group');
  const unranked = useTexts('boards', 'whyUnranked');
  return ({ status, reasons, trust, unranked_because }) => {
    const { suspected } = board.t.board;
    if (reasons.includes('memory_backed')) return { text: suspected.memory_backed(), why: null };
    if (reasons.includes('flush_does_nothing')) return { text: suspected.flush_does_nothing(), why: null };
    if (status === 'held') return { text: group.t.held(), why: null };
    if (trust === 1) return { text: board.t.board.counts(), why: null };
    const { reasons: known } = unranked.t;
    const isKnown = (reason: string): reason is keyof typeof known => Object.hasOwn(known, reason);
    // The first reason: its page has all of them, and what to do.
    const reason = unranked_because.find(isKnown);
    return { text: board.t.unranked(), why: reason ? known[reason].why() : null };
  };
}
