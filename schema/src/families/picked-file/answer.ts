import { type Finding, MB, SYSTEM, answerWith, markOf, missing, once } from '../answer-parts.ts';
import type { Answer } from '../answer.ts';
import type { RecordOf } from '../family.ts';
import { pickedFileFamily, pickedFileFigures } from './figures.ts';
import type { PickedFilePlan, PickedFileResult } from './schema.ts';

const PAIRED = { kind: 'paired' } as const;

/** The answer: the time that the drive adds to a small read; without it, how fast the file was read in order. */
export function answer(record: RecordOf<PickedFilePlan, PickedFileResult>): Answer {
  const { pair, best } = pickedFileFigures(record.result);
  if (pair?.driveNs) {
    const perS = 1e9 / pair.driveNs;
    const finding: Finding = {
      sentence: { kind: 'drive_wait', ns: pair.driveNs },
      marks: [markOf('drive_wait', once(perS), { from: 'drive' })],
    };
    return answerWith(pickedFileFamily, record, { proof: PAIRED, finding, emptyMark: 'small_read' });
  }
  if (best?.origin === 'drive') {
    const finding: Finding = {
      sentence: { kind: 'large_read', mb_per_s: best.bytesPerS / MB },
      marks: [markOf('large_read', once(best.bytesPerS), { from: 'drive', per: MB })],
    };
    return answerWith(pickedFileFamily, record, { ruler: 'moves', proof: PAIRED, finding, emptyMark: 'large_read' });
  }
  if (pair?.origin === 'mixed') {
    const share_from_memory = pair.shareFromMemory;
    const finding: Finding = {
      sentence: { kind: 'nothing', why: 'mixed' },
      marks: [{ ...missing('small_read', 'from_memory'), share_from_memory }],
    };
    return answerWith(pickedFileFamily, record, {
      proof: { kind: 'mixed', share_from_memory },
      finding,
      emptyMark: 'small_read',
    });
  }
  const finding: Finding | null =
    pair || best ? { sentence: { kind: 'unknown_read' }, marks: [missing('small_read', 'unknown_source')] } : null;
  return answerWith(pickedFileFamily, record, {
    proof: finding ? { kind: 'unknown' } : SYSTEM,
    finding,
    emptyMark: 'small_read',
  });
}
