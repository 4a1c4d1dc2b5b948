/** The kinds of passes. Apart from their schema, for pages that check no document. */
export const PASS_KINDS = [
  /** As fast as it goes; small reads are timed in batches, everything else call by call. A write ends with one flush. */
  'throughput',
  /** Small reads once more, each call timed. */
  'latency',
  /** Every write followed by a flush; a call is both together. */
  'flush_each',
] as const;
