import type { FamilyRecord } from '@opfsmark/schema/families';
import type { MatrixPlan } from '@opfsmark/schema/families/matrix/plan-schema';
import type { MatrixResult } from '@opfsmark/schema/families/matrix/schema';
import type { MeasuredRates, TimedStep } from '@opfsmark/schema/schedule';
import type { Phase, Support } from '../../../wasm-core/ts/api.ts';
import { checkSupport, run, whenClosed } from '../../../wasm-core/ts/index.ts';

/** What a spec drives: one run of the grid, what it has said so far, and its end. */
const abort = new AbortController();
const progress: { phase: Phase | null; result: MatrixResult | null } = { phase: null, result: null };
/** What the page would have shown: seconds since the start, the time left then, and its bound. */
const forecasts: { atS: number; leftS: number; leftMaxS: number }[] = [];
let timedSteps: readonly TimedStep[] = [];
let whenFinished: Promise<FamilyRecord<'matrix'>> | null = null;

/** `rates`: what earlier runs took. */
function start(plan: MatrixPlan, rates: MeasuredRates = {}): void {
  const startMs = performance.now();
  whenFinished = run({
    plan,
    rates,
    agreedToWriteBytes: Number.POSITIVE_INFINITY,
    signal: abort.signal,
    onEvent: (event) => {
      if (event.type === 'progress') {
        const { phase, secondsLeft, secondsLeftMax } = event.progress;
        progress.phase = phase;
        forecasts.push({ atS: (performance.now() - startMs) / 1e3, leftS: secondsLeft, leftMaxS: secondsLeftMax });
      }
      if (event.type === 'timed') timedSteps = event.steps;
      if (event.type === 'result') progress.result = event.result;
    },
  });
}

/** Resolves when the run has ended and its files are deleted. */
async function end(): Promise<FamilyRecord<'matrix'> | null> {
  const record = await whenFinished;
  await whenClosed();
  return record;
}

/** What a visit does before anybody asks for a run: it finds out whether this browser can measure, and deletes leftovers. */
async function visit(): Promise<Support> {
  const support = await checkSupport();
  await whenClosed();
  return support;
}

const bench = { seen: progress, forecasts, timed: () => timedSteps, start, stop: () => abort.abort(), end, visit };
export type WholeRunBench = typeof bench;

Object.assign(window, { bench });
