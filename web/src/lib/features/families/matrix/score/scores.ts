import { asSsdFigures, isScore, SCORE_KINDS, scoreOf, type FamilyRecord } from '@opfsmark/schema/families';
import type { ScoreFacts } from '../../view.ts';

/** The two scores of a run: of the drive alone, and of what an app feels with memory helping. */
export function scoreFactsOf(record: FamilyRecord<'matrix'>): ScoreFacts {
  const scores = SCORE_KINDS.map((kind) => {
    const found = scoreOf(record, kind);
    return isScore(found) ? { kind, score: found, refusal: null } : { kind, score: null, refusal: found };
  });
  return { scores, asSsd: asSsdFigures(record) };
}
