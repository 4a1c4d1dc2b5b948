import { isScore, SCORE_KINDS, scoreOf, type FamilyRecord, type ScoreRefusal } from '@opfsmark/schema/families';
import type { Beside } from '../../export/exporter.ts';
import { SCORE_NAMES } from './lines.ts';

const WHY_NONE: Readonly<Record<ScoreRefusal['reason'], string>> = {
  changed_parameters: 'the profile was changed',
  not_finished: 'not every test was finished',
  profile_without_score: 'this profile has no score',
  other_engine: 'no drive was measured',
  no_drive_reads: 'not every test was read from the drive',
  not_saved: 'the writes were not flushed to a drive',
};

/** "drive 754 (471 to 1205)", or why there is none: in English, as files have it. */
export function scoreTexts(record: FamilyRecord<'matrix'>, earlier: Beside['earlier'] = {}): string[] {
  return SCORE_KINDS.map((kind) => {
    const score = scoreOf(record, kind, earlier[kind]);
    if (!isScore(score)) return `${SCORE_NAMES[kind]} none, ${WHY_NONE[score.reason]}`;
    const [points, low, high] = [score.points, score.low, score.high].map((value) => value.toFixed(0));
    return `${SCORE_NAMES[kind]} ${points} (${low} to ${high})`;
  });
}
