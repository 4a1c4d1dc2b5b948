import type { RunRecord } from '../families/index.ts';
import type { Answer } from './answer.ts';
import { withBusy } from './busy.ts';

/** What a family answers, with what any record may say of its environment. */
export function complete(answer: Answer, record: RunRecord): Answer {
  const { pauses } = record.environment;
  return { ...withBusy(answer, record), ...(pauses && { pauses }) };
}
