export { BLOCK_BYTES, BlockContent } from './blocks.ts';
export { CapacityStopped, checkCapacity, DriveGone } from './check.ts';
export type { CapacityDrive, CapacityProgress, FileParts, Written } from './check.ts';
export { newJournal, readJournal, writeJournal } from './journal.ts';
export type { Journal } from './journal.ts';
export { capacityVerdict } from './verdict.ts';
export type { CapacityVerdict } from './verdict.ts';
export { describeCapacity, formatSize, mapOf } from './describe.ts';
export type { Described, MapCell } from './describe.ts';
