import type { PassKind } from '@opfsmark/schema/documents';
import type { Control } from '../protocol/control.ts';
import type { Phase, Progress } from '../api.ts';
import type { Clock } from './clock.ts';
import { Forecast, type Step } from './forecast.ts';
import { LiveMeter } from './live.ts';

/** Where the run is, apart from numbers. */
export interface Place {
  readonly phase: Phase;
  readonly job: number | null;
  readonly passKind: PassKind | null;
  readonly loop: number;
  readonly loops: number;
}

const BEFORE_JOBS = { job: null, passKind: null, loop: 0, loops: 0 } as const;

export function placeBeforeJobs(phase: Phase): Place {
  return { phase, ...BEFORE_JOBS };
}

/** Puts together what the page shows about ten times a second; reads shared memory, asks no worker. */
export class ProgressMeter {
  readonly #clock: Clock;
  readonly #live: LiveMeter;
  #forecast = new Forecast([]);
  #place = placeBeforeJobs('preparing');
  #bytesWritten = 0;

  constructor(clock: Clock) {
    this.#clock = clock;
    this.#live = new LiveMeter(clock.nowMs());
  }

  /** As soon as the layout is known, and with it what is to be filled. */
  plan(steps: readonly Step[]): void {
    this.#forecast = new Forecast(steps);
  }

  enter(place: Place, step?: Step): void {
    this.#place = place;
    if (step) this.#forecast.enter(step, this.#clock.nowMs());
  }

  /** Takes over from the lanes what a finished step wrote. */
  settle(control: Control, bytesWritten: number): void {
    this.#bytesWritten += bytesWritten;
    control.clear();
  }

  read(control: Control | null): Progress {
    const nowMs = this.#clock.nowMs();
    const live = control && this.#live.read(control, nowMs);
    const moving = this.#place.phase === 'measuring' || this.#place.phase === 'filling';
    return {
      ...this.#place,
      ...this.#forecast.at(nowMs),
      bytesWritten: this.#bytesWritten + (control?.sum('writeBytes') ?? 0),
      live: moving ? live : null,
    };
  }
}
