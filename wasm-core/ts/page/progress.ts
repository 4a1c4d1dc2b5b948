import type { PassKind } from '@opfsmark/schema/documents';
import type { Paces, Step } from '@opfsmark/schema/schedule';
import type { Phase, Progress, RunningJob } from '../api.ts';
import type { Control } from '../protocol/control.ts';
import type { Clock } from './clock.ts';
import { Forecast } from './forecast.ts';
import { LiveMeter } from './live.ts';

/** Where the run is, apart from numbers. */
export interface Place {
  readonly phase: Phase;
  readonly job: RunningJob | null;
  readonly passKind: PassKind | null;
  readonly loop: number;
  readonly loops: number;
}

/** A place that belongs to no job. */
export function placeOf(phase: Phase): Place {
  return { phase, job: null, passKind: null, loop: 0, loops: 0 };
}

/** What a run had done before the page reloaded itself. */
export interface Earlier {
  readonly wallMs: number;
  readonly bytesWritten: number;
}

const NOTHING_EARLIER: Earlier = { wallMs: 0, bytesWritten: 0 };

/** Puts together what the page shows about ten times per second; reads shared memory, asks no worker. */
export class ProgressMeter {
  readonly forecast: Forecast;
  readonly #clock: Clock;
  readonly #live: LiveMeter;
  #place = placeOf('preparing');
  #bytesWritten: number;
  /** What was seen before the step under way began. */
  #seenBefore = { bytes: 0, calls: 0, work: 0 };

  constructor(clock: Clock, steps: readonly Step[], paces: Paces, { wallMs, bytesWritten }: Earlier = NOTHING_EARLIER) {
    this.#clock = clock;
    this.#bytesWritten = bytesWritten;
    this.#live = new LiveMeter(clock.nowMs());
    this.forecast = new Forecast(steps, paces, clock.nowMs() - wallMs);
  }

  /** `step`: the one that begins here; without it the one under way goes on. */
  enter(place: Place, control: Control | null, step?: Step): void {
    this.#place = place;
    if (!step || step.id === this.forecast.current?.id) return;
    this.#seenBefore = this.#seen(control);
    this.forecast.enter(step, this.#clock.nowMs());
  }

  finishStep(): void {
    this.forecast.finish(this.#clock.nowMs());
  }

  /** Counts what a request has written, and clears the lanes that said so while it was under way. */
  addWritten(control: Control, bytes: number): void {
    this.#bytesWritten += bytes;
    control.clear();
  }

  bytesWritten(control: Control | null): number {
    return this.#bytesWritten + (control?.sum('writeBytes') ?? 0);
  }

  #seen(control: Control | null) {
    return { ...this.#live.seen, work: control?.sum('work') ?? 0 };
  }

  /** Work of the step under way that was seen; 0 where nobody counts it. */
  #doneInStep(control: Control | null): number {
    const unit = this.forecast.current?.counts;
    return unit ? this.#seen(control)[unit] - this.#seenBefore[unit] : 0;
  }

  read(control: Control | null): Progress {
    const nowMs = this.#clock.nowMs();
    const live = control && this.#live.read(control, nowMs);
    const isMoving = this.#place.phase === 'measuring' || this.#place.phase === 'filling';
    return {
      ...this.#place,
      ...this.forecast.at(nowMs, this.#doneInStep(control)),
      bytesWritten: this.bytesWritten(control),
      live: isMoving ? live : null,
    };
  }
}
