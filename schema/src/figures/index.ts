export * from './depth.ts';
export * from './derive.ts';
export * from './drive-part.ts';
export * from './figure.ts';
export * from './iostat.ts';
export * from './loops.ts';
export * from './memory-split.ts';
export * from './verdict.ts';
