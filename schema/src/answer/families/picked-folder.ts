import { pickedFigure, type FamilyRecord } from '../../families/index.ts';
import type { Answer } from '../answer.ts';
import { markOf, MB, missing } from '../build.ts';
import { answerWith, once, SYSTEM, type Found } from '../single.ts';

export function pickedFolderAnswer(record: FamilyRecord<'picked-folder'>): Answer {
  const { result } = record;
  const figureOf = (step: 'write' | 'seq_read') => {
    const cell = result.cells.find((one) => one.place === 'picked' && one.step === step);
    return cell ? pickedFigure(cell, result) : null;
  };
  const write = figureOf('write')?.closedBytesPerS;
  const read = figureOf('seq_read')?.bytesPerS;
  if (write) {
    const found: Found = {
      sentence: { kind: 'folder_write', mb_per_s: write / MB },
      marks: [markOf('folder_write', once(write), { from: 'system', per: MB })],
    };
    return answerWith(record, { ruler: 'moves', proof: SYSTEM, found: found, empty: 'folder_write' });
  }
  const found: Found | null = read
    ? { sentence: { kind: 'unknown_read' }, marks: [missing('folder_read', 'unknown_source')] }
    : null;
  return answerWith(record, {
    ruler: 'moves',
    proof: read ? { kind: 'unknown' } : SYSTEM,
    found: found,
    empty: 'folder_read',
  });
}
