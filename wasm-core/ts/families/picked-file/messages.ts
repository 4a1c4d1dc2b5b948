import type { InOrder, PickedFilePlan, PickedFileResult } from '@opfsmark/schema/families/picked-file/schema';

/** What the worker is given. */
export interface PickedFileWork {
  readonly plan: PickedFilePlan;
  readonly file: File;
}

/** What it finds, part by part. */
export type PickedFileFinding =
  | { readonly kind: 'pairs'; readonly pairs: NonNullable<PickedFileResult['pairs']> }
  | { readonly kind: 'in_order'; readonly reads: InOrder };
