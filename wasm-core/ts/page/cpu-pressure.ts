import { CPU_PRESSURES, type CpuPressure } from '@opfsmark/schema/documents';
import type { Clock } from './clock.ts';
import type { PressureWatch } from './host.ts';

/** As much of the Compute Pressure API as is used here; only Chromium has it. */
export interface PressureObserverLike {
  observe(source: 'cpu', options: { readonly sampleInterval: number }): Promise<void>;
  disconnect(): void;
}
type PressureObserverClass = new (
  callback: (records: readonly { readonly state: string }[]) => void,
) => PressureObserverLike;

/** What was over longer ago says nothing about the run. */
const WINDOW_MS = 5_000;
const SAMPLE_INTERVAL_MS = 1_000;

/** A state and when it ended: the browser only tells changes, so the latest one goes on. */
interface Seen {
  readonly state: CpuPressure;
  endMs: number;
}

function highestOf(seen: readonly Seen[]): CpuPressure | null {
  return CPU_PRESSURES.findLast((state) => seen.some((each) => each.state === state)) ?? null;
}

/** `Observer`: the browser's; does nothing where it has none, or does not let this page use it. */
export function cpuPressureWatch(
  clock: Pick<Clock, 'nowMs'>,
  Observer = (globalThis as { PressureObserver?: PressureObserverClass }).PressureObserver,
): PressureWatch {
  let observer: PressureObserverLike | null = null;
  let seen: Seen[] = [];

  function add(state: string): void {
    const known = CPU_PRESSURES.find((each) => each === state);
    if (!known) return;
    const nowMs = clock.nowMs();
    const last = seen.at(-1);
    if (last) last.endMs = nowMs;
    seen = seen.filter(({ endMs }) => endMs >= nowMs - WINDOW_MS);
    seen.push({ state: known, endMs: Number.POSITIVE_INFINITY });
  }

  function end(): CpuPressure | null {
    observer?.disconnect();
    observer = null;
    const sinceMs = clock.nowMs() - WINDOW_MS;
    const highest = highestOf(seen.filter(({ endMs }) => endMs >= sinceMs));
    seen = [];
    return highest;
  }

  return {
    start() {
      if (!Observer || observer) return;
      observer = new Observer((records) => records.forEach(({ state }) => add(state)));
      // Refused where the system cannot tell it, or a policy forbids it: then nothing is seen.
      observer.observe('cpu', { sampleInterval: SAMPLE_INTERVAL_MS }).catch(() => undefined);
    },
    end,
  };
}
