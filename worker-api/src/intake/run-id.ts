import { RunId } from '@opfsmark/schema/documents';
import { ProblemError } from '../base/problem.ts';

/** The text where it is a run's id; throws 404 for any other text. */
export function checkRunId(text: string): string {
  if (RunId.safeParse(text).success) return text;
  throw new ProblemError('not-found', 'A run id is 16 characters of 0-9 and A-Z without I, L, O and U.');
}
