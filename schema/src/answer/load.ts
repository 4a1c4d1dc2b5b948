import type { FamilyId, FamilyRecord, RunRecord } from '../families/index.ts';
import type { Answer } from './answer.ts';

/** How each family answers, in chunks of their own: a page of one run loads that of its family. */
const ANSWERS: { readonly [Id in FamilyId]: () => Promise<(record: FamilyRecord<Id>) => Answer> } = {
  matrix: async () => (await import('./families/matrix.ts')).matrixAnswer,
  stutter: async () => (await import('./families/apps.ts')).stutterAnswer,
  'small-files': async () => (await import('./families/apps.ts')).smallFilesAnswer,
  'block-sweep': async () => (await import('./families/sweeps.ts')).blockSweepAnswer,
  'queue-sweep': async () => (await import('./families/sweeps.ts')).queueSweepAnswer,
  durability: async () => (await import('./families/writes.ts')).durabilityAnswer,
  sustained: async () => (await import('./families/writes.ts')).sustainedAnswer,
  database: async () => (await import('./families/apps.ts')).databaseAnswer,
  'app-storage': async () => (await import('./families/apps.ts')).appStorageAnswer,
  'picked-folder': async () => (await import('./families/picked-folder.ts')).pickedFolderAnswer,
  'picked-file': async () => (await import('./families/picked-file.ts')).pickedFileAnswer,
};

/** `answerOf` for records of one family. */
export async function loadAnswerOf(id: FamilyId): Promise<(record: RunRecord) => Answer> {
  return (await ANSWERS[id]()) as (record: RunRecord) => Answer;
}
