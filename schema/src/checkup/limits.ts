import { GIB } from '../documents/units.ts';

/**
 * A small read of a private window of Chromium is a message to another process, 80 us and more; of a file on a drive, reading
 * what is not there takes 1 to 5 us.
 */
export const MESSAGE_NS = 40e3;

/** Chromium says that so much is left, whatever the drive holds. */
export const UNTOLD_SPACE_BYTES = 10 * GIB;
