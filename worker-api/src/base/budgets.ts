import { TICKETED_PERCENT } from './limits.ts';

/** How much may be written on a day. */
export interface BudgetVars {
  /** Bytes of the database by the whole service, and through one internet provider. */
  readonly MAX_DATABASE_BYTES_PER_DAY: string;
  readonly MAX_PROVIDER_BYTES_PER_DAY: string;
}

/** The most that a request writes. */
export interface Amount {
  /** Of the database, until what was written is deleted again. */
  readonly rows: number;
  /** Of the database. */
  readonly bytes: number;
  /** Of the bucket. */
  readonly documentBytes: number;
}

/** The ways to write, and what share of every budget is for each: what one does not use is for no other, so that none stops another. */
export const WRITING_SHARES = {
  upload: 0.56,
  join: 0.29,
  report: 0.05,
  group: 0.03,
  lock: 0.02,
  code: 0.02,
  checkup: 0.03,
} as const;
export type Writing = keyof typeof WRITING_SHARES;

/**
 * Who is charged, and how much each may write of what an internet provider may. `hosting`: all providers whose addresses are for
 * rent, together. `wide`: a /48. `network`: a /24 or a /56, behind which may be a class of 30 machines: about 200 results a day, and
 * 75 that join groups.
 */
const LEVEL_SHARES = { provider: 1, hosting: 1 / 5, wide: 1 / 4, network: 1 / 8 } as const;
export type Level = keyof typeof LEVEL_SHARES | 'service';

/** The share of its network that one machine may send, and so may all those together that say for the first time today which they are. */
export const MACHINE_SHARE = 1 / 5;
/** The share for all machines that do not say which they are. */
export const UNNAMED_SHARE = 1 / 2;

/** A written row is charged with about 50 bytes, and a document has about ten times the bytes of its rows. */
const BYTES_PER_ROW = 25;
const DOCUMENT_BYTES_PER_BYTE = 20;

/** The limit of one way of writing on a day. */
export function limitOf(level: Level, writing: Writing, vars: BudgetVars, share = 1): Amount {
  const bytesPerDay =
    level === 'service'
      ? Number(vars.MAX_DATABASE_BYTES_PER_DAY)
      : Number(vars.MAX_PROVIDER_BYTES_PER_DAY) * LEVEL_SHARES[level];
  const bytes = Math.floor(bytesPerDay * WRITING_SHARES[writing] * share);
  return { rows: Math.floor(bytes / BYTES_PER_ROW), bytes, documentBytes: bytes * DOCUMENT_BYTES_PER_BYTE };
}

/** The share of runs without a ticket in what the service may take: the rest is for those with one. */
export const TICKETLESS_SHARE = TICKETED_PERCENT / 100;
