import type { Layout } from '@opfsmark/schema/documents';
import { partFiles, sampleFilesOf, trialFilesOf, type FilePart, type MatrixPlan } from '@opfsmark/schema/families';
import type { FileSet } from '../../page/file-set.ts';
import { PREPARED_FOLDER } from '../../protocol/files.ts';

/** The files of a part that is read once. Those of a cold plan wait in a folder of their own. */
export function partSet(plan: MatrixPlan, layout: Layout, part: FilePart): FileSet {
  return {
    files: partFiles(plan, part.row),
    layout,
    part: part.index,
    ...(plan.cache === 'cold' && { folder: PREPARED_FOLDER }),
  };
}

/** The first number that no part has, however many of them a row needs. */
const beyondParts = ({ rows, loops }: MatrixPlan) => rows.length * loops;

/** The file that shows how fast the drive is filled. */
export function trialPartSet(plan: MatrixPlan, layout: Layout): FileSet {
  return { files: trialFilesOf(plan), layout, part: beyondParts(plan) + 1 };
}

/** The file that is sampled in their place: one part more, which is never measured. */
export function samplePartSet(plan: MatrixPlan, layout: Layout): FileSet {
  return { files: sampleFilesOf(plan), layout, part: beyondParts(plan) };
}
