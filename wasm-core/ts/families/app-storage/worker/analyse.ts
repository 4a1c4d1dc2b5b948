import type { AppStorageAnalytics } from '@opfsmark/schema/families/app-storage/schema';
import { withFailure } from '../../../stores/analytics.ts';
import { SILENCE_MS, type AnyAsker, type Head } from './interrupt.ts';

/** A store that imports fewer rows in a second than this hangs. */
const MIN_ROWS_PER_S = 1_000;

/**
 * Imports rows into a store and asks about them, in a worker that is then ended with everything open, and looks with another one.
 * `null` where there is no SQL.
 */
export async function tryAnalytics(asker: AnyAsker, head: Head, rows: number): Promise<AppStorageAnalytics | null> {
  const steps: AppStorageAnalytics['steps'] = [];
  const ask = (type: 'analyse' | 'analyse-again') =>
    asker.ask(
      { ...head, type, rows, place: '-analytics' },
      (reply) => {
        if (reply.type === 'step') steps.push(reply.step);
        return false;
      },
      undefined,
      2 * SILENCE_MS + (1000 * rows) / MIN_ROWS_PER_S,
    );
  const first = await ask('analyse');
  if (steps.length === 0 && first?.type === 'analysed') return null;
  const failure = first?.type === 'failed' ? first.failure.detail : null;
  const told = withFailure(steps.splice(0), failure);
  const again = failure === null ? await ask('analyse-again') : null;
  const left = again?.type === 'analysed' ? again.left : null;
  const laterFailure = again?.type === 'failed' ? again.failure.detail : null;
  return {
    rows,
    steps: withFailure([...told, ...steps], laterFailure),
    kept: left?.kept ?? null,
    stored_bytes: left?.stored_bytes ?? null,
  };
}
