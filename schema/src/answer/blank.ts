import type { Answer } from '../families/answer.ts';
import { type FamilyId, RULERS_OF } from '../families/ids.ts';

/** The rulers of a family before anything was measured. */
export function blankAnswer(family: FamilyId): Answer {
  return {
    family,
    sentence: { kind: 'nothing', why: 'stopped' },
    rulers: RULERS_OF[family].map((id) => ({ id, marks: [] })),
    proof: null,
    memory: null,
    notes: [],
  };
}
