import type { FamilyRecord } from '@opfsmark/schema/families';
import type { MatrixPlan } from '@opfsmark/schema/families/matrix/plan-schema';
import type { MatrixResult } from '@opfsmark/schema/families/matrix/schema';
import type { Phase } from '../../../wasm-core/ts/api.ts';
import { checkSupport, run, whenClosed } from '../../../wasm-core/ts/index.ts';

/** What a spec drives: one run of the grid, what it has said so far, and its end. */
const abort = new AbortController();
const progress: { phase: Phase | null; result: MatrixResult | null } = { phase: null, result: null };
let whenFinished: Promise<FamilyRecord<'matrix'>> | null = null;

function start(plan: MatrixPlan): void {
  whenFinished = run({
    plan,
    agreedToWriteBytes: Number.POSITIVE_INFINITY,
    signal: abort.signal,
    onEvent: (event) => {
      if (event.type === 'progress') progress.phase = event.progress.phase;
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

/** What a visit does before anybody asks for a run: leftovers are deleted. */
async function visit(): Promise<void> {
  await checkSupport();
  await whenClosed();
}

const bench = { seen: progress, start, stop: () => abort.abort(), end, visit };
export type WholeRunBench = typeof bench;

Object.assign(window, { bench });
