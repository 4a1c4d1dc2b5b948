import type { Pause } from '@opfsmark/schema/documents';
import { CallFailed, failureOf } from './errors.ts';
import type { Session } from './session.ts';

/** So often something is measured again. */
const MAX_REPEATS = 2;

interface RepeatOptions<T> {
  /** What the record says of the pause. */
  readonly of?: Pick<Pause, 'row' | 'direction'>;
  /** Whether it can be measured again after this outcome; default: always. */
  readonly mayRepeat?: (value: T) => boolean;
}

/** What was measured meanwhile counts nowhere. */
export function stoodStill(): CallFailed {
  return new CallFailed(failureOf('stood_still', 'computer or browser stood still in a part that cannot be repeated'));
}

/** Measures again what computer or page stood still in; fails where that cannot be done. */
export async function repeatWhereStill<T>(
  session: Session,
  measure: () => Promise<T>,
  { of, mayRepeat = () => true }: RepeatOptions<T> = {},
): Promise<T> {
  for (let repeats = 0; ; repeats++) {
    const beganMs = session.host.clock.nowMs();
    const sinceMs = session.tickMs();
    const value = await measure();
    const stood = await session.stoodSince(sinceMs);
    if (stood.length === 0) return value;
    const isRepeated = repeats < MAX_REPEATS && mayRepeat(value);
    session.keepPauses(stood, isRepeated ? 'repeated' : 'left_out', of);
    if (!isRepeated) throw stoodStill();
    session.lostMs += session.host.clock.nowMs() - beganMs;
  }
}
