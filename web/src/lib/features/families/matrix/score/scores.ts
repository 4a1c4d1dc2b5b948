import { isScore, SCORE_KINDS, scoreOf } from '@opfsmark/schema/families';
import type { FamilyRecord, Score, ScoreKind, ScoreRefusal } from '@opfsmark/schema/families';
import type { EarlierScores } from '../../view.ts';

export interface ShownScore {
  readonly kind: ScoreKind;
  readonly score: Score | null;
  /** Why there is none. */
  readonly refusal: ScoreRefusal | null;
}

/** The two scores of a run: of the drive alone, and of what an app feels with memory helping. */
export function scoresOf(record: FamilyRecord<'matrix'>, earlier: EarlierScores): ShownScore[] {
  return SCORE_KINDS.map((kind) => {
    const found = scoreOf(record, kind, earlier[kind]);
    return isScore(found) ? { kind, score: found, refusal: null } : { kind, score: null, refusal: found };
  });
}
