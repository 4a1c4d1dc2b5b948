import type { MatrixPlan } from '@opfsmark/schema/families';
import type { JobHead } from '@opfsmark/schema/schedule';
import type { Progress, RunEvent } from '../ts/api.ts';
import { jobHeadline, jobName } from './report.ts';

/** As much of a stream as is used here, so that a test can give its own. */
export interface Terminal {
  readonly isTTY?: boolean;
  readonly columns?: number;
  write(text: string): unknown;
}

const BAR = 20;
const CLEAR_LINE = '\r\u001b[K';

const WORDS: Record<Progress['phase'], string> = {
  preparing: 'preparing',
  filling: 'writing the file',
  measuring: 'measuring',
  verifying: 'comparing what was read',
  resting: 'resting',
  cleaning: 'deleting the files',
};

function clock(seconds: number): string {
  const whole = Math.max(0, Math.ceil(seconds));
  return `${Math.floor(whole / 60)}:${`${whole % 60}`.padStart(2, '0')}`;
}

function liveRate({ live }: Progress): string {
  const bytesPerS = live ? live.readBytesPerS + live.writeBytesPerS : 0;
  return bytesPerS > 0 ? `${(bytesPerS / 1e6).toFixed(0)} MB/s` : '';
}

/** Says how a run goes on: on a terminal in one line that is written over and over, elsewhere a line for each step. */
export class ProgressPrinter {
  readonly #to: Terminal;
  readonly #plan: MatrixPlan;
  #jobs: readonly JobHead[] = [];

  constructor(to: Terminal, plan: MatrixPlan) {
    this.#to = to;
    this.#plan = plan;
  }

  show(event: RunEvent): void {
    switch (event.type) {
      case 'prepared':
        this.#jobs = event.jobs;
        return;
      case 'progress':
        if (this.#to.isTTY) this.#overwrite(this.#line(event.progress));
        return;
      case 'filled':
        this.#step(`file written: ${((event.fill.bytes * 1e3) / event.fill.elapsed_ns).toFixed(0)} MB/s`);
        return;
      case 'job-done':
        this.#step(`${jobName(event.result)}: ${jobHeadline(event.result)}`);
        return;
      case 'job-started':
      case 'pass-done':
        return;
      default:
        event satisfies never;
    }
  }

  /** Leaves a line of its own, above the one that goes on. */
  say(text: string): void {
    this.clear();
    this.#to.write(`${text}\n`);
  }

  clear(): void {
    if (this.#to.isTTY) this.#to.write(CLEAR_LINE);
  }

  #step(text: string): void {
    if (!this.#to.isTTY) this.say(text);
  }

  #line(progress: Progress): string {
    const full = Math.round(progress.fraction * BAR);
    const bar = `[${'#'.repeat(full)}${'.'.repeat(BAR - full)}]`;
    const percent = `${Math.floor(progress.fraction * 100)}`.padStart(3);
    return [`${bar} ${percent} %`, this.#what(progress), liveRate(progress), `${clock(progress.secondsLeft)} left`]
      .filter((part) => part !== '')
      .join('  ');
  }

  #what({ job, phase, loop, loops }: Progress): string {
    const head = job === null ? undefined : this.#jobs[job];
    const row = head && this.#plan.rows[head.row];
    if (!head || !row) return WORDS[phase];
    const turn = phase === 'measuring' && loops > 1 && loop > 0 ? ` ${loop}/${loops}` : '';
    return `${jobName({ row, direction: head.direction })}${turn}`;
  }

  #overwrite(text: string): void {
    // A line that breaks could not be written over.
    this.#to.write(`${CLEAR_LINE}${text.slice(0, Math.max(20, (this.#to.columns ?? 80) - 1))}`);
  }
}
