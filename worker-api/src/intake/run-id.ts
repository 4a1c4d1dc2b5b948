import { RunId, timeOfRunId } from '@opfsmark/schema/documents';
import { invalidParameter, ProblemError } from '../base/problem.ts';

/** The text where it is a run's id; throws 404 for any other text. */
export function checkRunId(text: string): string {
  if (RunId.safeParse(text).success) return text;
  throw new ProblemError('not-found', 'A run id is 16 characters of 0-9 and A-Z without I, L, O and U.');
}

/** How far ahead the clock that made an id may be. */
const MAX_AHEAD_MS = 86_400_000;

/** The id under which a run may be published; throws 400 where its time is still to come. */
export function checkNewRunId(text: string, nowMs: number): string {
  const runId = checkRunId(text);
  if (timeOfRunId(runId) <= nowMs + MAX_AHEAD_MS) return runId;
  throw invalidParameter('run_id', 'begins with a time that is still to come');
}
