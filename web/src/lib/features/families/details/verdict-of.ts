import type { JobResult } from '@opfsmark/schema/documents';
import type { CacheVerdict } from '@opfsmark/schema/figures';

/** Where the reads of a test came from; `null`: it does not read, or its family has no such tests. */
export type VerdictOf = (job: JobResult) => CacheVerdict | null;
