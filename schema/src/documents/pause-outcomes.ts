// Apart from the schema: pages that only name an outcome load no schema.

/** What came of that which was measured while nothing ran. In no case is its time in a number. */
export const PAUSE_OUTCOMES = [
  /** It could not be measured again, and is not in the result. */
  'left_out',
  /** It was measured again. */
  'repeated',
  /** Nothing was being measured whose time could have been spoiled. */
  'between',
] as const;

export const MAX_PAUSES = 64;
