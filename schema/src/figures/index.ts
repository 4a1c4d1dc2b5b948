export * from './loops.ts';
export * from './derive.ts';
export * from './drive-part.ts';
export * from './figure.ts';
export * from './compare.ts';
export * from './memory-split.ts';
export * from './row-reads.ts';
export * from './verdict.ts';
