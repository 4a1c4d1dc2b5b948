/// <reference types="vite/types/importMeta.d.ts" />
import type { RunRecord } from '../../src/families/index.ts';

const FILES = import.meta.glob<RunRecord>('../../../worker-api/proof/real/*-*.json', {
  eager: true,
  import: 'default',
});

/** The records of real runs that every layer is tested with, by name. */
export const REAL_RECORDS = Object.entries(FILES).map(
  ([path, record]) => [path.replace(/.*\/|\.json$/g, ''), record] as const,
);
