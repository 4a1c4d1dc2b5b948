/**
 * Q x T is emulated by at most this many workers; a row that asks for more runs at the cap and says so.
 *
 * Apart from the plan's schema, because every worker loads it: with zod a worker takes five times as long to start.
 */
export const MAX_WORKERS = 64;
