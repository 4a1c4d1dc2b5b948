import { RunId } from '@opfsmark/schema';
import { ProblemError } from '../base/problem.ts';

/** A text that cannot be a run's id is the id of no run. */
export function checkRunId(text: string): string {
  if (RunId.safeParse(text).success) return text;
  throw new ProblemError('not-found', 'A run id is 16 characters of 0-9 and A-Z without I, L, O and U.');
}
