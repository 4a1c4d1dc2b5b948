import type { Plan, RunRecord } from '@opfsmark/schema/families';
import { requestTicket } from '$lib/base/api/service.ts';
import { publishToGroup } from '$lib/features/publish/publish-to-group.ts';
import { detectClient } from '$lib/features/run/session/browser.ts';
import { run } from '$lib/features/run/session/engine.ts';
import { failed, type Turn } from '$lib/features/versus/versus.svelte.ts';

interface TurnOptions {
  readonly plan: Plan;
  readonly groupId: string;
  readonly nickname: string;
  /** Aborted when the page is left. */
  readonly signal: AbortSignal;
  readonly onFraction: (fraction: number) => void;
}

async function send(
  record: RunRecord,
  ticket: Awaited<ReturnType<typeof requestTicket>>,
  id: string,
  nickname: string,
) {
  const sent = await publishToGroup(record, ticket, { id, nickname });
  if (sent === null) return failed('unkept');
  const { runId, answer } = sent;
  switch (answer.kind) {
    case 'waiting':
      return { kind: 'sent', runId } as const;
    case 'stored': {
      const { joined = 'joined' } = answer;
      if (joined === 'full' || joined === 'gone') return failed(joined);
      return joined === 'refused' ? failed('sending', joined) : ({ kind: 'sent', runId } as const);
    }
    case 'refused':
      return failed('sending', answer.problem.detail ?? answer.problem.title);
    default:
      return failed('sending', answer.kind);
  }
}

/** One turn of a comparison: measures once, and sends what was measured to the group of the comparison. */
export async function takeTurn({ plan, groupId, nickname, signal, onFraction }: TurnOptions): Promise<Turn> {
  let record: RunRecord;
  const ticket = await requestTicket(plan);
  try {
    record = await run({
      plan,
      client: await detectClient(),
      // Whoever began the comparison was told what it writes.
      agreedToWriteBytes: Number.POSITIVE_INFINITY,
      signal,
      onEvent: (event) => event.type === 'progress' && onFraction(event.progress.fraction),
    });
  } catch (error) {
    // Before anything was measured: this browser cannot, or another tab is at it.
    const { reason = '', problems = [], message } = error as Error & { reason?: string; problems?: readonly string[] };
    if (reason === 'unsupported') return failed('unsupported', problems.join(', '));
    return failed('measuring', reason === '' ? message : [reason, ...problems].join(', '));
  }
  const { status, failure, environment } = record;
  if (status === 'failed') return failed('measuring', [failure?.code, failure?.detail].filter(Boolean).join(': '));
  // A run of a window that was out of sight for a while is measured again.
  if (status !== 'done' || environment.visibility_changes > 0) return { kind: 'covered' };
  return send(record, ticket, groupId, nickname);
}
