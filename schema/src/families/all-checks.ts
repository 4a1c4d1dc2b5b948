/** What the records of every family must be and show, by its id. */
export { matrixChecks as matrix } from './matrix/result.ts';
export { stutterChecks as stutter } from './stutter/result.ts';
export { smallFilesChecks as 'small-files' } from './small-files/result.ts';
export { blockSweepChecks as 'block-sweep', queueSweepChecks as 'queue-sweep' } from './sweep/result.ts';
export { durabilityChecks as durability } from './durability/result.ts';
export { underLoadChecks as 'latency-under-load' } from './latency-under-load/result.ts';
export { sustainedChecks as sustained } from './sustained/result.ts';
export { databaseChecks as database } from './database/result.ts';
export { appStorageChecks as 'app-storage' } from './app-storage/result.ts';
export { pickedFolderChecks as 'picked-folder' } from './picked-folder/result.ts';
export { pickedFileChecks as 'picked-file' } from './picked-file/result.ts';
