import { KIB } from '../../documents/units.ts';

export const ROW_BYTES = KIB;
/** A scan reads this many rows at once. */
export const SCAN_ROWS = 100;

/** While a page reloads itself, each contender puts no more rows than these. */
export const MAX_RELOAD_ROWS = 1000;

/** Of the probe that tells the engines of IndexedDB apart: small rows, whose number decides how long a round takes. */
export const IDB_PROBE_ROWS = 1000;
export const IDB_PROBE_ROUNDS = 7;
