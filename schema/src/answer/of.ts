import type { FamilyId } from '../families/ids.ts';
import type { FamilyRecord } from '../families/families.ts';
import type { RunRecord } from '../families/checks.ts';
import type { Answer } from './answer.ts';
import { complete } from './build.ts';
import { SINGLE_ANSWERS } from './families/single.ts';
import { matrixAnswer } from './families/matrix.ts';

export { largeRowsOf, smallRowOf } from './families/matrix.ts';
export { variesBy, withFillMark } from './build.ts';

/** How each family answers: one that is missing does not compile. */
const ANSWERS: { readonly [Id in FamilyId]: (record: FamilyRecord<Id>) => Answer } = {
  matrix: matrixAnswer,
  ...SINGLE_ANSWERS,
};

/** What a run says, as numbers: the sentence, the rulers and where the numbers came from. Words are made of it elsewhere. */
export function answerOf(record: RunRecord): Answer {
  const answer = ANSWERS[record.family] as (record: RunRecord) => Answer;
  return complete(answer(record), record);
}
