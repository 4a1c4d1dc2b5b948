import * as ANSWERS from '../families/all-answers.ts';
import type { Answer } from '../families/answer.ts';
import type { FamilyRecord } from '../families/families.ts';
import type { FamilyId } from '../families/ids.ts';
import type { RunRecord } from '../families/checks.ts';
import { complete } from './build.ts';

export { largeRowsOf, smallRowOf } from '../families/matrix/answer.ts';
export { withFillMark } from './build.ts';

/** A family that is missing does not compile. */
const BY_ID: { readonly [Id in FamilyId]: (record: FamilyRecord<Id>) => Answer } = ANSWERS;

/** The answer of a run, as numbers: the sentence, the rulers and where the numbers came from. Words are made of it elsewhere. */
export function answerOf(record: RunRecord): Answer {
  const answer = BY_ID[record.family] as (record: RunRecord) => Answer;
  return complete(answer(record), record);
}
