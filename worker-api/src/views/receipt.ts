import type { RunReceipt } from '@opfsmark/schema/api';
import { ProblemError } from '../base/problem.ts';
import type { NewRun, RunRow } from '../store/runs.ts';
import { linksOf } from './run-item.ts';

/** The answer to an upload of a run that is already stored; throws where it was deleted or has another body. */
export function receiptOfStored(run: RunRow, bodyHash: string): RunReceipt {
  if (run.body_hash !== bodyHash) throw new ProblemError('conflict', `Run ${run.run_id} has another body.`);
  return receiptOf({
    ...run,
    status: run.status,
    reasons: JSON.parse(run.reasons) as string[],
    unranked: JSON.parse(run.unranked) as string[],
  });
}

/** The answer to an upload. */
export function receiptOf(run: Pick<NewRun, 'run_id' | 'status' | 'reasons' | 'trust' | 'unranked'>): RunReceipt {
  const { run_id, status, reasons, trust, unranked } = run;
  return { run_id, status, reasons: [...reasons], trust, unranked_because: [...unranked], links: linksOf(run_id) };
}
