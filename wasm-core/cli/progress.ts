import type { Engine, Fill } from '@opfsmark/schema/documents';
import type { Result } from '@opfsmark/schema/families';
import type { Progress, RunEvent } from '../ts/api.ts';
import type { NodePlan } from '../ts/node/families.ts';
import { cliFamilyOf, type Bench } from './families.ts';
import { jobName } from './report.ts';
import { StatusLine, type Terminal } from './terminal.ts';
import { fillBytesPerSecond, MB_PER_S } from '@opfsmark/schema/figures';

const BAR = 20;

const WORDS: Record<Progress['phase'], string> = {
  preparing: 'preparing',
  filling: 'writing the file',
  forgetting: 'clearing the file from memory',
  measuring: 'measuring',
  verifying: 'comparing what was read',
  resting: 'resting',
  cleaning: 'deleting the files',
};

function clock(seconds: number): string {
  const wholeSeconds = Math.max(0, Math.ceil(seconds));
  return `${Math.floor(wholeSeconds / 60)}:${`${wholeSeconds % 60}`.padStart(2, '0')}`;
}

function liveRate({ live }: Progress): string {
  const bytesPerS = live ? live.readBytesPerS + live.writeBytesPerS : 0;
  return bytesPerS > 0 ? `${(bytesPerS / 1e6).toFixed(0)} ${MB_PER_S}` : '';
}

/** A line for each part that is finished. */
function finishedLines(plan: NodePlan, result: Result, bench: Bench): string[] {
  const fill: Fill | undefined = 'fill' in result ? result.fill : undefined;
  const bytesPerS = fill && fillBytesPerSecond(fill);
  const fillLines = bytesPerS ? [`file written: ${(bytesPerS / 1e6).toFixed(0)} ${MB_PER_S}`] : [];
  return [...fillLines, ...(cliFamilyOf(plan.family).finishedLines?.(result, bench) ?? [])];
}

/** Shows the progress of a run: on a terminal in one line that is overwritten, elsewhere a line for each finished part. */
export class ProgressPrinter extends StatusLine {
  readonly #plan: NodePlan;
  #bench: Bench;
  readonly #printedLines = new Set<string>();

  constructor(to: Terminal, plan: NodePlan, engine: Engine) {
    super(to);
    this.#plan = plan;
    this.#bench = { engine, clock_step_ns: 1 };
  }

  show(event: RunEvent): void {
    switch (event.type) {
      case 'progress':
        if (this.isTerminal) this.overwrite(this.#line(event.progress));
        return;
      case 'result':
        if (!this.isTerminal) this.#printFinished(event.result);
        return;
      case 'prepared':
        this.#bench = { ...this.#bench, clock_step_ns: event.clockStepNs };
        return;
      case 'timed':
        return;
      default:
        event satisfies never;
    }
  }

  #printFinished(result: Result): void {
    for (const line of finishedLines(this.#plan, result, this.#bench)) {
      if (this.#printedLines.has(line)) continue;
      this.#printedLines.add(line);
      this.say(line);
    }
  }

  #line(progress: Progress): string {
    const fullCells = Math.round(progress.fraction * BAR);
    const bar = `[${'#'.repeat(fullCells)}${'.'.repeat(BAR - fullCells)}]`;
    const percent = `${Math.floor(progress.fraction * 100)}`.padStart(3);
    const timeLeft = progress.secondsLeft > 0 ? `${clock(progress.secondsLeft)} left` : '';
    return [`${bar} ${percent} %`, this.#label(progress), liveRate(progress), timeLeft]
      .filter((part) => part !== '')
      .join('  ');
  }

  #label({ job, phase, loop, loops }: Progress): string {
    const row = job && cliFamilyOf(this.#plan.family).rowsOf?.(this.#plan)[job.row];
    if (!job || !row) return WORDS[phase];
    const turn = phase === 'measuring' && loops > 1 && loop > 0 ? ` ${loop}/${loops}` : '';
    return `${jobName({ row, direction: job.direction, reads: job.reads })}${turn}`;
  }
}
