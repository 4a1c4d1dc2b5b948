import { pickedFigure, type FamilyRecord } from '../../families/index.ts';
import type { Answer } from '../answer.ts';
import { markOf, MB, once, SYSTEM } from '../build.ts';
import { answerWith, type Found } from '../single.ts';

export function pickedFolderAnswer(record: FamilyRecord<'picked-folder'>): Answer {
  const { result } = record;
  const cell = result.cells.find(({ place, step }) => place === 'picked' && step === 'write');
  const write = cell ? pickedFigure(cell, result)?.closedBytesPerS : null;
  const found: Found | null = write
    ? {
        sentence: { kind: 'folder_write', mb_per_s: write / MB },
        marks: [markOf('folder_write', once(write), { from: 'system', per: MB })],
      }
    : null;
  return answerWith(record, { ruler: 'moves', proof: SYSTEM, found, empty: 'folder_write' });
}
