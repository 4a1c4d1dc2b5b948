import checked from './checked.json' with { type: 'json' };
import type { CheckedTable } from './verdict.ts';

export type * from './verdict.ts';
export { commitOf, droppedShare, judge, type Judgement, type Reason, VERDICTS, type Verdict } from './verdict.ts';

/** Published tables that were run again: see `npm run checked`. */
export const CHECKED_TABLES = checked as readonly CheckedTable[];
