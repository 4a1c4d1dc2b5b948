/** Every family that there is, by its id: its plans, figures, flushes and boards. */
export { rankedMatrix as matrix } from './matrix/details.ts';
export { stutterFamily as stutter } from './stutter/figures.ts';
export { smallFilesFamily as 'small-files' } from './small-files/figures.ts';
export { blockSweepFamily as 'block-sweep', queueSweepFamily as 'queue-sweep' } from './sweep/figures.ts';
export { durabilityFamily as durability } from './durability/figures.ts';
export { underLoadFamily as 'latency-under-load' } from './latency-under-load/figures.ts';
export { sustainedFamily as sustained } from './sustained/figures.ts';
export { databaseFamily as database } from './database/figures.ts';
export { appStorageFamily as 'app-storage' } from './app-storage/figures.ts';
export { pickedFolderFamily as 'picked-folder' } from './picked-folder/figures.ts';
export { pickedFileFamily as 'picked-file' } from './picked-file/figures.ts';
