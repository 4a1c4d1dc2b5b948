import type { FamilyId } from '../families/ids.ts';
import { DEFAULT_FAMILY } from '../families/family.ts';
import type { RunRecord } from '../families/checks.ts';
import type { Answer } from '../families/answer.ts';

/** `answerOf` for records of one family: a page of one run of the default family loads nothing of the others. */
export async function loadAnswerOf(id: FamilyId): Promise<(record: RunRecord) => Answer> {
  if (id !== DEFAULT_FAMILY) return (await import('./of.ts')).answerOf;
  return (await import('./matrix.ts')).matrixAnswerOf;
}
