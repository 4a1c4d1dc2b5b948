import { rowShortName } from '@opfsmark/schema/documents';
import type { MatrixPlan } from '@opfsmark/schema/families';
import type { JobHead } from '@opfsmark/schema/schedule';
import type { Progress } from '@opfsmark/core';
import { assertNever } from '$lib/base/assert-never.ts';
import type { Texts } from '$lib/base/i18n/index.ts';

/** "RND4K Q32, write" */
export function testName(plan: MatrixPlan, head: JobHead, t: Texts<'common'>): string {
  const row = plan.rows[head.row];
  return row ? `${rowShortName(row)} ${t.direction[head.direction]()}` : '';
}

/** What goes on at this moment, in one line. */
export function progressText(
  progress: Progress | null,
  plan: MatrixPlan,
  head: JobHead | null,
  t: Texts<'common'>,
): string {
  if (!progress) return t.progress.starting();
  const test = head ? testName(plan, head, t) : '';
  switch (progress.phase) {
    case 'preparing':
      return t.progress.preparing();
    case 'filling':
      return t.progress.filling();
    case 'verifying':
      return t.progress.verifying({ test });
    case 'resting':
      return t.progress.resting({ test });
    case 'cleaning':
      return t.progress.cleaning();
    case 'measuring':
      if (progress.loop === 0) return t.progress.warmUp({ test });
      if (progress.passKind === 'latency') return t.progress.latency({ test });
      if (progress.passKind === 'flush_each') return t.progress.flushEach({ test });
      return t.progress.loop({ test, loop: progress.loop, loops: progress.loops });
    default:
      return assertNever(progress.phase);
  }
}
