import type { Ticket } from '@opfsmark/schema/api';
import type { PlanHead, RunRecord } from '@opfsmark/schema/families';
import { keepForgetEnd } from '$lib/base/local/earlier-runs.ts';
import { dropPaused, keepPaused, type Left, type Paused } from '$lib/features/run/session/state.ts';
import { Bench } from '$lib/features/run/session/bench.svelte.ts';
import { localStore, tabStore } from '$lib/base/local/stores.ts';

/** Loaded when the run began: a page that is closed at its end has kept it. A browser that keeps nothing still shows the result. */
function keep(record: RunRecord, ticket: Ticket | null): void {
  if (record.family === 'matrix' && record.result.forget) keepForgetEnd(record.result.forget.ended, localStore());
  void import('$lib/features/history/keep.ts').then(({ keepNew }) => keepNew(record, ticket)).catch(() => undefined);
}

/** Loaded with the first run. Without it a run goes on, as without an answer. */
async function ticketFor(plan: Pick<PlanHead, 'suite' | 'seed'>): Promise<Ticket | null> {
  const service = await import('$lib/base/api/service.ts').catch(() => null);
  return (await service?.requestTicket(plan)) ?? null;
}

/** Only the run page goes on with a run: whoever reads another page meanwhile is not disturbed. */
function reload(paused: Paused): boolean {
  if (location.pathname !== '/') return false;
  keepPaused(paused, tabStore());
  location.reload();
  return true;
}

/** A run that cannot be kept is lost, as the browser said when it asked. */
function leave(leftRun: Left): void {
  try {
    keepPaused(leftRun, tabStore());
  } catch {
    // Site data is blocked, or the store is full.
  }
}

/** The bench of this tab: it outlives the run page, so that Back shows what was measured. */
export const bench = new Bench({
  ticket: ticketFor,
  onRecord: keep,
  reload,
  leave,
  dropPaused: () => dropPaused(tabStore()),
});
