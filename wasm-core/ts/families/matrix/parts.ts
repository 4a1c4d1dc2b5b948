import type { Layout } from '@opfsmark/schema/documents';
import { matrixFiles, type FilePart, type MatrixPlan } from '@opfsmark/schema/families';
import type { FileSet } from '../../page/file-set.ts';
import { PREPARED_FOLDER } from '../../protocol/files.ts';

/** The files of a part that is read once. Those of a cold plan wait in a folder of their own. */
export function partSet(plan: MatrixPlan, layout: Layout, part: FilePart): FileSet {
  return {
    files: matrixFiles(plan, [part.row]),
    layout,
    part: part.index,
    ...(plan.cache === 'cold' && { folder: PREPARED_FOLDER }),
  };
}
