import { pickedFileFigures, type FamilyRecord } from '../../families/index.ts';
import type { Answer } from '../answer.ts';
import { markOf, MB, missing } from '../build.ts';
import { answerWith, once, SYSTEM, type Found } from '../single.ts';
import { smallReadSentence } from '../small-read.ts';

const DRIVE = { kind: 'drive', tests: 1 } as const;

/** What the drive adds to a small read; without it, how fast the file was read in order. */
export function pickedFileAnswer(record: FamilyRecord<'picked-file'>): Answer {
  const { pair, best } = pickedFileFigures(record.result);
  if (pair?.driveNs) {
    const perS = 1e9 / pair.driveNs;
    const found = { sentence: smallReadSentence(perS), marks: [markOf('small_read', once(perS), { from: 'drive' })] };
    return answerWith(record, { ruler: 'opens', proof: DRIVE, found, empty: 'small_read' });
  }
  if (best && !best.isAtLeast) {
    const found: Found = {
      sentence: { kind: 'large_read', mb_per_s: best.bytesPerS / MB },
      marks: [markOf('large_read', once(best.bytesPerS), { from: 'drive', per: MB })],
    };
    return answerWith(record, { ruler: 'moves', proof: DRIVE, found, empty: 'large_read' });
  }
  const found: Found | null =
    pair || best ? { sentence: { kind: 'unknown_read' }, marks: [missing('small_read', 'unknown_source')] } : null;
  return answerWith(record, {
    ruler: 'opens',
    proof: found ? { kind: 'unknown' } : SYSTEM,
    found,
    empty: 'small_read',
  });
}
