/** The checks of every family's records, by its id. */
export { matrixChecks as matrix } from './matrix/checks.ts';
export { stutterChecks as stutter } from './stutter/checks.ts';
export { smallFilesChecks as 'small-files' } from './small-files/checks.ts';
export { blockSweepChecks as 'block-sweep', queueSweepChecks as 'queue-sweep' } from './sweep/checks.ts';
export { durabilityChecks as durability } from './durability/checks.ts';
export { underLoadChecks as 'latency-under-load' } from './latency-under-load/checks.ts';
export { sustainedChecks as sustained } from './sustained/checks.ts';
export { databaseChecks as database } from './database/checks.ts';
export { appStorageChecks as 'app-storage' } from './app-storage/checks.ts';
export { pickedFolderChecks as 'picked-folder' } from './picked-folder/checks.ts';
export { pickedFileChecks as 'picked-file' } from './picked-file/checks.ts';
