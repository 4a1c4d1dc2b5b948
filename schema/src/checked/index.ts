import checked from './checked.json' with { type: 'json' };
import type { CheckedTable } from './verdict.ts';

export * from './verdict.ts';

/** Published tables that were run again: see `npm run checked`. */
export const CHECKED_TABLES = checked as readonly CheckedTable[];
