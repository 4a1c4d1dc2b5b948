import { type Finding, MB, SYSTEM, answerWith, markOf, once } from '../answer-parts.ts';
import type { Answer } from '../answer.ts';
import type { RecordOf } from '../family.ts';
import { MAX_BURST_BYTES } from '../flushes.ts';
import { pickedFigure, pickedFolderFamily } from './figures.ts';
import type { PickedFolderPlan, PickedFolderResult } from './schema.ts';

export function answer(record: RecordOf<PickedFolderPlan, PickedFolderResult>): Answer {
  const { result } = record;
  const cell = result.cells.find(({ place, step }) => place === 'picked' && step === 'write');
  const writeBytesPerS = cell && pickedFigure(cell, result)?.closedBytesPerS;
  const finding: Finding | null = writeBytesPerS
    ? {
        sentence: {
          kind: 'folder_write',
          mb_per_s: writeBytesPerS / MB,
          isBurst: cell.bytes <= MAX_BURST_BYTES,
        },
        marks: [markOf('folder_write', once(writeBytesPerS), { from: 'system', per: MB })],
      }
    : null;
  return answerWith(pickedFolderFamily, record, { proof: SYSTEM, finding, emptyMark: 'folder_write' });
}
