import type { Layout } from '@opfsmark/schema/documents';
import type { DataFiles } from '@opfsmark/schema/schedule';

/** Data files as they lie in a folder. The workers of a pool have one set open at a time. */
export interface FileSet {
  readonly files: DataFiles;
  readonly layout: Layout;
  /** Where a run has several sets, each of which is read once: the number of this one. */
  readonly part?: number;
  /** Default: the benchmark's own folder. */
  readonly folder?: string;
}
