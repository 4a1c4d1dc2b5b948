import { isRecordOf, isScore, SCORE_KINDS, scoreOf, type RunRecord, type ScoreKind } from '../families/index.ts';
import pictures from '../answer/words/en-pictures.ts';

export interface ReportScore {
  readonly kind: ScoreKind;
  /** "drive 754 (471 to 1205)", or why there is none. */
  readonly text: string;
}

/** The scores of a run; a family that has none gives none. */
export function scoresOf(record: RunRecord): ReportScore[] {
  if (!isRecordOf(record, 'matrix')) return [];
  return SCORE_KINDS.map((kind) => {
    const score = scoreOf(record, kind);
    const name = kind.replace('_', ' ');
    if (!isScore(score)) {
      const why = pictures.score.none[score.reason];
      return { kind, text: `${name}, ${why.charAt(0).toLowerCase()}${why.slice(1)}` };
    }
    const [points, low, high] = [score.points, score.low, score.high].map((value) => value.toFixed(0));
    return { kind, text: `${name} ${points} (${low} to ${high})` };
  });
}
