import { rowShortName, type Row } from '@opfsmark/schema/documents';
import type { JobHead } from '@opfsmark/schema/schedule';
import type { Progress } from '@opfsmark/core';
import { assertNever } from '$lib/base/assert-never.ts';
import type { Texts } from '$lib/base/i18n/index.ts';

/** "RND4K Q32 write"; empty where the family has no rows. */
export function testName(rows: readonly Row[], head: JobHead | null, t: Texts<'common'>): string {
  const row = head ? rows[head.row] : undefined;
  return head && row ? `${rowShortName(row)} ${t.direction[head.direction]()}` : '';
}

/** What goes on at this moment, in one line. `measuring` is said where no single test has a name. */
export function progressText(
  progress: Progress | null,
  rows: readonly Row[],
  measuring: string,
  t: Texts<'common'>,
): string {
  if (!progress) return t.progress.starting();
  const test = testName(rows, progress.job, t);
  switch (progress.phase) {
    case 'preparing':
      return t.progress.preparing();
    case 'filling':
      return t.progress.filling();
    case 'forgetting':
      return t.progress.forgetting();
    case 'cleaning':
      return t.progress.cleaning();
    case 'verifying':
      return test === '' ? measuring : t.progress.verifying({ test });
    case 'resting':
      return test === '' ? measuring : t.progress.resting({ test });
    case 'measuring':
      if (test === '') return measuring;
      if (progress.loop === 0) return t.progress.warmUp({ test });
      if (progress.passKind === 'latency') return t.progress.latency({ test });
      if (progress.passKind === 'flush_each') return t.progress.flushEach({ test });
      if (progress.loops === 1) return test;
      return t.progress.loop({ test, loop: progress.loop, loops: progress.loops });
    default:
      return assertNever(progress.phase);
  }
}

/** Under half a second is no time that people read: the last step takes longer than was expected. */
const ALMOST_DONE_S = 0.5;

export function timeLeftText(
  { secondsLeft }: Pick<Progress, 'secondsLeft'>,
  seconds: (seconds: number) => string,
  t: Texts<'common'>,
): string {
  return secondsLeft < ALMOST_DONE_S ? t.progress.almostDone() : t.progress.left({ time: seconds(secondsLeft) });
}
