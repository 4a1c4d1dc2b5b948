import type { CountedIn } from './contenders.ts';
import measured from './facts.json' with { type: 'json' };
import type { AppStorageRow } from './schema.ts';

/** What came of one run with every contender in one browser: see `npm run facts`. */
export interface MeasuredIn extends CountedIn<AppStorageRow> {
  readonly machine: string;
}

export const MEASURED_FACTS = measured as unknown as readonly MeasuredIn[];
