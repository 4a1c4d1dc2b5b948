import { isScore, scoreOf, type FamilyRecord, type Score, type ScoreRefusal } from '@opfsmark/schema/families';

export interface ShownScore {
  readonly id: 'drive' | 'appFeel';
  readonly score: Score | null;
  /** Why there is none; `from_memory`: memory answered the reads that it would be made of. */
  readonly refusal: ScoreRefusal | { readonly reason: 'from_memory' } | null;
}

/** The two scores of a run: of the drive alone, and of what an app feels with memory helping. */
export function scoresOf(record: FamilyRecord<'matrix'>): readonly [ShownScore, ShownScore] {
  const score = scoreOf(record);
  const appFeel: ShownScore = isScore(score)
    ? { id: 'appFeel', score, refusal: null }
    : { id: 'appFeel', score: null, refusal: score };
  const refusal = isScore(score) ? ({ reason: 'from_memory' } as const) : score;
  return [{ id: 'drive', score: null, refusal }, appFeel];
}
