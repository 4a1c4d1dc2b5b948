import type { Ticket } from '@opfsmark/schema/api';
import type { RunRecord } from '@opfsmark/schema/families';
import { requestTicket } from '$lib/base/api/service.ts';
import { Bench } from '$lib/features/run/session/bench.svelte.ts';

/** The history is loaded only when there is a run to keep. A browser that keeps nothing still shows the result. */
function keep(record: RunRecord, ticket: Ticket | null): void {
  void import('$lib/features/history/store.ts').then(({ keepRun }) => keepRun(record, ticket)).catch(() => undefined);
}

/** The bench of this tab: it outlives the run page, so that Back shows what was measured. */
export const bench = new Bench({ ticket: requestTicket, onRecord: keep });
