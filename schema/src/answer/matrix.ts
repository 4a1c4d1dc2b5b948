import type { Answer } from '../families/answer.ts';
import type { RunRecord } from '../families/checks.ts';
import { answer } from '../families/matrix/answer.ts';
import { complete } from './build.ts';

/** `answerOf` for records of the default family. */
export function matrixAnswerOf(record: RunRecord): Answer {
  return complete((answer as (record: RunRecord) => Answer)(record), record);
}
