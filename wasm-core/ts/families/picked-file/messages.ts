import type { InOrder, PickedFilePlan, PickedFileResult } from '@opfsmark/schema/families/picked-file/schema';

/** The task of the worker. */
export interface PickedFileWork {
  readonly plan: PickedFilePlan;
  readonly file: File;
}

/** Its findings, part by part. */
export type PickedFileFinding =
  | { readonly kind: 'pairs'; readonly pairs: NonNullable<PickedFileResult['pairs']> }
  | { readonly kind: 'in_order'; readonly reads: InOrder };
