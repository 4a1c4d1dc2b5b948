import { pickedFileFigures, type FamilyRecord } from '../../families/index.ts';
import type { Answer } from '../answer.ts';
import { markOf, MB, missing, once, SYSTEM } from '../build.ts';
import { answerWith, type Found } from '../single.ts';

const PAIRED = { kind: 'paired' } as const;

/** What the drive adds to a small read; without it, how fast the file was read in order. */
export function pickedFileAnswer(record: FamilyRecord<'picked-file'>): Answer {
  const { pair, best } = pickedFileFigures(record.result);
  if (pair?.driveNs) {
    const perS = 1e9 / pair.driveNs;
    const found: Found = {
      sentence: { kind: 'drive_wait', ns: pair.driveNs },
      marks: [markOf('drive_wait', once(perS), { from: 'drive' })],
    };
    return answerWith(record, { ruler: 'opens', proof: PAIRED, found, empty: 'small_read' });
  }
  if (best?.readFrom === 'drive') {
    const found: Found = {
      sentence: { kind: 'large_read', mb_per_s: best.bytesPerS / MB },
      marks: [markOf('large_read', once(best.bytesPerS), { from: 'drive', per: MB })],
    };
    return answerWith(record, { ruler: 'moves', proof: PAIRED, found, empty: 'large_read' });
  }
  if (pair?.readFrom === 'mixed') {
    const share_from_memory = pair.shareFromMemory;
    const found: Found = {
      sentence: { kind: 'nothing', why: 'mixed' },
      marks: [{ ...missing('small_read', 'from_memory'), share_from_memory }],
    };
    return answerWith(record, {
      ruler: 'opens',
      proof: { kind: 'mixed', share_from_memory },
      found,
      empty: 'small_read',
    });
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
