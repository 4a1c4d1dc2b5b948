/** The report of every family, by its id: its words in English, its tables and charts. */
export * as matrix from './matrix/report.ts';
export * as stutter from './stutter/report.ts';
export * as 'small-files' from './small-files/report.ts';
export * as 'block-sweep' from './sweep/report.ts';
export * as 'queue-sweep' from './sweep/report.ts';
export * as durability from './durability/report.ts';
export * as 'latency-under-load' from './latency-under-load/report.ts';
export * as sustained from './sustained/report.ts';
export * as database from './database/report.ts';
export * as 'app-storage' from './app-storage/report.ts';
export * as 'picked-folder' from './picked-folder/report.ts';
export * as 'picked-file' from './picked-file/report.ts';
