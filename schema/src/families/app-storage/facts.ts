import type { ContenderId } from './contender-ids.ts';
import { type CountedIn, newestCount } from './contenders.ts';
import measuredFacts from './facts.json' with { type: 'json' };
import type { AppStorageRow } from './schema.ts';
import transactionCounts from './transactions.json' with { type: 'json' };

/** The outcome of one run with every contender in one browser: see `npm run facts -w labs`. */
export interface MeasuredIn extends CountedIn<AppStorageRow> {
  readonly machine: string;
}

export const MEASURED_FACTS = measuredFacts as unknown as readonly MeasuredIn[];

/** The rest of a transaction of several rows. */
interface TransactionLeft {
  readonly rows: number;
  /** It ended without an error. */
  readonly answered: boolean;
  /** Rows of it that were there afterwards. */
  readonly kept: number;
  /** Older rows that were no longer what they were. */
  readonly damaged: number;
  /** Why the store did not go on, in its own words. */
  readonly failure: string | null;
}

/** `full`: the quota had no room for it. */
const TRANSACTION_TRIALS = ['aborted', 'reopened', 'reloaded', 'full'] as const;

/** Counts of one contender in one browser: see `npm run conform -w labs`. */
type TransactionCount = { readonly contender: ContenderId } & Readonly<
  Record<(typeof TRANSACTION_TRIALS)[number], TransactionLeft>
>;

type TransactionCounts = CountedIn<TransactionCount>;

export const TRANSACTION_COUNTS = transactionCounts as readonly TransactionCounts[];

/** Whether all of it was kept where it was answered, and nothing where it was not. */
const isWhole = ({ answered, rows, kept, damaged }: TransactionLeft) => kept === (answered ? rows : 0) && damaged === 0;

/** The conduct of a store with transactions that are interrupted. */
export interface Conformance {
  /** Trials after which a part of a transaction was there, or an older row had changed. */
  readonly broken: readonly (typeof TRANSACTION_TRIALS)[number][];
  /** Trials after which it could not be used any more. */
  readonly stuck: readonly (typeof TRANSACTION_TRIALS)[number][];
  readonly in: Pick<CountedIn<unknown>, 'browser' | 'version' | 'os' | 'date'>;
}

/** A row with what its run cannot try. */
export interface ConformingRow extends AppStorageRow {
  readonly conformance?: Conformance | null;
  /** Facts that no page can see are of this browser; of Chromium where it is missing. */
  readonly countedIn?: string;
}

export function conformanceOf(
  contender: ContenderId,
  browser?: string,
  allCounts: readonly TransactionCounts[] = TRANSACTION_COUNTS,
) {
  const match = newestCount(contender, allCounts, browser);
  if (!match) return null;
  const { count, in: where } = match;
  const conformance: Conformance = {
    broken: TRANSACTION_TRIALS.filter((trial) => !isWhole(count[trial])),
    stuck: TRANSACTION_TRIALS.filter((trial) => count[trial].failure !== null),
    in: where,
  };
  return conformance;
}
