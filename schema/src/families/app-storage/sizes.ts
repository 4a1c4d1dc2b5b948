import { KIB } from '../../documents/units.ts';

export const ROW_BYTES = KIB;
/** A scan reads this many rows at once. */
export const SCAN_ROWS = 100;
