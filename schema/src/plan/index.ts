export * from './codec.ts';
export * from './read.ts';
