/** How every family answers its question, by its id. */
export { answer as matrix } from './matrix/answer.ts';
export { answer as stutter } from './stutter/answer.ts';
export { answer as 'small-files' } from './small-files/answer.ts';
export { blockSweepAnswer as 'block-sweep', queueSweepAnswer as 'queue-sweep' } from './sweep/answer.ts';
export { answer as durability } from './durability/answer.ts';
export { answer as 'latency-under-load' } from './latency-under-load/answer.ts';
export { answer as sustained } from './sustained/answer.ts';
export { answer as database } from './database/answer.ts';
export { answer as 'app-storage' } from './app-storage/answer.ts';
export { answer as 'picked-folder' } from './picked-folder/answer.ts';
export { answer as 'picked-file' } from './picked-file/answer.ts';
