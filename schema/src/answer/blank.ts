import type { FamilyId } from '../families/index.ts';
import type { Answer } from './answer.ts';
import type { RulerId } from './rulers.ts';

const RULERS_OF: Readonly<Record<FamilyId, readonly RulerId[]>> = {
  matrix: ['opens', 'moves', 'saves'],
  stutter: ['waits'],
  'small-files': ['files'],
  'block-sweep': ['moves'],
  'queue-sweep': ['calls'],
  durability: ['moves'],
  'latency-under-load': ['busy'],
  sustained: ['moves'],
  database: ['commits'],
  'app-storage': ['items'],
  'picked-folder': ['moves'],
  'picked-file': ['opens'],
};

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
